# Integer as bits: two's complement of any width.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
show { [5 & 3, 5 | 3, 5 ^ 3, ~5] } # => [1, 7, 6, -6]
show { [-5 & 3, -5 | 3, -5 ^ 3, ~-5] } # => [3, -5, -8, 4]
show { [-(2**70) & (2**70 - 1), -(2**70) | 1, -(2**70) ^ 1, ~(2**70), ~-(2**70)] } # => [0, -1180591620717411303423, -1180591620717411303423, -1180591620717411303425, 1180591620717411303423]
show { [2**70 & -1, (2**70 + 5) & 7, 2**70 ^ 2**70] } # => [1180591620717411303424, 5, 0]
show { 1 & 1.5 } # => TypeError: 1.5 can't be coerced into Integer
show { 1 | nil } # => TypeError: nil can't be coerced into Integer
show { 1 ^ "a" } # => TypeError: String can't be coerced into Integer
show { 2**70 & 1.0 } # => TypeError: 1.0 can't be coerced into Integer
show { 1 & 1r } # => TypeError: Rational can't be coerced into Integer
show { [1 << 10, 1 << 62, 1 << 63, -1 << 62, -1 << 64, 1 << -1, -1 << -1, 0 << 100] } # => [1024, 4611686018427387904, 9223372036854775808, -4611686018427387904, -18446744073709551616, 0, -1, 0]
show { [1024 >> 3, -1024 >> 3, -1 >> 100, 1 >> 100, 1 >> -70, (2**100) >> 98, -(2**100) >> 200] } # => [128, -128, -1, 0, 1180591620717411303424, 4, -1]
show { 1 << 1.5 } # => 2
show { 1 << "a" } # => TypeError: no implicit conversion of String into Integer
show { 1 << nil } # => TypeError: no implicit conversion of nil into Integer
show { 1 << (2**70) } # => RangeError: shift width too big
show { 0 << (2**70) } # => 0
show { 1 >> (2**70) } # => 0
show { -1 >> (2**70) } # => -1
show { 1 >> -(2**70) } # => RangeError: shift width too big

# Bit reference.
show { [5[0], 5[1], 5[2], 5[100], -5[0], -5[100], 5[-1]] } # => [1, 0, 1, 0, 1, 1, 0]
show { [5[2**70], -5[2**70], -5[-(2**70)], (2**70)[70], (2**70)[69]] } # => [0, 1, 0, 1, 0]
show { 5[0, 2] } # => 1
show { 255[4..7] } # => 15
show { 255[4...7] } # => 7
show { 5[1..] } # => 2
show { 5[..1] } # => ArgumentError: The beginless range for Integer#[] results in infinity
show { 4[..1] } # => 0
show { 5[..-1] } # => 0
show { 5[1..0] } # => 2
show { 5[3, -1] } # => 0
show { 5[-1, 3] } # => 2
show { 5[-2..2] } # => 20
show { 5["a"] } # => TypeError: no implicit conversion of String into Integer
show { 5[1.5] } # => 0

# Masks and lengths.
show { [6.allbits?(2), 6.allbits?(3), 6.anybits?(3), 6.anybits?(1), 6.nobits?(1), 6.nobits?(3)] } # => [true, false, true, false, true, false]
show { 5.allbits?(1.5) } # => true
show { 5.anybits?("a") } # => TypeError: no implicit conversion of String into Integer
show { [0, 1, 255, 256, -1, -256, -257, 2**62 - 1, 2**62, -(2**62), 2**64, -(2**64), -(2**64) - 1].map(&:bit_length) } # => [0, 1, 8, 9, 0, 8, 9, 62, 63, 62, 65, 64, 65]
show { [(2**70).size, (256**10 - 1).size, (256**20 - 1).size] } # => [9, 10, 20]

# Digits.
show { [0.digits, 123.digits, 123.digits(2**70), 255.digits(16)] } # => [[0], [3, 2, 1], [123], [15, 15]]
show { (10**30).digits(10**10) } # => [0, 0, 0, 1]
show { (3**100).digits.sum } # => 153
show { 123.digits(1) } # => ArgumentError: invalid radix 1
show { 123.digits(-1) } # => ArgumentError: negative radix
show { 123.digits("a") } # => TypeError: no implicit conversion of String into Integer
show { -123.digits } # => Math::DomainError: out of domain
