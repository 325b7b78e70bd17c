# Math.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
show { [Math::PI, Math::E, Math.sqrt(4), Math.sqrt(10**40), Math.sqrt(1/4r), Math.cbrt(27), Math.cbrt(-27), Math.hypot(3, 4)] } # => [3.141592653589793, 2.718281828459045, 2.0, 1.0e+20, 0.5, 3.0, -3.0, 5.0]
show { [Math.sqrt(-0.0), Math.cbrt(-0.0), Math.atan2(0.0, -0.0), Math.atan2(-0.0, -1), Math.atan2(1, -1)] } # => [0.0, -0.0, 3.141592653589793, -3.141592653589793, 2.356194490192345]
show { [Math.sin(0), Math.cos(0), Math.tan(0), Math.atan(1), Math.asin(1), Math.acos(1), Math.sinh(0), Math.cosh(0), Math.tanh(0), Math.asinh(0), Math.acosh(1), Math.atanh(1), Math.atanh(-1)] } # => [0.0, 1.0, 0.0, 0.7853981633974483, 1.5707963267948966, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, Infinity, -Infinity]
show { [Math.exp(0), Math.exp(710), Math.expm1(0), Math.log1p(0), Math.erf(0), Math.erfc(0)] } # => [1.0, Infinity, 0.0, 0.0, 0.0, 1.0]
show { [Math.log(1), Math.log(0), Math.log(-0.0), Math.log(8, 2), Math.log(8, 0.5), Math.log(8, 0), Math.log10(1000), Math.log2(8), Math.log2(2**2000), Math.log10(10**400), Math.log(2**64, 2)] } # => [0.0, -Infinity, -Infinity, 3.0, -3.0, -0.0, 3.0, 3.0, 2000.0, 400.0, 64.0]
show { [Math.log(10**400).round(8), Math.log(10**400, 10).round(8)] } # => [921.0340372, 400.0]
show { [Math.gamma(5), Math.gamma(23), Math.gamma(1), Math.gamma(172), Math.gamma(0.0), Math.gamma(-0.0), Math.gamma(0.5).round(12)] } # => [24.0, 1.1240007277776077e+21, 1.0, Infinity, Infinity, -Infinity, 1.772453850906]
show { [Math.lgamma(0), Math.lgamma(-0.0), Math.lgamma(-1), Math.lgamma(Float::INFINITY), Math.lgamma(1)] } # => [[Infinity, 1], [Infinity, -1], [Infinity, 1], [Infinity, 1], [0.0, 1]]
show { [Math.frexp(1234.5), Math.frexp(0), Math.ldexp(0.5, 10), Math.ldexp(0.5, 1.9)] } # => [[0.602783203125, 11], [0.0, 0], 512.0, 1.0]
show { [Math.sin(Float::INFINITY).nan?, Math.sqrt(Float::NAN).nan?] } # => [true, true]

# Out of the domain.
show { Math.sqrt(-1) } # => Math::DomainError: Numerical argument is out of domain - sqrt
show { Math.log(-1) } # => Math::DomainError: Numerical argument is out of domain - log
show { Math.log(8, -2) } # => Math::DomainError: Numerical argument is out of domain - log
show { Math.log2(-1) } # => Math::DomainError: Numerical argument is out of domain - log2
show { Math.log10(-1) } # => Math::DomainError: Numerical argument is out of domain - log10
show { Math.log1p(-2) } # => Math::DomainError: Numerical argument is out of domain - log1p
show { Math.acos(2) } # => Math::DomainError: Numerical argument is out of domain - acos
show { Math.asin(2) } # => Math::DomainError: Numerical argument is out of domain - asin
show { Math.acosh(0) } # => Math::DomainError: Numerical argument is out of domain - acosh
show { Math.atanh(2) } # => Math::DomainError: Numerical argument is out of domain - atanh
show { Math.gamma(-1) } # => Math::DomainError: Numerical argument is out of domain - gamma
show { Math.gamma(-Float::INFINITY) } # => Math::DomainError: Numerical argument is out of domain - gamma
show { Math.lgamma(-Float::INFINITY) } # => Math::DomainError: Numerical argument is out of domain - lgamma
show { Math::DomainError.superclass } # => StandardError

# What is no number.
show { Math.sqrt("a") } # => TypeError: can't convert String into Float
show { Math.sqrt(nil) } # => TypeError: can't convert nil into Float
show { Math.sqrt(Object.new) } # => TypeError: can't convert Object into Float
show { Math.sin(:a) } # => TypeError: can't convert Symbol into Float
show { Math.sin(true) } # => TypeError: can't convert true into Float
show { Math.log(1, "a") } # => TypeError: can't convert String into Float
show { Math.log(1, nil) } # => TypeError: can't convert nil into Float
show { Math.ldexp(0.5, "a") } # => TypeError: no implicit conversion of String into Integer
show { Math.sin } # => ArgumentError: wrong number of arguments (given 0, expected 1)
show { Math.sin(1, 2) } # => ArgumentError: wrong number of arguments (given 2, expected 1)

# As a mixin its functions are private.
show { Class.new { include Math; def f = sqrt(9) }.new.f } # => 3.0
show { Class.new { include Math }.new.sqrt(4) rescue $!.class } # => NoMethodError
