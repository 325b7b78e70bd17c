# Method and UnboundMethod.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

def m0; end
def m1(a, b = 1, *c, d, e:, f: 2, **g, &h); end
def m2(*); end
def m3(**); end
def m4(&); end
def m5(...) = m2(...)
def m6(a, (b, c), d = 1); end
def m7(**nil); end
def m8(e:); end
def m9(e: 1); end
def m10(a, e: 1); end
def m11(a = 1, e:); end
12.times { |i| p [method("m#{i}").arity, method("m#{i}").parameters, method("m#{i}").inspect.sub(/ \S+:(\d+)>/, " \\1>")] } # => [0, [], "#<Method: Object#m0() 8>"]
# => [-4, [[:req, :a], [:opt, :b], [:rest, :c], [:req, :d], [:keyreq, :e], [:key, :f], [:keyrest, :g], [:block, :h]], "#<Method: Object#m1(a, b=..., *c, d, e:, f: ..., **g, &h) 9>"]
# => [-1, [[:rest, :*]], "#<Method: Object#m2(*) 10>"]
# => [-1, [[:keyrest, :**]], "#<Method: Object#m3(**) 11>"]
# => [0, [[:block, :&]], "#<Method: Object#m4(...) 12>"]
# => [-1, [[:rest, :*], [:keyrest, :**], [:block, :&]], "#<Method: Object#m5(...) 13>"]
# => [-3, [[:req, :a], [:req], [:opt, :d]], "#<Method: Object#m6(a, _, d=...) 14>"]
# => [0, [[:nokey]], "#<Method: Object#m7(**nil) 15>"]
# => [1, [[:keyreq, :e]], "#<Method: Object#m8(e:) 16>"]
# => [-1, [[:key, :e]], "#<Method: Object#m9(e: ...) 17>"]
# => [-2, [[:req, :a], [:key, :e]], "#<Method: Object#m10(a, e: ...) 18>"]
# => [-2, [[:opt, :a], [:keyreq, :e]], "#<Method: Object#m11(a=..., e:) 19>"]
p 1.method(:+).arity, 1.method(:+).parameters, [].method(:push).parameters, "".method(:sub).arity # => 1
# => [[:req]]
# => [[:rest]]
# => -1
p 1.method(:+).inspect, [].method(:push).inspect # => "#<Method: Integer#+(_)>"
# => "#<Method: Array#push(*)>"
class Foo
  attr_accessor :x
  def bar = :bar
  def self.cm = :cm
  alias baz bar
  define_method(:dm) { |a| [:dm, a] }
  protected def pq; end
  private def pv; end
end
class Foo2 < Foo
  def bar = [:bar2, super]
end
f = Foo.new
shown = ->(m) { m.inspect.gsub(/0x\h+/, "0x").sub(/ \S+:(\d+)>/, " \\1>") }
p f.method(:x).arity, f.method(:x=).arity, f.method(:x).parameters, f.method(:x=).parameters # => 0
# => 1
# => []
# => [[:req]]
p shown[f.method(:bar)], shown[Foo.method(:cm)], shown[f.method(:baz)], shown[Foo2.new.method(:bar).super_method] # => "#<Method: Foo#bar() 25>"
# => "#<Method: Foo.cm() 26>"
# => "#<Method: Foo#baz(bar)() 25>"
# => "#<Method: Foo#bar() 25>"
p shown[f.method(:dm)], f.method(:dm).arity, shown[Foo.instance_method(:bar)], shown[Foo.method(:new)] # => "#<Method: Foo#dm(a) 28>"
# => 1
# => "#<UnboundMethod: Foo#bar() 25>"
# => "#<Method: #<Class:Foo>(Class)#new(*)>"
p shown[Foo2.new.method(:dm)], shown[Foo2.instance_method(:dm)] # => "#<Method: Foo2(Foo)#dm(a) 28>"
# => "#<UnboundMethod: Foo#dm(a) 28>"
def f.sing(a) = a
p shown[f.method(:sing)], shown[f.method(:bar)], shown[f.singleton_method(:sing)] # => "#<Method: #<Foo:0x>.sing(a) 41>"
# => "#<Method: Foo#bar() 25>"
# => "#<Method: #<Foo:0x>.sing(a) 41>"
p shown[method(:puts)], shown[method(:print).unbind], shown[Class.instance_method(:new)], shown[Kernel.method(:puts)] # => "#<Method: Object(Kernel)#puts(*)>"
# => "#<UnboundMethod: Kernel#print(*)>"
# => "#<UnboundMethod: Class#new(*)>"
# => "#<Method: Kernel.puts(*)>"
puts error_of { f.singleton_method(:nope) } # => NameError: undefined singleton method 'nope' for '#<Foo:0x>'
puts error_of { f.method(:nope) } # => NameError: undefined method 'nope' for class '#<Class:#<Foo:0x>>'
puts error_of { Foo.new.method(:nope) } # => NameError: undefined method 'nope' for class 'Foo'
puts error_of { Foo.instance_method(:nope) } # => NameError: undefined method 'nope' for class 'Foo'
puts error_of { Comparable.instance_method(:nope) } # => NameError: undefined method 'nope' for module 'Comparable'
puts error_of { Foo.new.public_method(:pv) } # => NameError: method 'pv' for class 'Foo' is private
puts error_of { Foo.public_instance_method(:pv) } # => NameError: method 'pv' for class 'Foo' is private
puts error_of { Foo.public_instance_method(:pq) } # => NameError: method 'pq' for class 'Foo' is protected
m = f.method(:baz)
p m.name, m.original_name, m.owner, m.receiver.equal?(f), m.source_location.last, m.unbind.class # => :baz
# => :bar
# => Foo
# => true
# => 25
# => UnboundMethod
p m == f.method(:baz), m == f.method(:bar), m.eql?(f.method(:baz)), m.hash == f.method(:baz).hash # => true
# => true
# => true
# => true
p m == Foo.new.method(:baz), f.method(:dm) == f.method(:dm) # => false
# => true
p m.call, m.(), m[], m === nil rescue p $!.class # => ArgumentError
puts error_of { Foo.instance_method(:bar).bind(3) } # => TypeError: bind argument must be an instance of Foo
p Foo.instance_method(:bar).bind(Foo2.new).call, Foo.instance_method(:bar).bind_call(Foo2.new) # => :bar
# => :bar
p Kernel.instance_method(:class).bind_call(3), Comparable.instance_method(:clamp).bind(3).call(4, 5) # => Integer
# => 4
puts error_of { Foo.instance_method(:bar).bind_call } # => ArgumentError: wrong number of arguments (given 0, expected 1+)
puts error_of { f.method(:bar).call(1) } # => ArgumentError: wrong number of arguments (given 1, expected 0)
p f.method(:dm).to_proc.lambda?, f.method(:dm).to_proc.call(1), f.method(:dm).to_proc.arity # => true
# => [:dm, 1]
# => 1
p Foo2.new.method(:bar).super_method.call, Foo.new.method(:bar).super_method # => :bar
# => nil
p f.method(:class).owner, f.method(:pv).owner # => Kernel
# => Foo
p 3.method(:+).call(4), 3.method(:+)[4], 3.method(:+) === 4 # => 7
# => 7
# => 7
p [3, 1, 2].method(:max).unbind.bind([7, 9]).call # => 9
p %w[1 2].map(&method(:Integer)) # => [1, 2]
module Mod
  def who = "Mod(#{defined?(super) ? super : nil})"
end
class Incl
  include Mod
end
p Mod.instance_method(:who).bind(Incl.new).call, Incl.new.method(:who).owner, Incl.instance_method(:who).class # => "Mod()"
# => Mod
# => UnboundMethod
Foo.define_method(:from_method, f.method(:bar))
p f.from_method, Foo.instance_method(:from_method).name # => :bar
# => :from_method
puts error_of { Foo.define_method(:bad, String.instance_method(:upcase)) } # => TypeError: bind argument must be a subclass of String
puts error_of { Foo.define_method(:bad) } # => ArgumentError: tried to create Proc object without a block
puts error_of { Foo.define_method(:bad, 3) } # => TypeError: wrong argument type Integer (expected Proc/Method/UnboundMethod)
Foo.define_method(:by_symbol, &:to_s)
puts error_of { f.by_symbol.class } # => ArgumentError: no receiver given
p Foo.define_method(:opt) { |a, b = 1, *c, k: 2| [a, b, c, k] } # => :opt
p f.opt(1), f.opt(1, 2, 3, k: 4) # => [1, 1, [], 2]
# => [1, 2, [3], 4]
puts error_of { f.opt } # => ArgumentError: wrong number of arguments (given 0, expected 1+)
def f.method_missing(n, *a) = n == :dyn ? [:dyn, a] : super
def f.respond_to_missing?(n, p = false) = n == :dyn
p f.method(:dyn).call(1), f.method(:dyn).arity # => [:dyn, [1]]
# => -1
um = Foo.instance_method(:bar)
class Foo
  def bar = :redefined
end
p um.bind(f).call, f.bar # => :bar
# => :redefined
