# Enumerable: everything from `each`. In the core library a block with one parameter takes an element as one
# value, several yielded values packed into an Array; where Ruby hands them on unpacked, the block has a rest
# parameter.
module Enumerable
  # --- All elements ---

  def to_a(*arguments)
    items = []
    each(*arguments) { |item| Primitive.list_push(items, item) }
    items
  end
  alias entries to_a

  def each_entry(*arguments)
    return to_enum(:each_entry, *arguments) { Primitive.enum_size } unless defined?(yield)

    each(*arguments) { |item| yield item }
    self
  end

  def each_with_index(*arguments)
    return to_enum(:each_with_index, *arguments) { Primitive.enum_size } unless defined?(yield)

    i = 0
    each(*arguments) do |item|
      yield item, i
      i += 1
    end
    self
  end

  def each_with_object(memo)
    return to_enum(:each_with_object, memo) { Primitive.enum_size } unless defined?(yield)

    each { |item| yield item, memo }
    memo
  end

  def reverse_each(*arguments)
    return to_enum(:reverse_each, *arguments) { Primitive.enum_size } unless defined?(yield)

    items = to_a(*arguments)
    i = Primitive.list_size(items)
    while i > 0
      i -= 1
      yield Primitive.list_at(items, i)
    end
    self
  end

  def each_slice(size)
    size = Primitive.to_int(size)
    raise ArgumentError, "invalid slice size" if size <= 0
    return to_enum(:each_slice, size) { Primitive.slice_count(Primitive.enum_size, size) } unless defined?(yield)

    slice = []
    each do |item|
      Primitive.list_push(slice, item)
      if Primitive.list_size(slice) == size
        yield slice
        slice = []
      end
    end
    yield slice if Primitive.list_size(slice) > 0
    self
  end

  def each_cons(size)
    size = Primitive.to_int(size)
    raise ArgumentError, "invalid size" if size <= 0
    return to_enum(:each_cons, size) { Primitive.cons_count(Primitive.enum_size, size) } unless defined?(yield)

    window = []
    each do |item|
      Primitive.list_shift(window) if Primitive.list_size(window) == size
      Primitive.list_push(window, item)
      yield Primitive.list_dup(window) if Primitive.list_size(window) == size
    end
    self
  end

  def cycle(times = nil)
    return to_enum(:cycle, times) { Primitive.cycle_size(Primitive.enum_size, times) } unless defined?(yield)

    unless times.nil?
      times = Primitive.to_int(times)
      return nil if times <= 0
    end
    items = []
    each do |item|
      Primitive.list_push(items, item)
      yield item
    end
    return nil if Primitive.list_size(items) == 0

    while times.nil? || (times -= 1) > 0
      i = 0
      while i < Primitive.list_size(items)
        yield Primitive.list_at(items, i)
        i += 1
      end
    end
    nil
  end

  # --- Mapping ---

  def map
    return Primitive.sized_enum(:map) unless defined?(yield)

    result = []
    if Primitive.yields_singly
      each { |item| Primitive.list_push(result, yield(item)) }
    else
      each { |*values| Primitive.list_push(result, yield(*values)) }
    end
    result
  end
  alias collect map

  def flat_map
    return Primitive.sized_enum(:flat_map) unless defined?(yield)

    result = []
    each { |*values| Primitive.list_append(result, yield(*values)) }
    result
  end
  alias collect_concat flat_map

  def filter_map
    return Primitive.sized_enum(:filter_map) unless defined?(yield)

    result = []
    each do |*values|
      mapped = yield(*values)
      Primitive.list_push(result, mapped) if mapped
    end
    result
  end

  def to_h(*arguments)
    hash = {}
    if defined?(yield)
      each(*arguments) { |*values| Primitive.hash_add_pair(hash, yield(*values), nil) }
    else
      each(*arguments) { |item| Primitive.hash_add_pair(hash, item, nil) }
    end
    hash
  end

  def zip(*others)
    arrays = Primitive.zip_arrays(others)
    others = others.map { |other| other.to_enum(:each) } unless arrays
    rows = defined?(yield) ? nil : []
    i = 0
    each do |item|
      row = arrays ? Primitive.zip_item(item, others, i) : Primitive.zip_next(item, others)
      i += 1
      rows ? Primitive.list_push(rows, row) : (yield row)
    end
    rows
  end

  # --- Selecting ---

  def select
    return Primitive.sized_enum(:select) unless defined?(yield)

    result = []
    each { |item| Primitive.list_push(result, item) if yield item }
    result
  end
  alias filter select
  alias find_all select

  def reject
    return Primitive.sized_enum(:reject) unless defined?(yield)

    result = []
    each { |item| Primitive.list_push(result, item) unless yield item }
    result
  end

  def partition
    return Primitive.sized_enum(:partition) unless defined?(yield)

    chosen = []
    others = []
    each { |item| Primitive.list_push((yield item) ? chosen : others, item) }
    [chosen, others]
  end

  def grep(pattern)
    result = []
    if defined?(yield)
      each { |item| Primitive.list_push(result, yield(item)) if pattern === item }
    else
      each { |item| Primitive.list_push(result, item) if pattern === item }
    end
    result
  end

  def grep_v(pattern)
    result = []
    if defined?(yield)
      each { |item| Primitive.list_push(result, yield(item)) unless pattern === item }
    else
      each { |item| Primitive.list_push(result, item) unless pattern === item }
    end
    result
  end

  def compact
    result = []
    each { |item| Primitive.list_push(result, item) unless Primitive.nil?(item) }
    result
  end

  def uniq
    seen = {}
    result = []
    if defined?(yield)
      each do |*values|
        item = values.size < 2 ? values[0] : values
        Primitive.list_push(result, item) if Primitive.table_add(seen, yield(*values))
      end
    else
      each { |item| Primitive.list_push(result, item) if Primitive.table_add(seen, item) }
    end
    result
  end

  def first(count = (no_count = true; nil))
    if no_count
      each { |item| return item }
      return nil
    end

    count = Primitive.to_int(count)
    raise ArgumentError, "attempt to take negative size" if count < 0

    result = []
    return result if count == 0

    each do |item|
      Primitive.list_push(result, item)
      break if (count -= 1) == 0
    end
    result
  end

  def take(count)
    count = Primitive.to_int(count)
    raise ArgumentError, "attempt to take negative size" if count < 0

    result = []
    return result if count == 0

    each do |item|
      Primitive.list_push(result, item)
      break if (count -= 1) == 0
    end
    result
  end

  def take_while
    return to_enum(:take_while) unless defined?(yield)

    result = []
    each do |*values|
      break unless yield(*values)

      Primitive.list_push(result, values.size < 2 ? values[0] : values)
    end
    result
  end

  def drop(count)
    count = Primitive.to_int(count)
    raise ArgumentError, "attempt to drop negative size" if count < 0

    result = []
    each do |item|
      if count > 0
        count -= 1
      else
        Primitive.list_push(result, item)
      end
    end
    result
  end

  def drop_while
    return to_enum(:drop_while) unless defined?(yield)

    result = []
    dropping = true
    each do |item|
      dropping = false if dropping && !(yield item)
      Primitive.list_push(result, item) unless dropping
    end
    result
  end

  # --- Searching ---

  def find(if_none = nil)
    return to_enum(:find, *if_none) unless defined?(yield)

    each { |item| return item if yield item }
    if_none&.call
  end
  alias detect find

  def find_index(wanted = (no_wanted = true; nil))
    i = 0
    if !no_wanted
      Primitive.warn_block_unused if defined?(yield)
      each do |item|
        return i if Primitive.equal(item, wanted)

        i += 1
      end
    elsif defined?(yield)
      each do |*values|
        return i if yield(*values)

        i += 1
      end
    else
      return to_enum(:find_index)
    end
    nil
  end

  def include?(wanted)
    each { |item| return true if Primitive.equal(item, wanted) }
    false
  end
  alias member? include?

  # --- Questions about all elements ---

  def count(wanted = (no_wanted = true; nil))
    n = 0
    if !no_wanted
      Primitive.warn_block_unused if defined?(yield)
      each { |item| n += 1 if Primitive.equal(item, wanted) }
    elsif defined?(yield)
      each { |*values| n += 1 if yield(*values) }
    else
      each { |_| n += 1 }
    end
    n
  end

  def all?(pattern = (no_pattern = true; nil))
    if !no_pattern
      Primitive.warn_block_unused if defined?(yield)
      each { |item| return false unless pattern === item }
    elsif defined?(yield)
      each { |*values| return false unless yield(*values) }
    else
      each { |item| return false unless item }
    end
    true
  end

  def any?(pattern = (no_pattern = true; nil))
    if !no_pattern
      Primitive.warn_block_unused if defined?(yield)
      each { |item| return true if pattern === item }
    elsif defined?(yield)
      each { |*values| return true if yield(*values) }
    else
      each { |item| return true if item }
    end
    false
  end

  def none?(pattern = (no_pattern = true; nil))
    if !no_pattern
      Primitive.warn_block_unused if defined?(yield)
      each { |item| return false if pattern === item }
    elsif defined?(yield)
      each { |*values| return false if yield(*values) }
    else
      each { |item| return false if item }
    end
    true
  end

  def one?(pattern = (no_pattern = true; nil))
    found = 0
    if !no_pattern
      Primitive.warn_block_unused if defined?(yield)
      each { |item| return false if pattern === item && (found += 1) > 1 }
    elsif defined?(yield)
      each { |*values| return false if yield(*values) && (found += 1) > 1 }
    else
      each { |item| return false if item && (found += 1) > 1 }
    end
    found == 1
  end

  def tally(counts = (no_counts = true; nil))
    if no_counts
      counts = {}
    else
      counts = Primitive.to_hash(counts)
      Primitive.check_frozen_object(counts)
    end
    each { |item| Primitive.tally_add(counts, item) }
    counts
  end

  def group_by
    return Primitive.sized_enum(:group_by) unless defined?(yield)

    groups = {}
    each { |item| Primitive.group_add(groups, yield(item), item) }
    groups
  end

  # --- Folding ---

  def inject(initial = (no_initial = true; nil), operator = (no_operator = true; nil))
    if no_operator
      if defined?(yield)
        result = initial
        each do |item|
          if no_initial
            no_initial = false
            result = item
          else
            result = yield result, item
          end
        end
        return result
      end
      raise ArgumentError, "wrong number of arguments (given 0, expected 1..2)" if no_initial

      operator = initial
      initial = nil
      no_initial = true
    end

    operator = Primitive.to_symbol(operator)
    result = initial
    each do |item|
      if no_initial
        no_initial = false
        result = item
      else
        result = operator == :+ ? result + item : result.__send__(operator, item)
      end
    end
    result
  end
  alias reduce inject

  def sum(initial = 0)
    sum = Primitive.sum_new(initial)
    if defined?(yield)
      each { |item| Primitive.sum_add(sum, yield(item)) }
    elsif (total = Primitive.range_sum(initial))
      return total
    else
      each { |item| Primitive.sum_add(sum, item) }
    end
    Primitive.sum_result(sum)
  end

  # --- Order ---

  def sort(&block) = to_a.sort(&block)

  def sort_by
    return Primitive.sized_enum(:sort_by) unless defined?(yield)

    items = []
    keys = []
    each do |item|
      Primitive.list_push(items, item)
      Primitive.list_push(keys, yield(item))
    end
    Primitive.sort_by_keys(items, keys)
  end

  def min(count = nil, &block)
    return to_a.min(count, &block) unless count.nil?

    first = true
    best = nil
    each do |item|
      if first
        first = false
        best = item
      elsif (block ? Primitive.order_of(yield(item, best), item, best) : Primitive.compare(item, best)) < 0
        best = item
      end
    end
    best
  end

  def max(count = nil, &block)
    return to_a.max(count, &block) unless count.nil?

    first = true
    best = nil
    each do |item|
      if first
        first = false
        best = item
      elsif (block ? Primitive.order_of(yield(item, best), item, best) : Primitive.compare(item, best)) > 0
        best = item
      end
    end
    best
  end

  def minmax
    first = true
    least = greatest = nil
    block = defined?(yield)
    each do |item|
      if first
        first = false
        least = greatest = item
      else
        least = item if (block ? Primitive.order_of(yield(item, least), item, least) : Primitive.compare(item, least)) < 0
        order = block ? Primitive.order_of(yield(item, greatest), item, greatest) : Primitive.compare(item, greatest)
        greatest = item if order > 0
      end
    end
    [least, greatest]
  end

  def min_by(count = nil)
    return to_enum(:min_by, *count) { Primitive.enum_size } unless defined?(yield)
    return sort_by { |item| yield item }.take(Primitive.size_argument(count)) unless count.nil?

    first = true
    best = best_key = nil
    each do |item|
      key = yield item
      if first || Primitive.compare(key, best_key) < 0
        first = false
        best = item
        best_key = key
      end
    end
    best
  end

  def max_by(count = nil)
    return to_enum(:max_by, *count) { Primitive.enum_size } unless defined?(yield)
    return sort_by { |item| yield item }.reverse.take(Primitive.size_argument(count)) unless count.nil?

    first = true
    best = best_key = nil
    each do |item|
      key = yield item
      if first || Primitive.compare(key, best_key) > 0
        first = false
        best = item
        best_key = key
      end
    end
    best
  end

  def minmax_by
    return Primitive.sized_enum(:minmax_by) unless defined?(yield)

    first = true
    least = least_key = greatest = greatest_key = nil
    each do |item|
      key = yield item
      if first
        first = false
        least = greatest = item
        least_key = greatest_key = key
      else
        if Primitive.compare(key, least_key) < 0
          least = item
          least_key = key
        end
        if Primitive.compare(key, greatest_key) > 0
          greatest = item
          greatest_key = key
        end
      end
    end
    [least, greatest]
  end

  # --- Splitting into runs ---

  def chunk
    return to_enum(:chunk) { Primitive.enum_size } unless defined?(yield)

    source = self
    Enumerator.new do |result|
      key = run = nil
      source.each do |item|
        item_key = yield item
        if Primitive.chunk_alone(item_key)
          result.yield key, run if run
          result.yield :_alone, [item]
          run = nil
        elsif Primitive.chunk_drops(item_key)
          result.yield key, run if run
          run = nil
        elsif run && key == item_key
          Primitive.list_push(run, item)
        else
          result.yield key, run if run
          key = item_key
          run = [item]
        end
      end
      result.yield key, run if run
      nil
    end
  end

  def chunk_while
    raise ArgumentError, "tried to create Proc object without a block" unless defined?(yield)

    slice_when { |before, after| !(yield before, after) }
  end

  def slice_when
    raise ArgumentError, "tried to create Proc object without a block" unless defined?(yield)

    source = self
    Enumerator.new do |result|
      run = before = nil
      source.each do |item|
        if run.nil?
          run = [item]
        elsif yield before, item
          result << run
          run = [item]
        else
          Primitive.list_push(run, item)
        end
        before = item
      end
      result << run if run
      nil
    end
  end

  def slice_before(pattern = (no_pattern = true; nil), &block)
    if no_pattern
      raise ArgumentError, "wrong number of arguments (given 0, expected 1)" unless block
    elsif block
      raise ArgumentError, "both pattern and block are given"
    end
    source = self
    Enumerator.new do |result|
      run = nil
      source.each do |item|
        starts = no_pattern ? block.call(item) : pattern === item
        if starts && run
          result << run
          run = [item]
        elsif run
          Primitive.list_push(run, item)
        else
          run = [item]
        end
      end
      result << run if run
      nil
    end
  end

  def slice_after(pattern = (no_pattern = true; nil), &block)
    if no_pattern
      raise ArgumentError, "wrong number of arguments (given 0, expected 1)" unless block
    elsif block
      raise ArgumentError, "both pattern and block are given"
    end
    source = self
    Enumerator.new do |result|
      run = []
      source.each do |item|
        Primitive.list_push(run, item)
        if no_pattern ? block.call(item) : pattern === item
          result << run
          run = []
        end
      end
      result << run unless run.empty?
      nil
    end
  end

  # --- Other views ---

  def chain(*others) = Enumerator::Chain.new(self, *others)

  def lazy = Primitive.lazy_new(:each, [], Primitive.enum_size)

  def to_set(set_class = Set, *arguments, &block) = set_class.new(self, *arguments, &block)
end
