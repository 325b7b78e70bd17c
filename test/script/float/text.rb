# Floats as text, both ways.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
show { [0.0, -0.0, 1.0, 100.0, 1.5, -2.25, 0.1, 1e2] } # => [0.0, -0.0, 1.0, 100.0, 1.5, -2.25, 0.1, 100.0]
show { [1e14, 1e15, 1e16, 1e20, 1e23, 1e100, 123456789012345.0, 1234567890123456.0, 100000000000000.5, 1234567890123456.7, 12345678901234567.8] } # => [100000000000000.0, 1.0e+15, 1.0e+16, 1.0e+20, 1.0e+23, 1.0e+100, 123456789012345.0, 1.234567890123456e+15, 100000000000000.5, 1234567890123456.8, 1.2345678901234568e+16]
show { [0.1, 0.01, 0.001, 0.0001, 0.00001, 1e-10, 0.00012345] } # => [0.1, 0.01, 0.001, 0.0001, 1.0e-05, 1.0e-10, 0.00012345]
show { [5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 4.9406564584124654e-324] } # => [5.0e-324, 2.2250738585072014e-308, 1.7976931348623157e+308, 5.0e-324]
show { [0.1 + 0.2, 1.0 / 3, 2.0 / 3, 1e21 / 3] } # => [0.30000000000000004, 0.3333333333333333, 0.6666666666666666, 3.333333333333333e+20]
show { [Float::NAN, Float::INFINITY, -Float::INFINITY, 1e400] } # => [NaN, Infinity, -Infinity, Infinity]
show { 100.0.to_s.encoding } # => #<Encoding:US-ASCII>
show { [Float::DIG, Float::MANT_DIG, Float::MAX_10_EXP, Float::MIN_10_EXP, Float::MAX_EXP, Float::MIN_EXP, Float::RADIX] } # => [15, 53, 308, -307, 1024, -1021, 2]
show { [Float::EPSILON, Float::MIN, Float::MAX] } # => [2.220446049250313e-16, 2.2250738585072014e-308, 1.7976931348623157e+308]

# Float().
show { [Float("1.5"), Float("  1.5  "), Float("1e3"), Float("1_0.5"), Float("-.5"), Float(".5"), Float("+1.5"), Float("1."), Float("1.e3"), Float("1e1_0"), Float("1E-2")] } # => [1.5, 1.5, 1000.0, 10.5, -0.5, 0.5, 1.5, 1.0, 1000.0, 10000000000.0, 0.01]
show { [Float("0x1A"), Float("0x1.8p3"), Float("0x1_0"), Float("0x.8"), Float("0x1.")] } # => [26.0, 12.0, 16.0, 0.5, 1.0]
show { [Float("1e400"), Float("1e-400"), Float("179769313486231580793728971405301e276")] } # => [Infinity, 0.0, 1.7976931348623157e+308]
show { [Float(3), Float(2**70), Float(1r/4), Float(Complex(1, 0))] } # => [3.0, 1.1805916207174113e+21, 0.25, 1.0]
show { Float("1__0.5") } # => ArgumentError: invalid value for Float(): "1__0.5"
show { Float("_1") } # => ArgumentError: invalid value for Float(): "_1"
show { Float("1_") } # => ArgumentError: invalid value for Float(): "1_"
show { Float("1e") } # => ArgumentError: invalid value for Float(): "1e"
show { Float("") } # => ArgumentError: invalid value for Float(): ""
show { Float("abc") } # => ArgumentError: invalid value for Float(): "abc"
show { Float("1\0") } # => ArgumentError: string for Float contains null byte
show { Float("0x") } # => ArgumentError: invalid value for Float(): "0x"
show { Float("0x_1") } # => ArgumentError: invalid value for Float(): "0x_1"
show { Float("- 1.5") } # => ArgumentError: invalid value for Float(): "- 1.5"
show { Float("0b11") } # => ArgumentError: invalid value for Float(): "0b11"
show { Float("1.5f") } # => ArgumentError: invalid value for Float(): "1.5f"
show { Float("Infinity") } # => ArgumentError: invalid value for Float(): "Infinity"
show { Float("1._5") } # => ArgumentError: invalid value for Float(): "1._5"
show { Float("1_.5") } # => ArgumentError: invalid value for Float(): "1_.5"
show { Float(nil) } # => TypeError: can't convert nil into Float
show { Float([]) } # => TypeError: can't convert Array into Float
show { Float(:a) } # => TypeError: can't convert Symbol into Float
show { Float(Object.new) } # => TypeError: can't convert Object into Float
show { Float(1i) } # => RangeError: can't convert 0+1i into Float
show { Float("1", foo: 1) } # => ArgumentError: unknown keyword: :foo
show { [Float("x", exception: false), Float(nil, exception: false), Float("2", exception: false)] } # => [nil, nil, 2.0]
show { Float(Class.new { def to_f = 2.5 }.new) } # => 2.5

# String#to_f takes what it can.
show { ["1_000.5abc".to_f, "1__0".to_f, ".5".to_f, "-.5".to_f, "1e".to_f, "1e-".to_f, "1.e3".to_f, "0x1A".to_f, "_1".to_f, "1_e3".to_f, "Infinity".to_f, "".to_f, "  2.5".to_f] } # => [1000.5, 1.0, 0.5, -0.5, 1.0, 1.0, 1000.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.5]
