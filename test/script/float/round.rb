# Rounding floats.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
show { [0.5.round, -0.5.round, 1.5.round, 2.5.round, -2.5.round, 0.49999999999999994.round] } # => [1, -1, 2, 3, -3, 0]
show { [2.5.round(half: :even), 2.5.round(half: :down), 2.5.round(half: :up), 3.5.round(half: :even), -2.5.round(half: :even), -2.5.round(half: :down)] } # => [2, 2, 3, 4, -2, -2]
show { [2.675.round(2), 2.675.round(2, half: :even), 2.675.round(2, half: :down), 1.005.round(2), 5.015.round(2), 0.285.round(2)] } # => [2.68, 2.68, 2.67, 1.01, 5.02, 0.29]
show { [1.15.round(1), 1.25.round(1), 1.35.round(1), 1.25.round(1, half: :even), 1.35.round(1, half: :even), 1.25.round(1, half: :down)] } # => [1.2, 1.3, 1.4, 1.2, 1.4, 1.2]
show { [1.23456789012345678.round(16), 1.23456789012345678.round(15), 0.1.round(20), 1e300.round(2), 1e-300.round(2), 10.0.round(400)] } # => [1.2345678901234567, 1.234567890123457, 0.1, 1.0e+300, 0.0, 10.0]
show { [12345.678.round(-2), 15.0.round(-1, half: :even), 25.0.round(-1, half: :down), 1e20.round(-5), 12345.678.round(-5)] } # => [12300, 20, 20, 100000000000000000000, 0]
show { [0.0.round(2), -0.0.round(2), 0.0.round, 1.0.round(1)] } # => [0.0, -0.0, 0, 1.0]
show { 2.5.round(half: "x") } # => ArgumentError: invalid rounding mode: x
show { 2.5.round(1, half: :x) } # => ArgumentError: invalid rounding mode: x
show { 2.5.round(half: nil) } # => 3
show { 1.1.round(nil) } # => TypeError: no implicit conversion from nil to integer
show { 1.1.round("a") } # => TypeError: no implicit conversion of String into Integer
show { Float::NAN.round } # => FloatDomainError: NaN
show { Float::INFINITY.round } # => FloatDomainError: Infinity
show { Float::NAN.round(2) } # => NaN
show { Float::INFINITY.round(-2) } # => FloatDomainError: Infinity
show { Float::INFINITY.round(2) } # => Infinity

# floor, ceil and truncate.
show { [1.55.floor(1), -1.55.floor(1), 291.4.floor(1), 14.2.floor(15), 0.1.floor(20), 1234.5.floor(-2), -1.5.floor(-4), 1.5.floor(-400)] } # => [1.5, -1.6, 291.4, 14.2, 0.1, 1200, -10000, 0]
show { [1.55.ceil(1), -1.55.ceil(1), 291.4.ceil(1), 14.2.ceil(14), 1234.5.ceil(-2), 1e-20.ceil(2), 1e-20.ceil(19), -0.3.ceil] } # => [1.6, -1.5, 291.4, 14.2, 1300, 0.01, 1.0e-19, 0]
show { [1234.567.truncate(2), -1234.567.truncate(2), -1234.5.truncate(-2), 1.9.truncate, -1.9.truncate, 1.9.to_i, -1.9.to_i] } # => [1234.56, -1234.56, -1200, 1, -1, 1, -1]
show { [1e30.to_i, -1e30.floor, 1e30.ceil, 1e16.round] } # => [1000000000000000019884624838656, -1000000000000000019884624838656, 1000000000000000019884624838656, 10000000000000000]
show { Float::NAN.to_i } # => FloatDomainError: NaN
show { Float::INFINITY.floor } # => FloatDomainError: Infinity
