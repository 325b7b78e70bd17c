# options: --disable=opt-new
# Class#new as a method needs the keywords as a Hash: two objects, and a frame.
class Foo
  def initialize(a:)
    @where = caller(1, 1)[0][/'.*'/]
  end
  attr_reader :where
end
class Bar
  def initialize(a:)
  end
end

def measure_allocations
  x = GC.stat(:total_allocated_objects)
  yield
  GC.stat(:total_allocated_objects) - x
end

def test
  measure_allocations { Bar.new(a: 1) }
end

test
test
p test # => 2
puts Foo.new(a: 1).where # => 'Class#new'
