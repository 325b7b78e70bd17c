# Range's methods that walk.
class Range
  def each
    return Primitive.sized_enum(:each) unless defined?(yield)

    item = self.begin
    if (last = Primitive.range_integer_last)
      while item <= last
        yield item
        item += 1
      end
      return self
    end

    last = self.end
    case Primitive.range_walk
    when :endless
      while true
        yield item
        item += 1
      end
    when :string
      item.upto(last, exclude_end?) { |s| yield s } unless last.nil?
      while last.nil?
        yield item
        item = item.succ
      end
    when :symbol
      item.name.upto(last.name, exclude_end?) { |s| yield s.to_sym } unless last.nil?
      while last.nil?
        yield item
        item = item.succ
      end
    else
      if last.nil?
        while true
          yield item
          item = item.succ
        end
      end
      while (order = Primitive.range_order(item, last)) < 0 || (order == 0 && !exclude_end?)
        yield item
        break if order == 0

        item = item.succ
      end
    end
    self
  end

  def reverse_each
    return to_enum(:reverse_each) { Primitive.range_reverse_size } unless defined?(yield)

    item = Primitive.range_reverse_first
    return super() { |x| yield x } unless item

    first = self.begin
    while first.nil? || item >= first
      yield item
      item -= 1
    end
    self
  end

  def step(by = (no_by = true; nil), &block)
    by = Primitive.range_default_step if no_by
    sequence = Primitive.range_step_sequence(by, :step, no_by)
    return sequence || to_enum(:step, *(by unless no_by)) unless block

    Primitive.range_check_step(by)
    walk_by(by, &block)
  end

  def %(by, &block)
    sequence = Primitive.range_step_sequence(by, :%, false)
    return sequence || to_enum(:%, by) unless block

    Primitive.range_check_step(by)
    walk_by(by, &block)
  end

  private def walk_by(by)
    item = self.begin
    last = self.end
    if (count = Primitive.range_float_steps(by))
      i = 0
      while i < count
        yield Primitive.range_float_at(by, i)
        i += 1
      end
    elsif Primitive.range_steps_by_succ(by)
      i = 0
      each do |x|
        yield x if i % by == 0
        i += 1
      end
    elsif last.nil?
      while true
        yield item
        item += by
      end
    elsif (direction = Primitive.range_order(item, last)) == 0
      yield item unless exclude_end?
    elsif direction == Primitive.range_order(item, item + by)
      while (order = Primitive.range_order(item, last)) == direction || (order == 0 && !exclude_end?)
        yield item
        item += by
      end
    end
    self
  end

  def first(count = (no_count = true; nil))
    Primitive.range_check_first
    return self.begin if no_count

    count = Primitive.to_int(count)
    raise ArgumentError, "negative array size (or size too big)" if count < 0

    super
  end

  def last(count = (no_count = true; nil))
    Primitive.range_check_last
    return self.end if no_count

    Primitive.range_last_integers(count) || to_a.last(count)
  end

  def min(count = nil, &block)
    Primitive.range_check_min(!block.nil?)
    return super(*count, &block) if block
    return first(count) unless count.nil?

    Primitive.range_min
  end

  def max(count = nil, &block)
    return super(*count, &block) if Primitive.range_max_walks(!block.nil? || !count.nil?)

    Primitive.range_max
  end

  def minmax
    return super if defined?(yield)

    [min, max]
  end

  def count(item = (no_item = true; nil), &block)
    if no_item && !block
      known = Primitive.range_count
      return known || super()
    end
    no_item ? super(&block) : super(item, &block)
  end

  def to_a
    Primitive.range_check_to_a("an array")
    Primitive.range_integers || super
  end
  alias entries to_a

  def to_set(*arguments, &block)
    Primitive.range_check_to_a("a set")
    super
  end

  def include?(value)
    answer = Primitive.range_include(value)
    answer.nil? ? super : answer
  end

  def member?(value)
    answer = Primitive.range_include(value)
    answer.nil? ? super : answer
  end

  def bsearch
    return to_enum(:bsearch) unless defined?(yield)

    low, high, as_float = Primitive.range_search_bounds
    if high.nil?
      step = 1
      step *= 2 until Primitive.bsearch_order(yield(low + step)) <= 0
      high = low + step
    elsif low.nil?
      step = 1
      step *= 2 while Primitive.bsearch_order(yield(high - step)) < 0
      low = high - step
    end
    found = nil
    while low <= high
      middle = low + (high - low) / 2
      item = as_float ? Primitive.float_at(middle) : middle
      order = Primitive.bsearch_order(yield(item))
      return item if order == 0

      if order > 0
        low = middle + 1
      else
        found = item if order == -2
        high = middle - 1
      end
    end
    found
  end
end
