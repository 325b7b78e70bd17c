class Complex
  # Order and rounding mean nothing to them.
  undef_method :%, :div, :divmod, :floor, :ceil, :modulo, :remainder, :round, :step, :truncate, :i, :positive?,
    :negative?, :<, :<=, :>, :>=, :between?, :clamp

  def real? = false
  def rect = [real, imaginary]
  def rectangular = [real, imaginary]
  def polar = [abs, arg]
  def conj = Complex.rect(real, -imaginary)
  def conjugate = Complex.rect(real, -imaginary)
  def abs2 = real * real + imaginary * imaginary
  def fdiv(other) = Complex.rect(real.to_f, imaginary.to_f) / other
  def to_c = self

  def finite? = real.finite? && imaginary.finite?
  def infinite? = real.infinite? || imaginary.infinite? ? 1 : nil

  def denominator = real.denominator.lcm(imaginary.denominator)

  def numerator
    common = denominator
    Complex.rect(real.numerator * (common / real.denominator), imaginary.numerator * (common / imaginary.denominator))
  end
end

class NilClass
  def to_r = 0r
  def rationalize(precision = nil) = 0r
  def to_c = 0i
end
