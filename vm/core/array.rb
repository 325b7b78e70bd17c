# Array's methods that yield for each element.
class Array
  def initialize(size = (no_size = true; 0), value = (no_value = true; nil))
    return Primitive.ary_initialize(size, value, !no_value) unless defined?(yield)

    Primitive.warn_block_supersedes unless no_value
    return Primitive.ary_initialize(size, value, !no_value) if no_size

    n = Primitive.ary_initialize_room(size)
    i = 0
    while i < n
      Primitive.ary_store(i, yield(i))
      i += 1
    end
    self
  end

  # --- Walking ---

  def each
    return Primitive.sized_enum(:each) unless defined?(yield)

    i = 0
    while i < Primitive.ary_size
      yield Primitive.ary_at(i)
      i += 1
    end
    self
  end

  def each_index
    return Primitive.sized_enum(:each_index) unless defined?(yield)

    i = 0
    while i < Primitive.ary_size
      yield i
      i += 1
    end
    self
  end

  def reverse_each
    return Primitive.sized_enum(:reverse_each) unless defined?(yield)

    i = Primitive.ary_size
    while i > 0
      i -= 1
      yield Primitive.ary_at(i)
      i = Primitive.ary_size if i > Primitive.ary_size
    end
    self
  end

  def cycle(times = nil)
    unless defined?(yield)
      return to_enum(:cycle, times) { Primitive.cycle_size(Primitive.ary_size, times) }
    end

    unless times.nil?
      times = Primitive.to_int(times)
      return nil if times <= 0
    end
    while Primitive.ary_size > 0
      i = 0
      while i < Primitive.ary_size
        yield Primitive.ary_at(i)
        i += 1
      end
      next if times.nil?

      times -= 1
      break if times <= 0
    end
    nil
  end

  # --- Building another array ---

  def map
    return Primitive.sized_enum(:map) unless defined?(yield)

    result = Primitive.ary_room
    i = 0
    while i < Primitive.ary_size
      Primitive.list_push(result, yield(Primitive.ary_at(i)))
      i += 1
    end
    result
  end
  alias collect map

  def map!
    return Primitive.sized_enum(:map!) unless defined?(yield)

    Primitive.check_frozen
    i = 0
    while i < Primitive.ary_size
      Primitive.ary_store(i, yield(Primitive.ary_at(i)))
      i += 1
    end
    self
  end
  alias collect! map!

  def select
    return Primitive.sized_enum(:select) unless defined?(yield)

    result = []
    i = 0
    while i < Primitive.ary_size
      item = Primitive.ary_at(i)
      Primitive.list_push(result, item) if yield item
      i += 1
    end
    result
  end
  alias filter select

  def reject
    return Primitive.sized_enum(:reject) unless defined?(yield)

    result = []
    i = 0
    while i < Primitive.ary_size
      item = Primitive.ary_at(i)
      Primitive.list_push(result, item) unless yield item
      i += 1
    end
    result
  end

  def select!
    return Primitive.sized_enum(:select!) unless defined?(yield)

    Primitive.check_frozen
    kept = i = 0
    begin
      while i < Primitive.ary_size
        item = Primitive.ary_at(i)
        if yield item
          Primitive.ary_store(kept, item)
          kept += 1
        end
        i += 1
      end
    ensure
      Primitive.ary_close_gap(kept, i)
    end
    kept == i ? nil : self
  end
  alias filter! select!

  def keep_if
    return Primitive.sized_enum(:keep_if) unless defined?(yield)

    Primitive.check_frozen
    kept = i = 0
    begin
      while i < Primitive.ary_size
        item = Primitive.ary_at(i)
        if yield item
          Primitive.ary_store(kept, item)
          kept += 1
        end
        i += 1
      end
    ensure
      Primitive.ary_close_gap(kept, i)
    end
    self
  end

  def reject!
    return Primitive.sized_enum(:reject!) unless defined?(yield)

    Primitive.check_frozen
    kept = i = 0
    begin
      while i < Primitive.ary_size
        item = Primitive.ary_at(i)
        unless yield item
          Primitive.ary_store(kept, item)
          kept += 1
        end
        i += 1
      end
    ensure
      Primitive.ary_close_gap(kept, i)
    end
    kept == i ? nil : self
  end

  def delete_if
    return Primitive.sized_enum(:delete_if) unless defined?(yield)

    Primitive.check_frozen
    kept = i = 0
    begin
      while i < Primitive.ary_size
        item = Primitive.ary_at(i)
        unless yield item
          Primitive.ary_store(kept, item)
          kept += 1
        end
        i += 1
      end
    ensure
      Primitive.ary_close_gap(kept, i)
    end
    self
  end

  def take_while
    return to_enum(:take_while) unless defined?(yield)

    i = 0
    i += 1 while i < Primitive.ary_size && yield(Primitive.ary_at(i))
    Primitive.ary_slice(0, i)
  end

  def drop_while
    return to_enum(:drop_while) unless defined?(yield)

    i = 0
    i += 1 while i < Primitive.ary_size && yield(Primitive.ary_at(i))
    Primitive.ary_slice(i, Primitive.ary_size) || []
  end

  def uniq
    return Primitive.ary_uniq(nil) unless defined?(yield)

    keys = Primitive.ary_room
    i = 0
    while i < Primitive.ary_size
      Primitive.list_push(keys, yield(Primitive.ary_at(i)))
      i += 1
    end
    Primitive.ary_uniq(keys)
  end

  def uniq!
    Primitive.check_frozen
    return Primitive.ary_uniq_bang(nil) unless defined?(yield)

    keys = Primitive.ary_room
    i = 0
    while i < Primitive.ary_size
      Primitive.list_push(keys, yield(Primitive.ary_at(i)))
      i += 1
    end
    Primitive.ary_uniq_bang(keys)
  end

  def zip(*others)
    n = Primitive.ary_size
    i = 0
    while i < Primitive.list_size(others)
      others[i] = Primitive.zip_source(others[i]) || others[i].to_enum(:each).first(n)
      i += 1
    end
    rows = defined?(yield) ? nil : Primitive.ary_room
    i = 0
    while i < Primitive.ary_size
      row = Primitive.zip_row(others, i)
      rows ? Primitive.list_push(rows, row) : (yield row)
      i += 1
    end
    rows
  end

  def to_h
    hash = {}
    i = 0
    if defined?(yield)
      while i < Primitive.ary_size
        Primitive.hash_add_pair(hash, yield(Primitive.ary_at(i)), i)
        i += 1
      end
    else
      while i < Primitive.ary_size
        Primitive.hash_add_pair(hash, Primitive.ary_at(i), i)
        i += 1
      end
    end
    hash
  end

  def fill(*arguments)
    if defined?(yield)
      start, length = Primitive.arguments(arguments, 0, 2)
      i, stop = Primitive.ary_fill_bounds(start, length)
      while i < stop
        Primitive.ary_store(i, yield(i))
        i += 1
      end
      self
    else
      value, start, length = Primitive.arguments(arguments, 1, 3)
      Primitive.ary_fill_with(value, start, length)
    end
  end

  # --- Searching ---

  def find_index(item = (no_item = true; nil))
    unless no_item
      Primitive.warn_block_unused if defined?(yield)
      return Primitive.ary_index(item)
    end
    return to_enum(:find_index) unless defined?(yield)

    i = 0
    while i < Primitive.ary_size
      return i if yield Primitive.ary_at(i)

      i += 1
    end
    nil
  end
  alias index find_index

  def rindex(item = (no_item = true; nil))
    unless no_item
      Primitive.warn_block_unused if defined?(yield)
      return Primitive.ary_rindex(item)
    end
    return to_enum(:rindex) unless defined?(yield)

    i = Primitive.ary_size
    while i > 0
      i -= 1
      return i if yield Primitive.ary_at(i)

      i = Primitive.ary_size if i > Primitive.ary_size
    end
    nil
  end

  def find(if_none = nil)
    return to_enum(:find, *if_none) unless defined?(yield)

    i = 0
    while i < Primitive.ary_size
      item = Primitive.ary_at(i)
      return item if yield item

      i += 1
    end
    if_none&.call
  end
  alias detect find

  def rfind(if_none = nil)
    return to_enum(:rfind, *if_none) unless defined?(yield)

    i = Primitive.ary_size
    while i > 0
      i -= 1
      item = Primitive.ary_at(i)
      return item if yield item

      i = Primitive.ary_size if i > Primitive.ary_size
    end
    if_none&.call
  end

  def bsearch_index
    return to_enum(:bsearch_index) unless defined?(yield)

    low = 0
    high = Primitive.ary_size
    found = nil
    while low < high
      middle = low + (high - low) / 2
      order = Primitive.bsearch_order(yield(Primitive.ary_at(middle)))
      return middle if order == 0

      if order > 0
        low = middle + 1
      else
        found = middle if order == -2
        high = middle
      end
    end
    found
  end

  def bsearch
    return to_enum(:bsearch) unless defined?(yield)

    low = 0
    high = Primitive.ary_size
    found = nil
    while low < high
      middle = low + (high - low) / 2
      item = Primitive.ary_at(middle)
      order = Primitive.bsearch_order(yield(item))
      return item if order == 0

      if order > 0
        low = middle + 1
      else
        found = item if order == -2
        high = middle
      end
    end
    found
  end

  def fetch_values(*indices)
    result = []
    i = 0
    if defined?(yield)
      while i < Primitive.list_size(indices)
        result << fetch(Primitive.list_at(indices, i)) { |missing| yield missing }
        i += 1
      end
    else
      while i < Primitive.list_size(indices)
        result << fetch(Primitive.list_at(indices, i))
        i += 1
      end
    end
    result
  end

  # --- Questions about all elements ---

  def count(item = (no_item = true; nil))
    unless no_item
      Primitive.warn_block_unused if defined?(yield)
      return Primitive.ary_count_equal(item)
    end
    return Primitive.ary_size unless defined?(yield)

    n = i = 0
    while i < Primitive.ary_size
      n += 1 if yield Primitive.ary_at(i)
      i += 1
    end
    n
  end

  def any?(pattern = (no_pattern = true; nil))
    i = 0
    if !no_pattern
      Primitive.warn_block_unused if defined?(yield)
      while i < Primitive.ary_size
        return true if pattern === Primitive.ary_at(i)

        i += 1
      end
    elsif defined?(yield)
      while i < Primitive.ary_size
        return true if yield Primitive.ary_at(i)

        i += 1
      end
    else
      while i < Primitive.ary_size
        return true if Primitive.ary_at(i)

        i += 1
      end
    end
    false
  end

  def all?(pattern = (no_pattern = true; nil))
    i = 0
    if !no_pattern
      Primitive.warn_block_unused if defined?(yield)
      while i < Primitive.ary_size
        return false unless pattern === Primitive.ary_at(i)

        i += 1
      end
    elsif defined?(yield)
      while i < Primitive.ary_size
        return false unless yield Primitive.ary_at(i)

        i += 1
      end
    else
      while i < Primitive.ary_size
        return false unless Primitive.ary_at(i)

        i += 1
      end
    end
    true
  end

  def none?(pattern = (no_pattern = true; nil))
    i = 0
    if !no_pattern
      Primitive.warn_block_unused if defined?(yield)
      while i < Primitive.ary_size
        return false if pattern === Primitive.ary_at(i)

        i += 1
      end
    elsif defined?(yield)
      while i < Primitive.ary_size
        return false if yield Primitive.ary_at(i)

        i += 1
      end
    else
      while i < Primitive.ary_size
        return false if Primitive.ary_at(i)

        i += 1
      end
    end
    true
  end

  def one?(pattern = (no_pattern = true; nil))
    Primitive.warn_block_unused if !no_pattern && defined?(yield)
    found = false
    i = 0
    while i < Primitive.ary_size
      item = Primitive.ary_at(i)
      item = if !no_pattern
               pattern === item
             elsif defined?(yield)
               yield item
             else
               item
             end
      if item
        return false if found

        found = true
      end
      i += 1
    end
    found
  end

  def sum(initial = 0)
    return Primitive.ary_sum(initial) unless defined?(yield)

    sum = Primitive.sum_new(initial)
    i = 0
    while i < Primitive.ary_size
      Primitive.sum_add(sum, yield(Primitive.ary_at(i)))
      i += 1
    end
    Primitive.sum_result(sum)
  end

  # --- Order ---

  def sort_by!
    return Primitive.sized_enum(:sort_by!) unless defined?(yield)

    Primitive.check_frozen
    keys = Primitive.ary_room
    i = 0
    while i < Primitive.ary_size
      Primitive.list_push(keys, yield(Primitive.ary_at(i)))
      i += 1
    end
    Primitive.ary_assign(Primitive.sort_by_keys(self, keys))
    self
  end

  def minmax
    return super if defined?(yield)

    Primitive.ary_minmax
  end

  # --- Combinations ---

  def combination(size)
    return to_enum(:combination, size) { Primitive.combination_count(size) } unless defined?(yield)

    list = Primitive.ary_dup
    steps = Primitive.combination_first(size)
    while steps
      yield Primitive.list_pick(list, steps)
      steps = Primitive.combination_next(list, steps)
    end
    self
  end

  def permutation(size = nil)
    return to_enum(:permutation, *size) { Primitive.permutation_count(size) } unless defined?(yield)

    list = Primitive.ary_dup
    size = size.nil? ? Primitive.ary_size : Primitive.to_int(size)
    steps = Primitive.permutation_first(size)
    while steps
      yield Primitive.list_pick_first(list, steps, size)
      steps = Primitive.permutation_next(steps, size)
    end
    self
  end

  def repeated_combination(size)
    unless defined?(yield)
      return to_enum(:repeated_combination, size) { Primitive.repeated_combination_count(size) }
    end

    list = Primitive.ary_dup
    steps = Primitive.repeated_first(size)
    while steps
      yield Primitive.list_pick(list, steps)
      steps = Primitive.repeated_combination_next(list, steps)
    end
    self
  end

  def repeated_permutation(size)
    unless defined?(yield)
      return to_enum(:repeated_permutation, size) { Primitive.repeated_permutation_count(size) }
    end

    list = Primitive.ary_dup
    steps = Primitive.repeated_first(size)
    while steps
      yield Primitive.list_pick(list, steps)
      steps = Primitive.repeated_permutation_next(list, steps)
    end
    self
  end

  def product(*others)
    lists = Primitive.product_lists(others)
    return Primitive.product(lists) unless defined?(yield)

    steps = Primitive.product_first(lists)
    while steps
      yield Primitive.product_pick(lists, steps)
      steps = Primitive.product_next(lists, steps)
    end
    self
  end
end
