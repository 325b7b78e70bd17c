# Set's methods that yield for each element. Its table is a Hash whose keys are the elements.
class Set
  def initialize(source = nil, &block)
    return if source.nil?

    if block
      unless source.is_a?(Enumerable) || source.respond_to?(:each)
        raise ArgumentError, "value must be enumerable"
      end
      source.each_entry { |item| add(block.call(item)) }
    else
      merge(source)
    end
  end

  def each
    return Primitive.sized_enum(:each) unless defined?(yield)

    table = Primitive.set_table
    Primitive.table_enter(table)
    begin
      i = 0
      while (i = Primitive.table_next(table, i))
        yield Primitive.table_key(table, i)
        i += 1
      end
    ensure
      Primitive.table_leave(table)
    end
    self
  end

  def keep_if
    return Primitive.sized_enum(:keep_if) unless defined?(yield)

    Primitive.check_frozen
    table = Primitive.set_table
    Primitive.table_enter(table)
    begin
      i = 0
      while (i = Primitive.table_next(table, i))
        Primitive.table_delete(table, i) unless yield Primitive.table_key(table, i)
        i += 1
      end
    ensure
      Primitive.table_leave(table)
    end
    self
  end

  def delete_if
    return Primitive.sized_enum(:delete_if) unless defined?(yield)

    keep_if { |item| !(yield item) }
  end

  def select!
    return Primitive.sized_enum(:select!) unless defined?(yield)

    before = size
    keep_if { |item| yield item }
    before == size ? nil : self
  end
  alias filter! select!

  def reject!
    return Primitive.sized_enum(:reject!) unless defined?(yield)

    before = size
    keep_if { |item| !(yield item) }
    before == size ? nil : self
  end

  def collect!
    return Primitive.sized_enum(:collect!) unless defined?(yield)

    Primitive.check_frozen
    replace(map { |item| yield item })
  end
  alias map! collect!

  def classify
    return Primitive.sized_enum(:classify) unless defined?(yield)

    classes = {}
    each { |item| (classes[yield item] ||= self.class.new) << item }
    classes
  end

  def divide(&block)
    return Primitive.sized_enum(:divide) unless block
    return Set.new(classify(&block).values) unless block.arity == 2

    # Connected components of the relation, in order of their first elements.
    parts = Set.new
    seen = {}
    each do |first|
      next if seen[first]

      part = self.class.new
      waiting = [first]
      seen[first] = true
      until waiting.empty?
        item = waiting.shift
        part << item
        each do |other|
          next if seen[other] || !block.call(item, other) || !block.call(other, item)

          seen[other] = true
          waiting << other
        end
      end
      parts << part
    end
    parts
  end

  def to_set(set_class = Set, *arguments, &block)
    return self if set_class == Set && instance_of?(Set) && !block && arguments.empty?

    set_class.new(self, *arguments, &block)
  end
end
