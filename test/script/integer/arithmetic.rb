# Integer arithmetic: fixnums, Bignums, and the border between them.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end

# Around the fixnum border.
show { 2**62 - 1 } # => 4611686018427387903
show { 2**62 } # => 4611686018427387904
show { -(2**62) } # => -4611686018427387904
show { -(2**62) - 1 } # => -4611686018427387905
show { (2**62 - 1) + 1 } # => 4611686018427387904
show { -(2**62) - 1 + 1 } # => -4611686018427387904
show { 4611686018427387904 - 1 } # => 4611686018427387903
show { 3037000500 * 3037000500 } # => 9223372037000250000
show { -3037000500 * 3037000500 } # => -9223372037000250000
show { 4611686018427387903 * 2 } # => 9223372036854775806
show { (2**64) * (2**64) } # => 340282366920938463463374607431768211456
show { (2**64) - (2**64) } # => 0
show { (2**64) - (2**64 - 5) } # => 5
show { (2**64 - 5) - (2**64) } # => -5
show { (2**64) + -(2**64) } # => 0
show { 2**64 * 0 } # => 0
show { -(2**64) * -(2**64) } # => 340282366920938463463374607431768211456
show { (10**40) / (10**20) } # => 100000000000000000000
show { -(4611686018427387904) / -1 } # => 4611686018427387904
show { 12345678901234567890 + 98765432109876543210 } # => 111111111011111111100
show { 12345678901234567890 - 98765432109876543210 } # => -86419753208641975320
show { -12345678901234567890 - 98765432109876543210 } # => -111111111011111111100
show { 123456789 ** 10 } # => 822526259147102579504761143661535547764137892295514168093701699676416207799736601

# Division floors; the remainder has the divisor's sign.
show { [7 / 2, -7 / 2, 7 / -2, -7 / -2] } # => [3, -4, -4, 3]
show { [7 % 3, -7 % 3, 7 % -3, -7 % -3] } # => [1, 2, -2, -1]
show { [7.divmod(3), -7.divmod(3), 7.divmod(-3), -7.divmod(-3)] } # => [[2, 1], [-3, 2], [-3, -2], [2, -1]]
show { [7.remainder(3), -7.remainder(3), 7.remainder(-3), -7.remainder(-3)] } # => [1, -1, 1, -1]
show { (10**20).divmod(7) } # => [14285714285714285714, 2]
show { (-10**20).divmod(7) } # => [-14285714285714285715, 5]
show { (10**20).divmod(-(10**19)) } # => [-10, 0]
show { 7 % (10**20) } # => 7
show { -7 % (10**20) } # => 99999999999999999993
show { 7 / -(10**20) } # => -1
show { (10**20).remainder(-3) } # => 1
show { 7.remainder(-(2**70)) } # => 7
show { -7.remainder(2**70) } # => -7
show { [7.ceildiv(2), 7.ceildiv(-2), -7.ceildiv(2), (10**20).ceildiv(3)] } # => [4, -3, -3, 33333333333333333334]
show { 7.div(2.5) } # => 2
show { 7.div(0.0) } # => ZeroDivisionError: divided by 0
show { 7.div(nil) } # => TypeError: nil can't be coerced into Integer
show { 1 / 0 } # => ZeroDivisionError: divided by 0
show { 1 % 0 } # => ZeroDivisionError: divided by 0
show { 1.divmod 0 } # => ZeroDivisionError: divided by 0
show { 1.divmod 0.0 } # => ZeroDivisionError: divided by 0
show { 7 % 0.0 } # => ZeroDivisionError: divided by 0
show { 7.remainder(0) } # => ZeroDivisionError: divided by 0
show { (10**20) / 0 } # => ZeroDivisionError: divided by 0

# Powers.
show { 2 ** 100 } # => 1267650600228229401496703205376
show { (-2) ** 101 } # => -2535301200456458802993406410752
show { 0 ** 0 } # => 1
show { 1 ** (10**30) } # => 1
show { (-1) ** (10**30 + 1) } # => -1
show { 0 ** (10**30) } # => 0
show { 2 ** -1 } # => (1/2)
show { (-2) ** -3 } # => (-1/8)
show { 0 ** -1 } # => ZeroDivisionError: divided by 0
show { 4 ** 1r } # => (4/1)
show { 2 ** "a" } # => TypeError: String can't be coerced into Integer
show { 10 ** (10**30) } # => ArgumentError: exponent is too large
show { 2 ** (2**64) } # => ArgumentError: exponent is too large
show { 2.pow(10, 1000) } # => 24
show { 2.pow(10, -1000) } # => -976
show { 2.pow(2**70, 97) } # => 61
show { 12345678901234567890.pow(98765432109876543210, 10**20 + 39) } # => 78275203619974841331
show { 5.pow(0, 1) } # => 0
show { 2.pow(-1, 5) } # => RangeError: Integer#pow() 1st argument cannot be negative when 2nd argument specified
show { 2.pow(1.5, 5) } # => TypeError: Integer#pow() 2nd argument not allowed unless a 1st argument is integer
show { 2.pow(5, 1.5) } # => TypeError: Integer#pow() 2nd argument not allowed unless all arguments are integers
show { 2.pow(5, 0) } # => ZeroDivisionError: divided by 0
show { 2.pow(5, nil) } # => TypeError: Integer#pow() 2nd argument not allowed unless all arguments are integers
show { 2.pow } # => ArgumentError: wrong number of arguments (given 0, expected 1..2)

# With floats and rationals.
show { 1 + 1.5 } # => 2.5
show { 2**70 * 1.0 } # => 1.1805916207174113e+21
show { 10**400 * 1.0 } # => Infinity
show { 3 / 2.0 } # => 1.5
show { 7 * 2r } # => (14/1)
show { 7.quo(2) } # => (7/2)
show { 7.quo(2.0) } # => 3.5
show { 7.quo(0) } # => ZeroDivisionError: divided by 0
show { 7.fdiv(2r) } # => 3.5
show { 7.fdiv("a") } # => TypeError: String can't be coerced into Integer
show { 7.fdiv(1i) } # => RangeError: can't convert 0.0-7.0i into Float
show { (10**400).fdiv(10**399) } # => 10.0
show { (10**400).fdiv(3.0) } # => Infinity
show { 3.fdiv(10**400) } # => 0.0
show { 1.fdiv(3) } # => 0.3333333333333333
show { 7.fdiv(0) } # => Infinity
show { (2**53 + 1).fdiv(1) } # => 9.007199254740992e+15
show { (10**30).fdiv(7 * 10**15) } # => 142857142857142.84

# What cannot be computed with.
show { 1 + nil } # => TypeError: nil can't be coerced into Integer
show { 1 + "a" } # => TypeError: String can't be coerced into Integer
show { 1 + :a } # => TypeError: :a can't be coerced into Integer
show { 1 + [] } # => TypeError: Array can't be coerced into Integer
show { 1 + Object.new } # => TypeError: Object can't be coerced into Integer
show { 1 - true } # => TypeError: true can't be coerced into Integer
show { 1 * "2" } # => TypeError: String can't be coerced into Integer
show { 1 <=> "a" } # => nil
show { 1 == nil } # => false
show { 1 < nil } # => ArgumentError: comparison of Integer with nil failed
show { 1 < "a" } # => ArgumentError: comparison of Integer with String failed
show { 1 >= Object.new } # => ArgumentError: comparison of Integer with Object failed

# Comparison is exact.
show { 9007199254740993 == 9007199254740992.0 } # => false
show { 9007199254740993 <=> 9007199254740992.0 } # => 1
show { 10**400 <=> Float::INFINITY } # => -1
show { 10**400 > -Float::INFINITY } # => true
show { 1 <=> Float::NAN } # => nil
show { 1 == Float::NAN } # => false
show { [3 <=> 2**70, 2**70 <=> 3, 2**70 <=> 2**70, -(2**70) <=> 2**70] } # => [-1, 1, 0, -1]
show { 2**70 == 2**70 } # => true
show { (2**70).eql?(2**70) } # => true
show { (2**70).equal?(2**70) } # => false
show { (2**70).hash == (2**70).hash } # => true
show { 1.eql?(1.0) } # => false
show { 1 == 1.0 } # => true
show { 1 === 1r } # => true

# Number theory.
show { [12.gcd(18), 12.lcm(-18), 12.gcdlcm(18), 0.gcd(5), (10**30).gcd(10**20), (-4).gcd(6)] } # => [6, 36, [6, 36], 5, 100000000000000000000, 2]
show { 7.gcd(2.0) } # => TypeError: not an integer
show { [0, 1, 24, 25, 10**40, 4.9].map { Integer.sqrt(_1) } } # => [0, 1, 4, 5, 100000000000000000000, 2]
show { Integer.sqrt(-1) rescue $!.class } # => Math::DomainError
show { Integer.sqrt("a") } # => TypeError: no implicit conversion of String into Integer
show { [5.abs, -5.abs, (-(2**70)).abs, 5.magnitude] } # => [5, 5, 1180591620717411303424, 5]
show { [5.succ, 5.pred, 5.next, (2**62 - 1).succ, (-(2**62)).pred] } # => [6, 4, 6, 4611686018427387904, -4611686018427387905]
show { [-5.negative?, 5.positive?, 0.zero?, 4.even?, 5.odd?, (2**70).even?] } # => [true, true, true, true, true, true]
