# Float arithmetic and comparison.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
show { [1.5 + 1, 1.5 - 2r, 2.5 * 2**70, 1.0 / 3, 1.5.quo(0), 3.7 % 1, -7.5 % 2, 7.0.modulo(-2), 7.0.div(2), 7.0.fdiv(2r)] } # => [2.5, -0.5, 2.951479051793528e+21, 0.3333333333333333, Infinity, 0.7000000000000002, 0.5, -1.0, 3, 3.5]
show { [1.5.divmod(-0.4), -7.5.divmod(2), 7.0.divmod(Float::INFINITY), -7.0.divmod(Float::INFINITY), 6.0.divmod(-3)] } # => [[-4, -0.10000000000000009], [-4, 0.5], [0, 7.0], [-1, Infinity], [-2, 0.0]]
show { [-7.0 % Float::INFINITY, 7.0 % -Float::INFINITY, -6.0 % 3.0, 6.0 % -3.0] } # => [Infinity, -Infinity, -0.0, 0.0]
show { [3.7.remainder(1.2), -3.7.remainder(Float::INFINITY), 7.0.remainder(-2)] } # => [0.10000000000000031, -3.7, 1.0]
show { 7.0 % 0 } # => ZeroDivisionError: divided by 0
show { 7.0.div(0) } # => ZeroDivisionError: divided by 0
show { 7.0.divmod(0) } # => ZeroDivisionError: divided by 0
show { Float::INFINITY.divmod(2) } # => FloatDomainError: Infinity
show { Float::NAN.divmod(2) } # => FloatDomainError: NaN
show { 1.0 + "a" } # => TypeError: String can't be coerced into Float
show { 1.0 + nil } # => TypeError: nil can't be coerced into Float
show { 1.0.divmod("a") } # => TypeError: String can't be coerced into Float
show { 1e308 * 10 } # => Infinity

# Powers.
show { [2.0 ** 3, 2.0 ** 0.5, 0.0 ** -1, 2.0 ** (2**70), 2.0 ** 1000000, 4.0 ** 0.5, 2 ** 0.5] } # => [8.0, 1.4142135623730951, Infinity, Infinity, Infinity, 2.0, 1.4142135623730951]
show { (-8.0) ** (1/3r) } # => (1.0000000000000002+1.7320508075688772i)
show { (-8) ** (1.0/3) } # => (1.0000000000000002+1.7320508075688772i)
show { (-4.0) ** 0.5 } # => (0.0+2.0i)
show { (-2.0) ** 2 } # => 4.0
show { 2 ** Float::NAN } # => NaN
show { 2.0 ** 1i } # => (0.7692389013639721+0.6389612763136348i)
show { 2.0 ** "a" } # => TypeError: String can't be coerced into Float

# Comparison.
show { [1.0 == 1, 1.0.eql?(1), 1.0.eql?(1.0), 0.0 == -0.0, 0.0.eql?(-0.0), Float::NAN == Float::NAN] } # => [true, false, true, true, true, false]
show { [1.0 <=> 2r, 1.0 <=> Float::NAN, 1.0 <=> "a", Float::INFINITY <=> 10**400, -Float::INFINITY <=> 10**400, 1.5 <=> 1.5r] } # => [-1, nil, nil, 1, -1, 0]
show { [1.0 < 2, 1.0 > 0.5r, 2.0**70 >= 2**70, 2.0**70 < 2**70 + 1] } # => [true, true, true, true]
show { 1.0 < nil } # => ArgumentError: comparison of Float with nil failed
show { 1.5 < Object.new } # => ArgumentError: comparison of Float with Object failed
show { 1.5 < 1i } # => NoMethodError: undefined method '<' for an instance of Complex
show { 1.0.hash == 1.0.hash } # => true
show { 0.0.hash == -0.0.hash } # => true

# Queries.
show { [1.0.nan?, (0.0/0).nan?, (1/0.0).infinite?, (-1/0.0).infinite?, 1.0.infinite?, 1.0.finite?, -0.0.negative?, 0.0.zero?, 2.5.positive?, -1.5.abs, -0.0.abs] } # => [false, true, 1, -1, nil, true, false, true, true, 1.5, 0.0]
show { [1.0.next_float, 1.0.prev_float, 0.0.prev_float, 0.0.next_float, Float::INFINITY.next_float, Float::MAX.next_float, Float::NAN.next_float] } # => [1.0000000000000002, 0.9999999999999999, -5.0e-324, 5.0e-324, Infinity, Infinity, NaN]
show { [1.0.arg, -1.0.arg, -0.0.arg, Float::NAN.arg, 1.0.angle, -2.0.polar, 2.5.to_c, 2.5.abs2] } # => [0, 3.141592653589793, 3.141592653589793, NaN, 0, [2.0, 3.141592653589793], (2.5+0i), 6.25]
show { [1.5.coerce(2), 1.5.coerce("2"), 1.5.coerce(1r)] } # => [[2.0, 1.5], [2.0, 1.5], [1.0, 1.5]]
show { 1.5.coerce(nil) } # => TypeError: can't convert nil into Float

# Fractions.
show { [1.5.to_r, 0.1.to_r, -0.1.to_r, 3.0.to_r, 5e-324.to_r.denominator.bit_length] } # => [(3/2), (3602879701896397/36028797018963968), (-3602879701896397/36028797018963968), (3/1), 1075]
show { [0.1.rationalize, 0.333.rationalize, 3.14159.rationalize(0.001), -3.14159.rationalize(0.001), 0.333.rationalize(Rational(1, 100)), 1e20.rationalize, 0.0.rationalize, 1.0.rationalize, -0.5.rationalize] } # => [(1/10), (333/1000), (201/64), (-201/64), (1/3), (100000000000000000000/1), (0/1), (1/1), (-1/2)]
show { [0.5.numerator, 0.5.denominator, Float::INFINITY.numerator, Float::INFINITY.denominator, Float::NAN.denominator] } # => [1, 2, Infinity, 1, 1]
show { Float::NAN.to_r } # => FloatDomainError: NaN
show { Float::INFINITY.rationalize } # => FloatDomainError: Infinity
show { 1.5.rationalize(1, 2) } # => ArgumentError: wrong number of arguments (given 2, expected 0..1)
show { Float.new } # => NoMethodError: undefined method 'new' for class Float
