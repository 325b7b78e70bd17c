# Rational.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
show { [Rational(1, 2), Rational(2, 4), Rational(-1, -3), Rational(3), Rational(0.5), Rational(0.5, 0.25), Rational(1.5, 2), 3.7r, 1r/3] } # => [(1/2), (1/2), (1/3), (3/1), (1/2), (2/1), (3/4), (37/10), (1/3)]
show { [Rational("1/3"), Rational("0.75"), Rational("1e2"), Rational("1.5/2"), Rational("1/2.5"), Rational(" 1/2 "), Rational("1_0/3"), Rational("-1/3"), Rational("1e-2/3"), Rational("1/3e2"), Rational(".5"), Rational("5.")] } # => [(1/3), (3/4), (100/1), (3/4), (2/5), (1/2), (10/3), (-1/3), (1/300), (1/300), (1/2), (5/1)]
show { [Rational("1/3", 2), Rational("1/3", "2"), Rational(Complex(1, 0)), Rational(1i, 2), Rational(1, 2i)] } # => [(1/6), (1/6), (1/1), (0+(1/2)*i), (0-(1/2)*i)]
show { Rational("1 /2") } # => ArgumentError: invalid value for convert(): "1 /2"
show { Rational("1/0") } # => ZeroDivisionError: divided by 0
show { Rational("a") } # => ArgumentError: invalid value for convert(): "a"
show { Rational("") } # => ArgumentError: invalid value for convert(): ""
show { Rational("-1/-3") } # => ArgumentError: invalid value for convert(): "-1/-3"
show { Rational(1, 0) } # => ZeroDivisionError: divided by 0
show { Rational(nil) } # => TypeError: can't convert nil into Rational
show { Rational(1, nil) } # => TypeError: can't convert nil into Rational
show { Rational(Float::NAN) } # => FloatDomainError: NaN
show { Rational(Object.new) } # => TypeError: can't convert Object into Rational
show { Rational(1, Object.new) } # => TypeError: not an integer
show { Rational(1i) } # => RangeError: can't convert 0+1i into Rational
show { Rational(:a) } # => TypeError: can't convert Symbol into Rational
show { Rational(1, "x") } # => ArgumentError: invalid value for convert(): "x"
show { [Rational(nil, exception: false), Rational("x", exception: false)] } # => [nil, nil]
show { Rational(Class.new { def to_r = 3r }.new) } # => (3/1)
show { Rational(Class.new { def to_int = 3 }.new) } # => (3/1)
show { ["1/3".to_r, "abc".to_r, "0.5xyz".to_r, "1/3.5".to_r, " 2 ".to_r, "1__2".to_r, "1e3".to_r, "-".to_r, "1/".to_r, "3/ 4".to_r, "0x10".to_r] } # => [(1/3), (0/1), (1/2), (2/7), (2/1), (1/1), (1000/1), (0/1), (1/1), (3/1), (0/1)]
show { [nil.to_r, nil.rationalize, 3.to_r, 0.5.to_r] } # => [(0/1), (0/1), (3/1), (1/2)]
show { [(7/2r).to_s, (7/2r).inspect, (-7/2r).to_s] } # => ["7/2", "(7/2)", "-7/2"]

# Arithmetic.
show { [(1/3r) + 1, (1/3r) + 0.5, (1/3r) - (1/3r), (1/3r) * 3, (1/3r) / 2, -(1/3r), +(1/3r), 1/6r + 1/10r, 5/6r - 1/3r, 2/3r * 9/4r] } # => [(4/3), 0.8333333333333333, (0/1), (1/1), (1/6), (-1/3), (1/3), (4/15), (1/2), (3/2)]
show { [7r % 2, 7r.divmod(2), 7r.divmod(2.0), 7.divmod(2r), 7 % 2r, 7.5 % 2r, 7.div(2r), (7/3r).modulo(-1), (7/3r).remainder(-1), (-7/3r).remainder(1), (7/3r) % 0.5] } # => [(1/1), [3, (1/1)], [3, 1.0], [3, (1/1)], (1/1), 1.5, 3, (-2/3), (1/3), (-1/3), 0.3333333333333335]
show { [7r.quo(2), 7r.fdiv(2), 7r.fdiv(2r), (1/3r).fdiv(0), (10**30).to_r / 3] } # => [(7/2), 3.5, 3.5, Infinity, (1000000000000000000000000000000/3)]
show { 2r / 0 } # => ZeroDivisionError: divided by 0
show { 2r / 0.0 } # => Infinity
show { 2r % 0 } # => ZeroDivisionError: divided by 0
show { 2r.div(0) } # => ZeroDivisionError: divided by 0
show { 2r + "a" } # => TypeError: String can't be coerced into Rational
show { 2r + nil } # => TypeError: nil can't be coerced into Rational
show { [(1/2r) ** -3, (-1/2r) ** -3, 2r ** 2r, 2r ** 0, 2r ** 0.0, 2r ** 0.5, (-1/1r) ** (2**70), 10r ** 20] } # => [(8/1), (-8/1), (4/1), (1/1), 1.0, 1.4142135623730951, (1/1), (100000000000000000000/1)]
show { 0r ** -1 } # => ZeroDivisionError: divided by 0
show { 2r ** (2**70) } # => ArgumentError: exponent is too large
show { 2r ** "a" } # => TypeError: String can't be coerced into Rational

# Comparison.
show { [2r == 2, 2r == 2.0, 2 == 2r, 2r == "a", 2r.eql?(2), 2r.eql?(2r), 2r.hash == 2r.hash, 1/3r == Complex(1/3r, 0)] } # => [true, true, true, false, false, true, true, true]
show { [(1/3r) <=> 0.333, (1/3r) <=> (1/2r), 2r <=> "a", 1/3r < 1/2r, (1/2r).between?(0, 1), [1/2r, 1/3r, 0.4].sort] } # => [1, -1, nil, true, true, [(1/3), 0.4, (1/2)]]
show { 2r < "a" } # => ArgumentError: comparison of Rational with String failed
show { 2r < 1i } # => ArgumentError: comparison of Rational with Complex failed
show { [1r.coerce(2), 1r.coerce(2.5), 1r.coerce(1i), 1r.coerce(Complex(1, 0))] } # => [[(2/1), (1/1)], [2.5, 1.0], [(0+1i), ((1/1)+0i)], [(1/1), (1/1)]]
show { 1r.coerce("a") } # => TypeError: String can't be coerced into Rational

# Rounding.
show { [(7/2r).floor, (-7/2r).ceil, (7/2r).round, (5/2r).round(half: :even), (5/2r).round(half: :down), (-5/2r).round, (7/2r).to_i, (-7/2r).truncate] } # => [3, -3, 4, 2, 2, -3, 3, -3]
show { [(22/7r).round(2), (22/7r).floor(2), (22/7r).ceil(2), (22/7r).truncate(2), (2200/7r).round(-2), (22/7r).round(0), (5/2r).round(0, half: :even)] } # => [(157/50), (157/50), (63/20), (157/50), 300, 3, 2]
show { (22/7r).round(1.5) } # => TypeError: not an integer
show { (22/7r).round("a") } # => TypeError: not an integer
show { (22/7r).round(half: :x) } # => ArgumentError: invalid rounding mode: x
show { [(22/7r).rationalize(1/100r), (22/7r).rationalize(0.01), (-22/7r).rationalize(0.01), (22/7r).rationalize, (311/100r).rationalize(1/100r)] } # => [(22/7), (22/7), (-22/7), (22/7), (28/9)]

# Conversion and queries.
show { [(22/7r).to_f, Rational(1, 10**400).to_f, Rational(10**400, 1).to_f, Rational(10**400, 10**399).to_f, (22/7r).to_c, (22/7r).numerator, (22/7r).denominator] } # => [3.142857142857143, 0.0, Infinity, 10.0, ((22/7)+0i), 22, 7]
show { [(22/7r).zero?, (22/7r).positive?, (-22/7r).negative?, (-22/7r).abs, (-22/7r).magnitude, 1r.frozen?, 2r.integer?] } # => [false, true, true, (22/7), (22/7), true, false]
show { Rational.new } # => NoMethodError: undefined method 'new' for class Rational
