# Proc: arity, parameters, composition, currying.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

[
  proc {}, proc { || }, proc { |a| }, proc { |a,| }, proc { |a, b| }, proc { |a, b = 1| }, proc { |*a| },
  proc { |a, *b| }, proc { |a = 1| }, proc { |e:| }, proc { |a, e:| }, proc { |e: 1| }, proc { |(a, b), c| },
  proc { _1 }, proc { it }, proc { _1 + _2 }, proc { |a, **k, &b| }, proc { |a; x| }
].each { |pr| p [pr.arity, pr.parameters, pr.parameters(lambda: true)] } # => [0, [], []]
# => [0, [], []]
# => [1, [[:opt, :a]], [[:req, :a]]]
# => [1, [[:opt, :a]], [[:req, :a]]]
# => [2, [[:opt, :a], [:opt, :b]], [[:req, :a], [:req, :b]]]
# => [1, [[:opt, :a], [:opt, :b]], [[:req, :a], [:opt, :b]]]
# => [-1, [[:rest, :a]], [[:rest, :a]]]
# => [-2, [[:opt, :a], [:rest, :b]], [[:req, :a], [:rest, :b]]]
# => [0, [[:opt, :a]], [[:opt, :a]]]
# => [1, [[:keyreq, :e]], [[:keyreq, :e]]]
# => [2, [[:opt, :a], [:keyreq, :e]], [[:req, :a], [:keyreq, :e]]]
# => [0, [[:key, :e]], [[:key, :e]]]
# => [2, [[:opt], [:opt, :c]], [[:req], [:req, :c]]]
# => [1, [[:opt, :_1]], [[:req, :_1]]]
# => [1, [[:opt]], [[:req]]]
# => [2, [[:opt, :_1], [:opt, :_2]], [[:req, :_1], [:req, :_2]]]
# => [1, [[:opt, :a], [:keyrest, :k], [:block, :b]], [[:req, :a], [:keyrest, :k], [:block, :b]]]
# => [1, [[:opt, :a]], [[:req, :a]]]
[
  lambda {}, lambda { |a| }, lambda { |a,| }, lambda { |a, b = 1| }, lambda { |*a| }, lambda { |a = 1| },
  lambda { |e:| }, lambda { |a, e:| }, lambda { |e: 1| }, lambda { _1 }, lambda { it }
].each { |pr| p [pr.arity, pr.parameters, pr.parameters(lambda: false)] } # => [0, [], []]
# => [1, [[:req, :a]], [[:opt, :a]]]
# => [1, [[:req, :a]], [[:opt, :a]]]
# => [-2, [[:req, :a], [:opt, :b]], [[:opt, :a], [:opt, :b]]]
# => [-1, [[:rest, :a]], [[:rest, :a]]]
# => [-1, [[:opt, :a]], [[:opt, :a]]]
# => [1, [[:keyreq, :e]], [[:keyreq, :e]]]
# => [2, [[:req, :a], [:keyreq, :e]], [[:opt, :a], [:keyreq, :e]]]
# => [-1, [[:key, :e]], [[:key, :e]]]
# => [1, [[:req, :_1]], [[:opt, :_1]]]
# => [1, [[:req]], [[:opt]]]
pr = proc { |x, y = 2, *z| [x, y, z] }
p pr.call(1), pr.(1, 2), pr[1, 2, 3], pr.yield([1, 2, 3, 4]), pr === 5 # => [1, 2, []]
# => [1, 2, []]
# => [1, 2, [3]]
# => [1, 2, [3, 4]]
# => [5, 2, []]
p pr.lambda?, lambda {}.lambda?, lambda(&lambda {}).lambda?, :a.to_proc.lambda? # => false
# => true
# => true
# => true
puts pr.inspect.gsub(/0x\h+/, "0x"), lambda {}.inspect.gsub(/0x\h+/, "0x"), :a.to_proc.inspect.gsub(/0x\h+/, "0x") # => #<Proc:0x FILE:17>
# => #<Proc:0x FILE:20 (lambda)>
# => #<Proc:0x(&:a) (lambda)>
p pr.source_location.last, :a.to_proc.source_location, :a.to_proc.arity, :a.to_proc.parameters # => 17
# => nil
# => -2
# => [[:req], [:rest]]
p pr == pr.dup, pr.eql?(pr.clone), pr.hash == pr.dup.hash, proc {} == proc {} # => true
# => true
# => true
# => false
p (proc { |x| x + 1 } >> proc { |x| x * 2 }).call(3) # => 8
p (proc { |x| x + 1 } << proc { |x| x * 2 }).call(3) # => 7
p (1.method(:+) >> 2.method(:*)).call(3), (1.method(:+) << 2.method(:*)).call(3) # => 8
# => 7
p (:upcase.to_proc >> :to_sym.to_proc).call("a") # => :A
puts error_of { proc {} >> 3 } # => TypeError: callable object is expected
puts error_of { proc {} << nil } # => TypeError: callable object is expected
p lambda { |a, b, c| a + b + c }.curry[1][2][3], lambda { |a, b, c| a + b + c }.curry[1, 2][3] # => 6
# => 6
p proc { |a, b| [a, b] }.curry[1][2], lambda { |a, b = 2| [a, b] }.curry[1] # => [1, 2]
# => [1, 2]
p lambda { |*a| a }.curry(2)[1][2], proc { |a, b| [a, b] }.curry(3)[1][2][3] # => [1, 2]
# => [1, 2]
puts error_of { lambda { |a, b| }.curry(1) } # => ArgumentError: wrong number of arguments (given 1, expected 2)
p lambda { |a, b| }.curry.lambda?, lambda { |a, b| }.curry.arity, 3.method(:clamp).curry(2)[1][2] # => true
# => -1
# => 2
class MyProc < Proc; end
p MyProc.new { 1 }.class, MyProc.new { 1 }.dup.class, MyProc.new { 4 }.call # => MyProc
# => MyProc
# => 4
puts error_of { Proc.new } # => ArgumentError: tried to create Proc object without a block
puts error_of { MyProc.new } # => ArgumentError: tried to create Proc object without a block
puts error_of { proc } # => ArgumentError: tried to create Proc object without a block
puts error_of { lambda } # => ArgumentError: tried to create Proc object without a block
puts error_of { lambda(&proc {}) } # => ArgumentError: the lambda method requires a literal block
puts error_of { lambda { |a| }.call(1, 2) } # => ArgumentError: wrong number of arguments (given 2, expected 1)
puts error_of { lambda { |a, b:| }.call(1) } # => ArgumentError: missing keyword: :b
puts error_of { :upcase.to_proc.call } # => ArgumentError: no receiver given
puts error_of { [1].each(&3) } # => TypeError: no implicit conversion of Integer into Proc
def block_of(&b) = b
p block_of.nil?, block_of {}.class, block_of(&:a).class, block_of(&nil) # => true
# => Proc
# => Proc
# => nil
b = block_of { |x| x * 2 }
p block_of(&b).equal?(b) # => true
p lambda(&:upcase).call("a"), lambda { |x| return x }.call(4) # => "A"
# => 4
p [1, 2].map(&1.method(:+)), %w[a b].map(&:upcase) # => [2, 3]
# => ["A", "B"]
def returns_from_proc
  [1, 2, 3].each { |x| return x * 10 if x == 2 }
  :none
end
p returns_from_proc # => 20
def make_return_proc = proc { return 1 }
puts error_of { make_return_proc.call } # => LocalJumpError: unexpected return
counter = 0
add = ->(n) { counter += n }
add.(2)
add[3]
p counter # => 5
def yielder
  yield 1, 2
end
p yielder { |a| a }, yielder { |a, b, c| [a, b, c] }, yielder { |*a| a } # => 1
# => [1, 2, nil]
# => [1, 2]
def yield_array
  yield [1, [2, 3]]
end
p yield_array { |a| a }, yield_array { |a, b| [a, b] }, yield_array { |a, (b, c)| [a, b, c] } # => [1, [2, 3]]
# => [1, [2, 3]]
# => [1, 2, 3]
p yield_array(&->(a) { a }) # => [1, [2, 3]]
puts error_of { yield_array(&->(a, b) { [a, b] }) } # => ArgumentError: wrong number of arguments (given 1, expected 2)
h = Hash.new { |hash, k| hash[k] = k * 2 }
p h[2], h # => 4
# => {2 => 4}
m = pr.ruby2_keywords
p m.equal?(pr) # => true
p proc { |a, b = a| [a, b] }.call(1) # => [1, 1]
nested = ->(x) { ->(y) { ->(z) { x + y + z } } }
p nested[1][2][3] # => 6
x = 10
change = -> { x += 1 }
change.call
p x # => 11
p proc { |a| next a * 2; 0 }.call(4) # => 8
