# Struct's and Data's methods that yield for each member.
class Struct
  def each
    return Primitive.sized_enum(:each) unless defined?(yield)

    i = 0
    while i < Primitive.struct_size
      yield Primitive.struct_at(i)
      i += 1
    end
    self
  end

  def each_pair
    return Primitive.sized_enum(:each_pair) unless defined?(yield)

    as_two = Primitive.block_takes_pair
    i = 0
    while i < Primitive.struct_size
      if as_two
        yield Primitive.struct_member(i), Primitive.struct_at(i)
      else
        yield [Primitive.struct_member(i), Primitive.struct_at(i)]
      end
      i += 1
    end
    self
  end

  def select
    return Primitive.sized_enum(:select) unless defined?(yield)

    result = []
    i = 0
    while i < Primitive.struct_size
      item = Primitive.struct_at(i)
      Primitive.list_push(result, item) if yield item
      i += 1
    end
    result
  end

  def filter
    return Primitive.sized_enum(:filter) unless defined?(yield)

    select { |item| yield item }
  end

  def to_h
    return Primitive.record_to_h unless defined?(yield)

    result = {}
    each_pair { |name, value| Primitive.hash_add_pair(result, yield(name, value), nil) }
    result
  end
end

class Data
  def to_h
    pairs = Primitive.record_to_h
    return pairs unless defined?(yield)

    pairs.to_h { |name, value| yield name, value }
  end
end
