# What every number answers. Classes with something better to do define their own; subclasses written in Ruby get by
# with +, -, *, /, <=>, coerce and to_f.
class Numeric
  def +@ = self

  def -@
    zero, number = coerce(0)
    zero - number
  end

  def <=>(other) = equal?(other) || self == other ? 0 : nil

  def %(other) = self - other * div(other)
  def modulo(other) = self - other * div(other)
  def remainder(other) = Primitive.num_remainder(other)

  def div(other)
    raise ZeroDivisionError, "divided by 0" if other == 0
    (self / other).floor
  end

  def divmod(other) = [div(other), self % other]
  def fdiv(other) = Float(self) / other
  def quo(other) = Primitive.num_quo(other)

  def abs = self < 0 ? -self : self
  def magnitude = self < 0 ? -self : self
  def abs2 = self * self

  def zero? = self == 0
  def nonzero? = zero? ? nil : self
  def positive? = self > 0
  def negative? = self < 0
  def finite? = true
  def infinite? = nil
  def integer? = false
  def real? = true

  def to_int = to_i
  def to_c = Complex(self, 0)
  def real = self
  def imaginary = 0
  def imag = 0
  def i = Complex(0, self)
  def conj = self
  def conjugate = self
  def rect = [self, 0]
  def rectangular = [self, 0]
  def polar = [abs, arg]
  def arg = negative? ? Math::PI : 0
  def angle = negative? ? Math::PI : 0
  def phase = negative? ? Math::PI : 0

  def numerator = to_r.numerator
  def denominator = to_r.denominator

  def floor(...) = Float(self).floor(...)
  def ceil(...) = Float(self).ceil(...)
  def round(...) = Float(self).round(...)
  def truncate(...) = Float(self).truncate(...)

  def eql?(other) = self.class == other.class && self == other

  def coerce(other)
    return [other, self] if other.class == self.class
    [Float(other), Float(self)]
  end

  def dup = self

  def clone(freeze: true)
    return self if nil == freeze || true == freeze
    raise ArgumentError, "can't unfreeze #{self.class}" if false == freeze
    raise ArgumentError, "unexpected value for freeze: #{freeze.class}"
  end

  def step(limit = (no_limit = true; nil), step = (no_step = true; nil), by: (no_by = true; nil), to: (no_to = true; nil))
    raise ArgumentError, "to is given twice" unless no_to || no_limit
    raise ArgumentError, "step is given twice" unless no_by || no_step
    last = no_to ? limit : to
    by_given = !no_by
    by = step if no_by

    unless block_given?
      args = no_limit ? [] : no_step ? [limit] : [limit, step]
      unless no_by && no_to
        options = {}
        options[:by] = by unless no_by
        options[:to] = to unless no_to
        args << options
      end
      return Primitive.num_step_sequence(last, by, args)
    end

    raise TypeError, "step must be numeric" if nil == by && !no_step && !by_given
    by = 1 if nil == by
    raise ArgumentError, "step can't be 0" if by == 0
    descending = !(by > 0)

    # An endless range of Integers stays one, though its end is a Float.
    last = nil if Float === last && last.infinite? == (descending ? -1 : 1) && Integer === self && Integer === by

    if Primitive.num_any_float(last, by)
      count = Primitive.num_float_step_size(last, by, descending)
      index = 0
      while index < count
        yield Primitive.num_float_step_at(index, last, by)
        index += 1
      end
      return self
    end

    i = self
    if nil == last
      while true
        yield i
        i += by
      end
    elsif descending
      until i < last
        yield i
        i += by
      end
    else
      until i > last
        yield i
        i += by
      end
    end
    self
  end
end
