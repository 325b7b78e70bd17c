# Foo.new(x, y) that sets two instance variables, then reads them.
class Foo
  attr_reader :x, :y

  def initialize(x, y)
    @x = x
    @y = y
  end
end

def allocate_many
  i = 0
  sum = 0
  while i < 5_000
    foo = Foo.new(i, 2)
    sum += foo.x + foo.y
    i += 1
  end
  sum
end

1_000.times { allocate_many }
