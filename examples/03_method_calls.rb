# Method calls and inline caches.
#
#     bin/run --dump=insns examples/03_method_calls.rb
#     bin/run --stats examples/03_method_calls.rb
#
# What to look at: every call instruction has call data, `<calldata!mid:area, argc:0, ARGS_SIMPLE>`: the name, the number of
# arguments and flags on one side, and on the other an inline cache that remembers one class and the method found
# for it. As long as the receiver's class is the cached one, a call costs a comparison and no lookup.

class Square
  def initialize(side) = @side = side
  def area = @side * @side
end

class Circle
  def initialize(radius) = @radius = radius
  def area = 3 * @radius * @radius
end

def total_area(shapes)
  sum = 0
  shapes.each { |shape| sum += shape.area } # one call site
  sum
end

# One class: the site misses once and hits ever after.
puts total_area(Array.new(1_000) { Square.new(2) }) # => 4000

# Two classes in turn: a monomorphic cache misses every time. The answer is the same, --stats shows the difference.
puts total_area(Array.new(1_000) { |i| i.even? ? Square.new(2) : Circle.new(1) }) # => 3500

# Arguments are pushed by the caller and stay where they are: they become the first locals of the callee. Nothing is copied.
def add(a, b) = a + b
puts add(20, 22) # => 42

# Defining a method invalidates what caches remember of it, by class: the next call finds the new one.
def answer = 41
puts answer # => 41
def answer = 42
puts answer # => 42

# Operators are calls too. `a + b` is `opt_plus`, which adds two integers at once, until someone redefines Integer#+.
class Money
  attr_reader :cents

  def initialize(cents) = @cents = cents
  def +(other) = Money.new(cents + other.cents)
end
puts (Money.new(150) + Money.new(275)).cents # => 425

# A call that finds nothing becomes method_missing.
class Ghost
  def method_missing(name, *args) = "#{name}(#{args.join(", ")})"
  def respond_to_missing?(*) = true
end
puts Ghost.new.haunt(1, 2) # => haunt(1, 2)
