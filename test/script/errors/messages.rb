# Wording of common errors.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

class Foo
  def to_int = "x"
  def to_str = 1
  def to_ary = 1
  def to_a = 1
  def <=>(o) = nil
end
puts error_of { Integer.sqrt(nil) } # => TypeError: no implicit conversion of nil into Integer
puts error_of { [1].first(nil) } # => TypeError: no implicit conversion from nil to integer
puts error_of { [1].first("a") } # => TypeError: no implicit conversion of String into Integer
puts error_of { [1].first(true) } # => TypeError: no implicit conversion of true into Integer
puts error_of { [1].first(1e30) } # => RangeError: float 1e+30 out of range of integer
puts error_of { [1].first(2**70) } # => RangeError: bignum too big to convert into 'long'
puts error_of { [1].first(Foo.new) } # => TypeError: can't convert Foo to Integer (Foo#to_int gives String)
puts error_of { "a" + nil } # => TypeError: no implicit conversion of nil into String
puts error_of { "a" + Foo.new } # => TypeError: can't convert Foo to String (Foo#to_str gives Integer)
puts error_of { [] + nil } # => TypeError: no implicit conversion of nil into Array
puts error_of { [] + Foo.new } # => TypeError: can't convert Foo to Array (Foo#to_ary gives Integer)
puts error_of { {}.merge(1) } # => TypeError: no implicit conversion of Integer into Hash
puts error_of { [*Foo.new] } # => TypeError: can't convert Foo to Array (Foo#to_a gives Integer)
puts error_of { Object.new.instance_variable_get(1) } # => TypeError: 1 is not a symbol nor a string
puts error_of { Object.new.send(nil) } # => TypeError: nil is not a symbol nor a string
puts error_of { [3, nil].sort } # => ArgumentError: comparison of Integer with nil failed
puts error_of { [3, "a"].sort } # => ArgumentError: comparison of Integer with String failed
puts error_of { [Foo.new, 3].sort } # => ArgumentError: comparison of Foo with 3 failed
puts error_of { [Object.new, Object.new].sort } # => ArgumentError: comparison of Object with Object failed
puts error_of { Math.sqrt(nil) } # => TypeError: can't convert nil into Float
puts error_of { Math.sqrt("x") } # => TypeError: can't convert String into Float
puts error_of { "abc".freeze << "x" } # => FrozenError: can't modify frozen String: "abc"
puts error_of { [].freeze << 1 } # => FrozenError: can't modify frozen Array: []
puts error_of { {}.freeze[:a] = 1 } # => FrozenError: can't modify frozen Hash: {}
puts error_of { def (Object.new.freeze).foo; end } # => FrozenError: can't modify frozen Object: #<Object:0x>
puts error_of { nil.foo } # => NoMethodError: undefined method 'foo' for nil
puts error_of { Foo.foo } # => NoMethodError: undefined method 'foo' for class Foo
puts error_of { Kernel.foo } # => NoMethodError: undefined method 'foo' for module Kernel
puts error_of { Foo.new.foo } # => NoMethodError: undefined method 'foo' for an instance of Foo
puts error_of { Class.new.new.foo } # => NoMethodError: undefined method 'foo' for an instance of #<Class:0x>
puts error_of { Object.new.instance_eval { bar } } # => NameError: undefined local variable or method 'bar' for an instance of Object
puts error_of { unknown_thing } # => NameError: undefined local variable or method 'unknown_thing' for main
puts error_of { unknown_call() } # => NoMethodError: undefined method 'unknown_call' for main
puts error_of { self.unknown_call } # => NoMethodError: undefined method 'unknown_call' for main
puts error_of { 5.puts } # => NoMethodError: private method 'puts' called for an instance of Integer
class P1
  protected def pro; end
end
puts error_of { P1.new.pro } # => NoMethodError: protected method 'pro' called for an instance of P1
class Q1 < P1
  def x = super
end
puts error_of { Q1.new.x } # => NoMethodError: super: no superclass method 'x' for an instance of Q1
def a0; end
def a1(a); end
def a2(a, b = 1); end
def a3(a, *b); end
def a4(a:, b:); end
def a5(a: 1); end
def a6(a, b:, c: 1); end
puts error_of { a0(1) } # => ArgumentError: wrong number of arguments (given 1, expected 0)
puts error_of { a1 } # => ArgumentError: wrong number of arguments (given 0, expected 1)
puts error_of { a1(1, 2) } # => ArgumentError: wrong number of arguments (given 2, expected 1)
puts error_of { a2 } # => ArgumentError: wrong number of arguments (given 0, expected 1..2)
puts error_of { a2(1, 2, 3) } # => ArgumentError: wrong number of arguments (given 3, expected 1..2)
puts error_of { a3 } # => ArgumentError: wrong number of arguments (given 0, expected 1+)
puts error_of { a4 } # => ArgumentError: missing keywords: :a, :b
puts error_of { a4(a: 1) } # => ArgumentError: missing keyword: :b
puts error_of { a5(x: 1) } # => ArgumentError: unknown keyword: :x
puts error_of { a5(x: 1, y: 2) } # => ArgumentError: unknown keywords: :x, :y
puts error_of { a5(1) } # => ArgumentError: wrong number of arguments (given 1, expected 0)
puts error_of { a6 } # => ArgumentError: wrong number of arguments (given 0, expected 1; required keyword: b)
puts error_of { a6(1) } # => ArgumentError: missing keyword: :b
puts error_of { a6(1, 2, b: 1) } # => ArgumentError: wrong number of arguments (given 2, expected 1; required keyword: b)
puts error_of { a5("str" => 1) } # => ArgumentError: unknown keyword: "str"
puts error_of { [].first(1, 2) } # => ArgumentError: wrong number of arguments (given 2, expected 0..1)
puts error_of { [].push.fetch } # => ArgumentError: wrong number of arguments (given 0, expected 1..2)
puts error_of { Foo::Bar } # => NameError: uninitialized constant Foo::Bar
puts error_of { Bar } # => NameError: uninitialized constant Bar
puts error_of { {a: 1}.fetch(:b) } # => KeyError: key not found: :b
puts error_of { {"a" => 1}.fetch("b") } # => KeyError: key not found: "b"
puts error_of { [1].fetch(9) } # => IndexError: index 9 outside of array bounds: -1...1
puts error_of { class Q1; undef nope; end } # => NameError: undefined method 'nope' for class 'Q1'
puts error_of { class Q1; alias a nope; end } # => NameError: undefined method 'nope' for class 'Q1'
puts error_of { module M; undef nope; end } # => NameError: undefined method 'nope' for module 'M'
puts error_of { class Q1; remove_method :nope; end } # => NameError: method 'nope' not defined in Q1
puts error_of { Foo.new.instance_variable_set("a", 1) } # => NameError: 'a' is not allowed as an instance variable name
puts error_of { 1.upto(nil) { } } # => ArgumentError: comparison of Integer with nil failed
puts error_of { 1 + nil } # => TypeError: nil can't be coerced into Integer
puts error_of { 1 + "a" } # => TypeError: String can't be coerced into Integer
puts error_of { nil + 1 } # => NoMethodError: undefined method '+' for nil
puts error_of { 1 / 0 } # => ZeroDivisionError: divided by 0
puts error_of { 1 % 0 } # => ZeroDivisionError: divided by 0
puts error_of { "a" * -1 } # => ArgumentError: negative argument
puts error_of { [1, 2].first(-1) } # => ArgumentError: negative array size
puts error_of { Integer("abc") } # => ArgumentError: invalid value for Integer(): "abc"
puts error_of { Float("abc") } # => ArgumentError: invalid value for Float(): "abc"
puts error_of { :a + 1 } # => NoMethodError: undefined method '+' for an instance of Symbol
puts error_of { yield_nothing = 1; def yy = yield; yy } # => LocalJumpError: no block given (yield)
puts error_of { Struct.new(:a).new(1, 2) } # => ArgumentError: struct size differs
puts error_of { loop { raise StopIteration }; 1 } # => no error: 1
puts error_of { case 5; in 6; end } # => NoMatchingPatternError: 5: 6 === 5 does not return true
puts error_of { case {a: 1}; in {a: String}; end } # => NoMatchingPatternError: {a: 1}: String === 1 does not return true
puts error_of { case {a: 1}; in {b: String}; end } # => NoMatchingPatternKeyError: {a: 1}: key not found: :b
puts error_of { a, b = *nil; b.foo } # => NoMethodError: undefined method 'foo' for nil
puts error_of { {a: 1} => {a: String} } # => NoMatchingPatternError: {a: 1}: String === 1 does not return true
puts error_of { "x".to_sym.to_proc.call(1) } # => NoMethodError: undefined method 'x' for an instance of Integer
puts error_of { Comparable.new } # => NoMethodError: undefined method 'new' for module Comparable
puts error_of { obj = Object.new; def obj.inspect = "custom"; obj.foo } # => NoMethodError: undefined method 'foo' for #<Object:0x>
puts error_of { Data.define(:a).new } # => ArgumentError: missing keyword: :a
puts error_of { raise "multi\nline" } # => RuntimeError: multi
# => line
puts error_of { BasicObject.new.foo } # => NoMethodError: undefined method 'foo' for an instance of BasicObject
puts error_of { [].foo = 1 } # => NoMethodError: undefined method 'foo=' for an instance of Array
puts error_of { nil[0] } # => NoMethodError: undefined method '[]' for nil
puts error_of { nil[0] = 1 } # => NoMethodError: undefined method '[]=' for nil
puts error_of { -nil } # => NoMethodError: undefined method '-@' for nil
puts error_of { nil.a.b } # => NoMethodError: undefined method 'a' for nil
