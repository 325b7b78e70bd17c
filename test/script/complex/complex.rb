# Complex.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
show { [Complex(1, 2), Complex(1), 3i, 2.5i, 3ri, Complex(1.5, 2r), Complex::I, Complex.rect(1, 2), Complex(1i, 2i), Complex(1, 2i)] } # => [(1+2i), (1+0i), (0+3i), (0+2.5i), (0+(3/1)*i), (1.5+(2/1)*i), (0+1i), (1+2i), (-2+1i), (-1+0i)]
show { [Complex("1+2i"), Complex("1-2.5i"), Complex("i"), Complex("-i"), Complex("2i"), Complex("1/2+3/4i"), Complex("1e2+i"), Complex(" 1+2i "), Complex("1_0+2_0i"), Complex("1j"), Complex("1", 2), Complex("1", "2")] } # => [(1+2i), (1-2.5i), (0+1i), (0-1i), (0+2i), ((1/2)+(3/4)*i), (100.0+1i), (1+2i), (10+20i), (0+1i), (1+2i), (1+2i)]
show { Complex("1 + 2i") } # => ArgumentError: invalid value for convert(): "1 + 2i"
show { Complex("x") } # => ArgumentError: invalid value for convert(): "x"
show { Complex("") } # => ArgumentError: invalid value for convert(): ""
show { Complex("1+i2") } # => ArgumentError: invalid value for convert(): "1+i2"
show { Complex(nil) } # => TypeError: can't convert nil into Complex
show { Complex(1, nil) } # => TypeError: can't convert nil into Complex
show { Complex(:a) } # => TypeError: can't convert Symbol into Complex
show { Complex(1, :a) } # => TypeError: not a real
show { Complex(Object.new) } # => TypeError: can't convert Object into Complex
show { [Complex("x", exception: false), Complex(nil, exception: false), Complex(1, nil, exception: false)] } # => [nil, nil, nil]
show { ["1+2i".to_c, "abc".to_c, "1+2iabc".to_c, "3@".to_c, "i".to_c, "1e".to_c, "".to_c, nil.to_c] } # => [(1+2i), (0+0i), (1+2i), (3+0i), (0+1i), (1+0i), (0+0i), (0+0i)]
show { Complex.rect("a") } # => TypeError: not a real
show { Complex.rect(1, 1i) } # => TypeError: not a real
show { [Complex.polar(1, Math::PI), Complex.polar(1, Math::PI/2), Complex.polar(2, 0), Complex.polar(-1)] } # => [(-1+0.0i), (0.0+1i), (2+0.0i), (-1+0.0i)]
show { Complex.polar(nil) } # => TypeError: not a real
show { Complex.polar(1, "a") } # => TypeError: not a real
show { Complex.new } # => NoMethodError: undefined method 'new' for class Complex

# Text.
show { [Complex(1, -0.0), Complex(-0.0, -0.0), Complex(0, Float::NAN), Complex(Float::INFINITY, -Float::INFINITY)] } # => [(1-0.0i), (-0.0-0.0i), (0+NaN*i), (Infinity-Infinity*i)]
show { [Complex(1, 2).to_s, Complex(1.0, 2r).to_s, Complex(1, Float::NAN).to_s, Complex(1/2r, -3).to_s] } # => ["1+2i", "1.0+2/1i", "1+NaN*i", "1/2-3i"]

# Arithmetic.
show { [Complex(1, 2) + Complex(3, 4), Complex(1, 2) + 1, 1 + Complex(1, 2), 1 - Complex(1, 2), 1.0 - Complex(1, 2), 2 * Complex(1, 2), 2r * Complex(1, 2), Complex(1, 2) - 1.5, -Complex(3, 4)] } # => [(4+6i), (2+2i), (2+2i), (0-2i), (0.0-2i), (2+4i), ((2/1)+(4/1)*i), (-0.5+2i), (-3-4i)]
show { [Complex(1, 2) * Complex(3, 4), Complex(1, 2) / Complex(3, 4), Complex(1.0, 2) / Complex(3, 4), Complex(1, 2) / 2, Complex(1, 2) / 2.0, 1 / Complex(1, 2), Complex(1, 2).quo(2), Complex(1, 2).fdiv(2)] } # => [(-5+10i), ((11/25)+(2/25)*i), (0.44+0.08i), ((1/2)+1i), (0.5+1.0i), ((1/5)-(2/5)*i), ((1/2)+1i), (0.5+1.0i)]
show { Complex(1, 2) / 0 } # => ZeroDivisionError: divided by 0
show { Complex(1.0, 2) / 0 } # => ZeroDivisionError: divided by 0
show { Complex(1, 2) / 0.0 } # => (Infinity+Infinity*i)
show { [Complex(1, 2) ** 2, Complex(1, 2) ** -2, Complex(1, 2) ** 0, Complex(1, 2) ** 20, Complex(0, 1) ** 2, Complex(2, 2) ** 3, Complex(1, -1) ** 4, Complex(0, 0) ** 2, Complex(3, 0) ** 2, Complex(1, 2) ** 1] } # => [(-3+4i), ((-3/25)-(4/25)*i), (1+0i), (-9653287-1476984i), (-1+0i), (-16+16i), (-4+0i), (0+0i), (9+0i), (1+2i)]
show { Complex(0, 0) ** -2 } # => ZeroDivisionError: divided by 0
show { Complex(0, 0) ** Complex(1, 2) } # => (0.0+0.0i)
show { Complex(1, 2) ** "a" } # => TypeError: String can't be coerced into Complex
show { Complex(1, 2) + "a" } # => TypeError: String can't be coerced into Complex
show { Complex(1, 2) + nil } # => TypeError: nil can't be coerced into Complex
show { Complex(Float::INFINITY, 0) * Complex(1, 0) } # => (Infinity+0.0i)
show { Complex(1, 2) * Float::INFINITY } # => (Infinity+Infinity*i)
show { Math.sqrt(1i).real.round(10) } # => 0.7071067812

# Comparison.
show { [Complex(1, 2) == Complex(1.0, 2.0), Complex(1, 0) == 1, 1 == Complex(1, 0), Complex(1, 2) == "a", 1.0 == Complex(1, 0)] } # => [true, true, true, false, true]
show { [Complex(1, 2) <=> 1, Complex(1, 0) <=> 2, Complex(1, 0) <=> Complex(0, 0), Complex(1, 0) <=> "a", 2 <=> Complex(2, 0), 2 <=> 1i] } # => [nil, -1, 1, nil, 0, nil]
show { [Complex(1, 2).eql?(Complex(1, 2)), Complex(1, 2).eql?(Complex(1.0, 2)), Complex(1, 2).hash == Complex(1, 2).hash] } # => [true, false, true]
show { Complex(3, 4) > 1 } # => NoMethodError: undefined method '>' for an instance of Complex
show { Complex(3, 4) % 1 } # => NoMethodError: undefined method '%' for an instance of Complex
show { Complex(3, 4).floor } # => NoMethodError: undefined method 'floor' for an instance of Complex
show { Complex(3, 4).positive? } # => NoMethodError: undefined method 'positive?' for an instance of Complex
show { 2 < 1i } # => NoMethodError: undefined method '<' for an instance of Complex
show { [Complex(3, 4).coerce(1), Complex(3, 4).coerce(1i)] } # => [[(1+0i), (3+4i)], [(0+1i), (3+4i)]]
show { Complex(3, 4).coerce("a") } # => TypeError: String can't be coerced into Complex

# Parts and conversion.
show { [Complex(3, 4).abs, Complex(3, 4).abs2, Complex(3.0, 4).abs2, Complex(0, -3).abs, Complex(-1, 0).arg, Complex(3, 4).rect, Complex(3, 4).conj, Complex(3, 4).real, Complex(3, 4).imaginary] } # => [5.0, 25, 25.0, 3, 3.141592653589793, [3, 4], (3-4i), 3, 4]
show { [Complex(3, 4).real?, Complex(3, 4).zero?, Complex(0, 0).zero?, Complex(3, 4).nonzero?, Complex(3, 4).integer?, Complex(3, 4).finite?, Complex(3, Float::INFINITY).infinite?] } # => [false, false, true, (3+4i), false, true, 1]
show { [Complex(3, 0).to_i, Complex(3, 0).to_f, Complex(3, 0).to_r, Complex(3, 0.0).to_r, Complex(3, 4).to_c, Complex(3.5, 0).rationalize(1/10r), Complex(1/2r, 3/4r).numerator, Complex(1/2r, 3/4r).denominator] } # => [3, 3.0, (3/1), (3/1), (3+4i), (7/2), (2+3i), 4]
show { Complex(3, 4).to_i } # => RangeError: can't convert 3+4i into Integer
show { Complex(3, 0.0).to_i } # => RangeError: can't convert 3+0.0i into Integer
show { Complex(3, 4).to_r } # => RangeError: can't convert 3+4i into Rational
show { Complex(3.5, 1).rationalize } # => RangeError: can't convert 3.5+1i into Rational
show { Complex(3, 4).clone(freeze: false) } # => ArgumentError: can't unfreeze Complex
