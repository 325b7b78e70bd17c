# What every object can do.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

class Foo
  def initialize
    @a = 1
    @b = "x"
  end
end
p Foo.new.inspect.sub(/0x\h+/, "0x") # => "#<Foo:0x @a=1, @b=\"x\">"
p Object.new.to_s.sub(/0x\h+/, "0x") # => "#<Object:0x>"
class Chosen
  def initialize
    @a = 1
    @b = self
  end
  private def instance_variables_to_inspect = [:@b]
end
p Chosen.new.inspect.gsub(/0x\h+/, "0x") # => "#<Chosen:0x @b=#<Chosen:0x ...>>"
puts error_of { Foo.new.remove_instance_variable(:@zz) } # => NameError: instance variable @zz not defined
puts error_of { Foo.new.remove_instance_variable(:zz) } # => NameError: 'zz' is not allowed as an instance variable name
puts error_of { Foo.new.instance_variable_get("@") } # => NameError: '@' is not allowed as an instance variable name
p Foo.new.instance_variable_get(:@q) # => nil
p Foo.new.instance_variable_get("@a") # => 1
p Foo.new.instance_variable_defined?(:@a) # => true
p 3.instance_variable_get(:@a) # => nil
p Foo.new.instance_variables # => [:@a, :@b]
p Foo.new.tap { |f| f.remove_instance_variable(:@a) }.instance_variables # => [:@b]
puts error_of { 3.instance_variable_set(:@a, 1) } # => FrozenError: can't modify frozen Integer: 3
puts error_of { :a.instance_variable_set(:@a, 1) } # => FrozenError: can't modify frozen Symbol: :a
f = Foo.new
p f.instance_variable_set(:@c, 5) # => 5
p f.instance_variables # => [:@a, :@b, :@c]
puts error_of { f.freeze.instance_variable_set(:@a, 1) } # => FrozenError: can't modify frozen Foo: #<Foo:0x @a=1, @b="x", @c=5>
p f.frozen?, 3.frozen?, "lit".frozen?, :a.frozen?, nil.frozen? # => true
# => true
# => false
# => true
# => true
p Object.new == 3, Object.new != 3, !Object.new # => false
# => true
# => false
p Object.new.eql?(3), Object.new <=> 3, Object.new === 3 # => false
# => nil
# => false
o = Object.new
p o <=> o, o == o, o.equal?(o), o.eql?(o), o.hash == o.hash # => 0
# => true
# => true
# => true
# => true
puts error_of { Object.new =~ 3 } # => NoMethodError: undefined method '=~' for an instance of Object
p nil =~ 3 # => nil
p o.object_id == o.object_id, o.object_id == Object.new.object_id # => true
# => false
p 1.object_id, false.object_id
# => 2
# => 6
# => 0
p Foo.new.then { |x| x.class } # => Foo
p 5.tap { |x| p x } # => 5
# => 5
puts error_of { 5.tap } # => LocalJumpError: no block given (yield)
p 5.then.class # => Enumerator
p 5.itself # => 5
p o.singleton_methods # => []
def o.single; end
p o.singleton_methods, o.methods(false) # => [:single]
# => [:single]
p o.methods - Object.instance_methods # => [:single]
p o.singleton_class.instance_methods(false) # => [:single]
p o.respond_to?(:single), o.respond_to?(:puts), o.respond_to?(:puts, true), o.respond_to?("inspect") # => true
# => false
# => true
# => true
class Ghost
  def respond_to_missing?(name, priv) = name == :ghost || (priv && name == :hidden)
  def method_missing(name, *args)
    return [name, args] if name == :ghost
    super
  end
end
g = Ghost.new
p g.respond_to?(:ghost), g.respond_to?(:hidden), g.respond_to?(:hidden, true), g.respond_to?(:other) # => true
# => false
# => true
# => false
p g.ghost(1, 2) # => [:ghost, [1, 2]]
p g.method(:ghost).call(3) # => [:ghost, [3]]
puts error_of { g.other } # => NoMethodError: undefined method 'other' for an instance of Ghost
puts error_of { g.method(:other) } # => NameError: undefined method 'other' for class 'Ghost'
p o.extend(Comparable).is_a?(Comparable) # => true
puts error_of { o.extend } # => ArgumentError: wrong number of arguments (given 0, expected 1+)
puts error_of { o.extend(Class) } # => TypeError: wrong argument type Class (expected Module)
puts error_of { o.extend(3) } # => TypeError: wrong argument type Integer (expected Module)
p 3.instance_of?(Integer), 3.kind_of?(Comparable) # => true
# => true
p o.define_singleton_method(:dd) { 7 } # => :dd
p o.dd # => 7
p nil.to_a, nil.to_s, nil.inspect, nil.to_h, nil.to_i, nil & 1, nil | 1, nil ^ nil # => []
# => ""
# => "nil"
# => {}
# => 0
# => false
# => true
# => false
p true & 3, true | nil, true ^ true, false ^ 3, false | nil, true.to_s, false.inspect # => true
# => true
# => false
# => true
# => false
# => "true"
# => "false"
p nil.to_s.frozen?, true.to_s.frozen? # => true
# => true
p true <=> true, true <=> false, true === true # => 0
# => nil
# => true
puts error_of { nil.foo } # => NoMethodError: undefined method 'foo' for nil
puts error_of { true.foo } # => NoMethodError: undefined method 'foo' for true
p nil.singleton_class, true.singleton_class # => NilClass
# => TrueClass
puts error_of { 3.singleton_class } # => TypeError: can't define singleton
puts error_of { :a.singleton_class } # => TypeError: can't define singleton
puts error_of { def (3 + 0).foo; end } # => TypeError: can't define singleton
p Object.new.send(:class), Object.new.__send__(:itself).class # => Object
# => Object
puts error_of { Object.new.send } # => ArgumentError: no method name given
puts error_of { Object.new.send(3) } # => TypeError: 3 is not a symbol nor a string
puts error_of { Object.new.public_send } # => ArgumentError: no method name given
puts error_of { Object.new(1) } # => ArgumentError: wrong number of arguments (given 1, expected 0)
puts error_of { Object.new.send(:initialize, 3) } # => ArgumentError: wrong number of arguments (given 1, expected 0)
puts error_of { BasicObject.new.inspect } # => NoMethodError: undefined method 'inspect' for an instance of BasicObject
p BasicObject.instance_methods.sort # => [:!, :!=, :==, :__id__, :__send__, :equal?, :instance_eval, :instance_exec]
p self.to_s, self.inspect, self.class # => "main"
# => "main"
# => Object
p __method__.inspect # => "nil"
def named = __method__
alias renamed named
p named, renamed # => :named
# => :named
3.display
puts # => 3
p Foo.new.hash.class # => Integer
p [1, "a", :b, nil].map(&:frozen?) # => [true, false, true, true]
p String(3), String(nil), String("a") # => "3"
# => ""
# => "a"
puts error_of { String(BasicObject.new) } # => TypeError: can't convert BasicObject into String
