# Hash's methods that yield for each pair. `Primitive.table_next(table, i)` is the position of the first pair
# at or after i; between table_enter and table_leave adding keys raises, so positions hold.
class Hash
  def initialize(default = (no_default = true; nil), capacity: 0, &block)
    Primitive.hash_initialize(default, !no_default, capacity, block)
  end

  # --- Walking ---

  def each
    return Primitive.sized_enum(:each) unless defined?(yield)

    as_two = Primitive.block_takes_pair
    Primitive.table_enter(self)
    begin
      i = 0
      while (i = Primitive.table_next(self, i))
        if as_two
          yield Primitive.table_key(self, i), Primitive.table_value(self, i)
        else
          yield Primitive.table_pair(self, i)
        end
        i += 1
      end
    ensure
      Primitive.table_leave(self)
    end
    self
  end

  def each_pair
    return Primitive.sized_enum(:each_pair) unless defined?(yield)

    as_two = Primitive.block_takes_pair
    Primitive.table_enter(self)
    begin
      i = 0
      while (i = Primitive.table_next(self, i))
        if as_two
          yield Primitive.table_key(self, i), Primitive.table_value(self, i)
        else
          yield Primitive.table_pair(self, i)
        end
        i += 1
      end
    ensure
      Primitive.table_leave(self)
    end
    self
  end

  def each_key
    return Primitive.sized_enum(:each_key) unless defined?(yield)

    Primitive.table_enter(self)
    begin
      i = 0
      while (i = Primitive.table_next(self, i))
        yield Primitive.table_key(self, i)
        i += 1
      end
    ensure
      Primitive.table_leave(self)
    end
    self
  end

  def each_value
    return Primitive.sized_enum(:each_value) unless defined?(yield)

    Primitive.table_enter(self)
    begin
      i = 0
      while (i = Primitive.table_next(self, i))
        yield Primitive.table_value(self, i)
        i += 1
      end
    ensure
      Primitive.table_leave(self)
    end
    self
  end

  def any?(pattern = (no_pattern = true; nil))
    if !no_pattern
      Primitive.warn_block_unused if defined?(yield)
      each_pair { |pair| return true if pattern === pair }
      return false
    end
    return Primitive.table_size(self) > 0 unless defined?(yield)

    as_two = Primitive.block_takes_pair
    Primitive.table_enter(self)
    begin
      i = 0
      while (i = Primitive.table_next(self, i))
        if as_two
          return true if yield Primitive.table_key(self, i), Primitive.table_value(self, i)
        elsif yield Primitive.table_pair(self, i)
          return true
        end
        i += 1
      end
    ensure
      Primitive.table_leave(self)
    end
    false
  end

  # --- Keeping and removing pairs ---

  def select
    return Primitive.sized_enum(:select) unless defined?(yield)

    result = Primitive.table_copy(self)
    i = 0
    while (i = Primitive.table_next(result, i))
      unless yield Primitive.table_key(result, i), Primitive.table_value(result, i)
        Primitive.table_delete(result, i)
      end
      i += 1
    end
    result
  end
  alias filter select

  def reject
    return Primitive.sized_enum(:reject) unless defined?(yield)

    result = Primitive.table_copy(self)
    i = 0
    while (i = Primitive.table_next(result, i))
      if yield Primitive.table_key(result, i), Primitive.table_value(result, i)
        Primitive.table_delete(result, i)
      end
      i += 1
    end
    result
  end

  def keep_if
    return Primitive.sized_enum(:keep_if) unless defined?(yield)

    Primitive.check_frozen
    Primitive.table_enter(self)
    begin
      i = 0
      while (i = Primitive.table_next(self, i))
        unless yield Primitive.table_key(self, i), Primitive.table_value(self, i)
          Primitive.check_frozen
          Primitive.table_delete(self, i)
        end
        i += 1
      end
    ensure
      Primitive.table_leave(self)
    end
    self
  end

  def delete_if
    return Primitive.sized_enum(:delete_if) unless defined?(yield)

    Primitive.check_frozen
    Primitive.table_enter(self)
    begin
      i = 0
      while (i = Primitive.table_next(self, i))
        if yield Primitive.table_key(self, i), Primitive.table_value(self, i)
          Primitive.check_frozen
          Primitive.table_delete(self, i)
        end
        i += 1
      end
    ensure
      Primitive.table_leave(self)
    end
    self
  end

  def select!
    return Primitive.sized_enum(:select!) unless defined?(yield)

    before = Primitive.table_size(self)
    keep_if { |key, value| yield key, value }
    before == Primitive.table_size(self) ? nil : self
  end
  alias filter! select!

  def reject!
    return Primitive.sized_enum(:reject!) unless defined?(yield)

    before = Primitive.table_size(self)
    delete_if { |key, value| yield key, value }
    before == Primitive.table_size(self) ? nil : self
  end

  # --- Building another hash ---

  def to_h
    return instance_of?(Hash) ? self : Primitive.hash_to_plain unless defined?(yield)

    result = {}
    Primitive.table_enter(self)
    begin
      i = 0
      while (i = Primitive.table_next(self, i))
        Primitive.hash_add_pair(result, yield(Primitive.table_key(self, i), Primitive.table_value(self, i)), nil)
        i += 1
      end
    ensure
      Primitive.table_leave(self)
    end
    result
  end

  def transform_values
    return Primitive.sized_enum(:transform_values) unless defined?(yield)

    result = Primitive.table_copy(self)
    i = 0
    while (i = Primitive.table_next(result, i))
      Primitive.table_set_value(result, i, yield(Primitive.table_value(result, i)))
      i += 1
    end
    result
  end

  def transform_values!
    return Primitive.sized_enum(:transform_values!) unless defined?(yield)

    Primitive.check_frozen
    Primitive.table_enter(self)
    begin
      i = 0
      while (i = Primitive.table_next(self, i))
        Primitive.table_set_value(self, i, yield(Primitive.table_value(self, i)))
        i += 1
      end
    ensure
      Primitive.table_leave(self)
    end
    self
  end

  def transform_keys(names = (no_names = true; nil))
    names = Primitive.to_hash(names) unless no_names
    return Primitive.sized_enum(:transform_keys) if no_names && !defined?(yield)

    result = {}
    Primitive.table_enter(self)
    begin
      i = 0
      while (i = Primitive.table_next(self, i))
        key = Primitive.table_key(self, i)
        value = Primitive.table_value(self, i)
        if names && Primitive.table_has(names, key)
          key = names[key]
        elsif defined?(yield)
          key = yield key
        end
        Primitive.table_set(result, key, value)
        i += 1
      end
    ensure
      Primitive.table_leave(self)
    end
    result
  end

  def transform_keys!(names = (no_names = true; nil), &block)
    return Primitive.sized_enum(:transform_keys!) if no_names && !block

    Primitive.check_frozen
    renamed = no_names ? transform_keys(&block) : transform_keys(names, &block)
    Primitive.table_assign(self, renamed)
    self
  end

  def merge(*others, &block)
    copy = dup
    copy.update(*others, &block)
  end

  def update(*others)
    Primitive.check_frozen
    n = 0
    while n < Primitive.list_size(others)
      other = Primitive.to_hash(Primitive.list_at(others, n))
      if defined?(yield)
        i = 0
        while (i = Primitive.table_next(other, i))
          key = Primitive.table_key(other, i)
          value = Primitive.table_value(other, i)
          value = yield(key, Primitive.table_get(self, key), value) if Primitive.table_has(self, key)
          Primitive.table_set(self, key, value)
          i += 1
        end
      else
        Primitive.hash_merge(other)
      end
      n += 1
    end
    self
  end
  alias merge! update

  def fetch_values(*keys)
    result = []
    i = 0
    if defined?(yield)
      while i < Primitive.list_size(keys)
        result << fetch(Primitive.list_at(keys, i)) { |missing| yield missing }
        i += 1
      end
    else
      while i < Primitive.list_size(keys)
        result << fetch(Primitive.list_at(keys, i))
        i += 1
      end
    end
    result
  end
end
