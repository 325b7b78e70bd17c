# Class#new, inlined.
#
#     bin/run --dump=insns examples/04_class_new_inlined.rb
#     bin/run --disable=opt-new --dump=insns examples/04_class_new_inlined.rb
#
# What to look at: `Point.new(3, 4)` in `make`. With inlining, the instructions of Class#new stand at the call site:
#
#     opt_getconstant_path    Point
#     putnil, swap            room for the result under the class
#     putobject 3, 4          the arguments of initialize, where it will want them
#     opt_new                 is `new` still Class#new? Then allocate into both slots, else jump
#     opt_send_without_block  initialize: the arguments on the stack become its locals
#     jump, ..., pop          drop what initialize returned; the object is left
#
# Without it there is one call of `new`, a method in C++ that must call initialize: another frame, another lookup at a call site that all
# classes of the program share, and, for keyword arguments, a Hash.

class Point
  attr_reader :x, :y

  def initialize(x, y)
    @x = x
    @y = y
  end
end

def make = Point.new(3, 4)

point = make
puts "#{point.x}, #{point.y}" # => 3, 4

# Who called initialize? With inlining there is no frame of Class#new in between; with --disable=opt-new there is.
class Nosy
  def initialize
    @origin = caller(1, 1).first[/'.*'/]
  end
  attr_reader :origin
end

def build = Nosy.new
puts build.origin # => 'Object#build'

# How many objects does an allocation cost? One: the object. (The first runs fill the call sites' caches, which are objects too.)
def allocations
  before = GC.stat(:total_allocated_objects)
  yield
  GC.stat(:total_allocated_objects) - before
end

puts Array.new(3) { allocations { Point.new(1, 2) } }.last # => 1

# A class that defines its own `new` takes the slow branch of opt_new, and works as ever.
class Single
  def self.new = @instance ||= super
end
puts Single.new.equal?(Single.new) # => true
