# instance_eval, instance_exec, class_eval, class_exec.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

class Foo
  def initialize = @v = 7
  private def secret = :secret
end
f = Foo.new
p f.instance_eval { @v }, f.instance_eval { secret }, f.instance_eval("@v + 1"), f.instance_exec(2) { |n| @v * n } # => 7
# => :secret
# => 8
# => 14
puts error_of { f.instance_exec } # => LocalJumpError: no block given
puts error_of { f.instance_eval } # => ArgumentError: wrong number of arguments (given 0, expected 1..3)
puts error_of { f.instance_eval(1) } # => TypeError: no implicit conversion of Integer into String
puts error_of { f.instance_eval("1", "f", 1, 2) } # => ArgumentError: wrong number of arguments (given 4, expected 1..3)
puts error_of { f.instance_eval("1") {} } # => ArgumentError: wrong number of arguments (given 1, expected 0)
p 3.instance_eval { self + 1 }, nil.instance_eval { inspect } # => 4
# => "nil"
puts error_of { 3.instance_eval { def foo; end } } # => TypeError: can't define singleton
f.instance_eval { def only_here = @v }
p f.only_here, f.singleton_methods # => 7
# => [:only_here]
puts error_of { Foo.new.only_here } # => NoMethodError: undefined method 'only_here' for an instance of Foo
Foo.class_eval { def added = :added }
Foo.class_eval "def added2 = :added2"
p f.added, f.added2 # => :added
# => :added2
Foo.instance_eval { def on_class = :on_class }
p Foo.on_class # => :on_class
p Foo.class_eval { self }, Foo.class_exec(1) { |a| [self, a] }, Foo.class_eval("self") # => Foo
# => [Foo, 1]
# => Foo
puts error_of { Foo.class_exec } # => LocalJumpError: no block given
puts error_of { Foo.class_eval } # => ArgumentError: wrong number of arguments (given 0, expected 1..3)
puts error_of { Foo.class_eval(3) } # => TypeError: no implicit conversion of Integer into String
p Foo.class_eval { private; def after_private_in_block; end; 1 } # => 1
p Foo.private_method_defined?(:after_private_in_block) # => true
class Builder
  def initialize = @items = []
  def item(n, &block)
    @items << n
    instance_eval(&block) if block
    @items
  end
end
p Builder.new.item(1) { item(2) { item 3 } } # => [1, 2, 3]
CONST = :outer
class Foo
  CONST = :inner
end
p Foo.class_eval { CONST }, Foo.class_eval("CONST"), Foo.new.instance_eval("CONST") # => :outer
# => :inner
# => :inner
outer = 5
p f.instance_eval { outer + @v } # => 12
p f.instance_exec(1, k: 2) { |a, k:| [a, k, @v] } # => [1, 2, 7]
def f.each_item = yield(@v)
p f.instance_eval { each_item { |v| v + 1 } } # => 8
c = Class.new(Foo) { attr_reader :v; define_method(:twice) { @v * 2 } }
p c.new.v, c.new.twice # => 7
# => 14
Foo.class_exec(:dynamic) { |name| define_method(name) { name } }
p f.dynamic # => :dynamic
p f.singleton_class.instance_eval { self == f.singleton_class } # => true
p f.singleton_class.class_eval { def in_singleton = 1 }, f.in_singleton # => :in_singleton
# => 1
module Helper
  def self.extended(base) = base.instance_eval { @helped = true }
end
p Object.new.extend(Helper).instance_variable_get(:@helped) # => true
