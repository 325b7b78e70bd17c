# Enumerator: walks by calling the method it stands for, with a block of its own.
class Enumerator
  include Enumerable

  def self.produce(initial = (no_initial = true; nil), size: Float::INFINITY, &block)
    raise ArgumentError, "no block given" unless block

    Primitive.enum_produce(Producer.new(no_initial, initial, block), size)
  end

  def self.product(*enums, **options, &block)
    product = Product.new(*enums, **options)
    block ? product.each(&block) : product
  end

  def initialize(size = nil, &block)
    raise ArgumentError, "tried to create Proc object without a block" unless block

    Primitive.enum_initialize(Generator.new(&block), size)
  end

  def each(*more, &block)
    unless more.empty?
      walk = Primitive.enum_with_arguments(more)
      return block ? walk.each(&block) : walk
    end
    return self unless block

    receiver = Primitive.enum_receiver
    if Primitive.enum_has_arguments
      receiver.__send__(Primitive.enum_method, *Primitive.enum_arguments, &block)
    else
      receiver.__send__(Primitive.enum_method, &block)
    end
  end

  def with_index(offset = 0)
    return to_enum(:with_index, offset) { size } unless defined?(yield)

    i = offset.nil? ? 0 : Primitive.to_int(offset)
    each do |item|
      result = yield item, i
      i += 1
      result
    end
  end

  def each_with_index
    return to_enum(:each_with_index) { size } unless defined?(yield)

    i = 0
    each do |item|
      result = yield item, i
      i += 1
      result
    end
  end

  def with_object(memo)
    return to_enum(:with_object, memo) { size } unless defined?(yield)

    each { |item| yield item, memo }
    memo
  end
  alias each_with_object with_object

  def +(other) = Chain.new(self, other)

  # --- External iteration ---

  def next_values = cursor.take

  def next
    values = cursor.take
    values.size < 2 ? values[0] : values
  end

  def peek_values = cursor.peek

  def peek
    values = cursor.peek
    values.size < 2 ? values[0] : values
  end

  def feed(value)
    cursor.feed(value)
    nil
  end

  def rewind
    receiver = Primitive.enum_receiver
    receiver.rewind if receiver.respond_to?(:rewind)
    Primitive.enum_set_cursor(nil)
    self
  end

  private def cursor
    Primitive.enum_cursor || begin
      cursor = Cursor.new(self)
      Primitive.enum_set_cursor(cursor)
      cursor
    end
  end

  # An iteration that stops after each element: it runs on a fiber of its own.
  class Cursor
    def initialize(enumerator)
      @fed = false
      @fiber = Fiber.new do
        result = enumerator.each do |*values|
          Fiber.yield values
          take_fed
        end
        @stop = Primitive.stop_iteration(result)
        nil
      end
    end

    def peek
      raise @stop if @stop

      @values ||= @fiber.resume
      raise @stop if @stop

      @values
    end

    def take
      values = peek
      @values = nil
      values
    end

    def feed(value)
      raise TypeError, "feed value already set" if @fed

      @fed = true
      @value = value
    end

    private def take_fed
      return nil unless @fed

      @fed = false
      @value
    end
  end
  private_constant :Cursor

  # What a block given to Enumerator.new calls for each element.
  class Yielder
    def initialize(&block)
      raise LocalJumpError, "no block given" unless block

      @block = block
    end

    def yield(*values) = @block.call(*values)

    def <<(value)
      @block.call(value)
      self
    end

    def to_proc = method(:yield).to_proc

    private def instance_variables_to_inspect = []
  end

  # The receiver of Enumerator.new's `each`: runs the block.
  class Generator
    include Enumerable

    def initialize(block = nil, &given)
      block ||= given
      raise LocalJumpError, "no block given" unless block

      @block = block
    end

    def each(*arguments, &block) = @block.call(Yielder.new(&block), *arguments)

    private def instance_variables_to_inspect = []
  end

  # The receiver of Enumerator.produce's `each`.
  class Producer
    include Enumerable

    def initialize(no_initial, initial, block)
      @no_initial = no_initial
      @initial = initial
      @block = block
    end

    def each
      value = @no_initial ? @block.call : @initial
      while true
        yield value
        value = @block.call(value)
      end
    rescue StopIteration
      self
    end

    private def instance_variables_to_inspect = []
  end

  # One after the other.
  class Chain < Enumerator
    undef_method :next, :next_values, :peek, :peek_values, :feed

    def initialize(*enums)
      Primitive.check_frozen
      @enums = enums.freeze
    end

    def each(*arguments, &block)
      return arguments.empty? ? self : to_enum(:each, *arguments) unless block

      @enums.each { |enum| enum.each(*arguments, &block) }
      self
    end

    def size
      total = 0
      @enums.each do |enum|
        size = enum.respond_to?(:size) ? enum.size : nil
        return size if size.nil? || (size.is_a?(Float) && size.infinite?)

        total += size
      end
      total
    end

    def rewind
      @enums.reverse_each { |enum| enum.rewind if enum.respond_to?(:rewind) }
      self
    end

    def inspect = Primitive.inspect_list_of(@enums)

    def +(other) = Chain.new(self, other)

    private def initialize_copy(other)
      @enums = other.instance_variable_get(:@enums)
      self
    end
  end

  # All combinations of one element of each.
  class Product < Enumerator
    undef_method :next, :next_values, :peek, :peek_values, :feed

    def initialize(*enums, **options)
      raise ArgumentError, Primitive.unknown_keywords(options) unless options.empty?

      Primitive.check_frozen
      @enums = enums.freeze
    end

    def each(&block)
      return self unless block

      walk([], 0, block)
      self
    end

    def size
      total = 1
      @enums.each do |enum|
        return nil unless enum.respond_to?(:size)

        size = enum.size
        return size if size.nil?
        return 0 if size == 0

        total *= size
      end
      total
    end

    def rewind
      @enums.reverse_each { |enum| enum.rewind if enum.respond_to?(:rewind) }
      self
    end

    def inspect = Primitive.inspect_list_of(@enums)

    private def walk(chosen, depth, block)
      return block.call(chosen.dup) if depth == @enums.size

      @enums[depth].each_entry do |item|
        chosen[depth] = item
        walk(chosen, depth + 1, block)
      end
    end

    private def initialize_copy(other)
      @enums = other.instance_variable_get(:@enums)
      self
    end
  end

  # Numbers a constant step apart.
  class ArithmeticSequence
    def each
      return self unless defined?(yield)

      if (count = Primitive.seq_float_count)
        i = 0
        while i < count
          yield Primitive.seq_at(i)
          i += 1
        end
        return self
      end

      item = self.begin
      by = step
      if self.end.nil?
        while true
          yield item
          item += by
        end
      elsif (last = Primitive.seq_bound)
        if Primitive.seq_descending
          while item >= last
            yield item
            item += by
          end
        else
          while item <= last
            yield item
            item += by
          end
        end
      end
      self
    end
  end
end
