# dup and clone.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

class Point
  attr_accessor :x
  def initialize(x) = @x = x
end
a = Point.new(1)
b = a.dup
b.x = 2
p a.x, b.x # => 1
# => 2
def a.single = :single
p a.clone.single # => :single
puts error_of { a.dup.single } # => NoMethodError: undefined method 'single' for an instance of Point
p a.freeze.clone.frozen? # => true
p a.dup.frozen? # => false
p a.clone(freeze: false).frozen? # => false
p a.clone(freeze: false).single # => :single
p Point.new(1).clone(freeze: true).frozen? # => true
puts error_of { Point.new(1).clone(freeze: 1) } # => ArgumentError: unexpected value for freeze: Integer
puts error_of { 3.clone(freeze: false) } # => ArgumentError: can't unfreeze Integer
p 3.dup, 3.clone, nil.dup, :a.clone, 1.5.dup # => 3
# => 3
# => nil
# => :a
# => 1.5
class Copied
  def initialize_copy(o) = p([:initialize_copy, o.class])
  def initialize_clone(o, freeze: nil)
    p [:initialize_clone, freeze]
    super
  end
  def initialize_dup(o)
    p :initialize_dup
    super
  end
end
Copied.new.dup # => :initialize_dup
# => [:initialize_copy, Copied]
Copied.new.clone # => [:initialize_clone, nil]
# => [:initialize_copy, Copied]
Copied.new.clone(freeze: true) # => [:initialize_clone, true]
# => [:initialize_copy, Copied]
Copied.new.clone(freeze: false) # => [:initialize_clone, false]
# => [:initialize_copy, Copied]
puts error_of { Object.new.send(:initialize_copy, 3) } # => TypeError: initialize_copy should take same class object
puts error_of { method(:puts).unbind.dup.class } # => no error: UnboundMethod
p "a".freeze.dup.frozen?, "a".freeze.clone.frozen? # => false
# => true
p [1, [2]].dup # => [1, [2]]
c = Class.new do
  def self.k = :k
  def i = :i
  const_set(:X, 1)
end
d = c.dup
p d.k, d.new.i, d::X, d.name # => :k
# => :i
# => 1
# => nil
d.class_eval { def i = :changed }
p c.new.i, d.new.i # => :i
# => :changed
class Named
  def hi = :hi
end
e = Named.clone
p e.name, e.new.hi, e.superclass # => nil
# => :hi
# => Object
module Mo
  def self.s = 1
  def m = 2
end
f = Mo.dup
p f.s # => 1
p Class.new { include f }.new.m # => 2
o = Object.new
o.instance_variable_set(:@a, [1])
p o.dup.instance_variable_get(:@a).equal?(o.instance_variable_get(:@a)) # => true
s = Struct.new(:q).new(1)
t = s.dup
t.q = 2
p s.q, t.q # => 1
# => 2
