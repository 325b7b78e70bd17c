# Enumerator::Lazy: a source and the stages its elements go through when they are asked for.
class Enumerator
  class Lazy < Enumerator
    def initialize(source, size = nil, &block)
      raise ArgumentError, "tried to call lazy new without a block" unless block

      Primitive.enum_initialize(source, size)
      use_stage do |sink, _halt|
        yielder = Yielder.new { |item| sink.call(item) }
        ->(item) { block.call(yielder, item) }
      end
    end

    def each(*arguments, &block)
      return self unless block

      stages = []
      source = self
      while Lazy === source && (stage = source.stage)
        stages << stage
        source = source.source
      end
      source = source.source if Lazy === source
      return source.each(*arguments, &block) if stages.empty?

      end_of_walk = Object.new
      halt = -> { throw end_of_walk }
      catch(end_of_walk) do
        walk = block
        stages.each { |make| walk = make.call(walk, halt) }
        source.each(*arguments) { |item| walk.call(item) }
      end
      self
    end

    # --- Stages ---

    def map(&block)
      require_block(:map, block)
      add_stage(:map, [], size) { |sink, _halt| ->(item) { sink.call(block.call(item)) } }
    end
    alias collect map

    def select(&block)
      require_block(:select, block)
      add_stage(:select, [], nil) { |sink, _halt| ->(item) { sink.call(item) if block.call(item) } }
    end
    alias filter select
    alias find_all select

    def reject(&block)
      require_block(:reject, block)
      add_stage(:reject, [], nil) { |sink, _halt| ->(item) { sink.call(item) unless block.call(item) } }
    end

    def filter_map(&block)
      require_block(:filter_map, block)
      add_stage(:filter_map, [], nil) do |sink, _halt|
        ->(item) { (result = block.call(item)) && sink.call(result) }
      end
    end

    def flat_map(&block)
      require_block(:flat_map, block)
      add_stage(:flat_map, [], nil) do |sink, _halt|
        lambda do |item|
          result = block.call(item)
          if (items = Array.try_convert(result))
            items.each { |each_item| sink.call(each_item) }
          elsif result.respond_to?(:force) && result.respond_to?(:each)
            result.each { |each_item| sink.call(each_item) }
          else
            sink.call(result)
          end
        end
      end
    end
    alias collect_concat flat_map

    def compact
      add_stage(:compact, [], nil) { |sink, _halt| ->(item) { sink.call(item) unless item.nil? } }
    end

    def grep(pattern, &block)
      add_stage(:grep, [pattern], nil) do |sink, _halt|
        ->(item) { sink.call(block ? block.call(item) : item) if pattern === item }
      end
    end

    def grep_v(pattern, &block)
      add_stage(:grep_v, [pattern], nil) do |sink, _halt|
        ->(item) { sink.call(block ? block.call(item) : item) unless pattern === item }
      end
    end

    def uniq(&block)
      add_stage(:uniq, [], nil) do |sink, _halt|
        seen = {}
        lambda do |item|
          key = block ? block.call(item) : item
          next if seen.key?(key)

          seen[key] = true
          sink.call(item)
        end
      end
    end

    def take(count)
      count = Primitive.to_int(count)
      raise ArgumentError, "attempt to take negative size" if count < 0

      known = size
      add_stage(:take, [count], known && (known < count ? known : count)) do |sink, halt|
        left = count
        halt.call if left == 0
        lambda do |item|
          left -= 1
          sink.call(item)
          halt.call if left == 0
        end
      end
    end

    def take_while(&block)
      require_block(:take_while, block)
      add_stage(:take_while, [], nil) do |sink, halt|
        ->(item) { block.call(item) ? sink.call(item) : halt.call }
      end
    end

    def drop(count)
      count = Primitive.to_int(count)
      raise ArgumentError, "attempt to drop negative size" if count < 0

      known = size
      add_stage(:drop, [count], known && (known > count ? known - count : 0)) do |sink, _halt|
        left = count
        lambda do |item|
          if left > 0
            left -= 1
          else
            sink.call(item)
          end
        end
      end
    end

    def drop_while(&block)
      require_block(:drop_while, block)
      add_stage(:drop_while, [], nil) do |sink, _halt|
        dropping = true
        lambda do |item|
          dropping = false if dropping && !block.call(item)
          sink.call(item) unless dropping
        end
      end
    end

    def with_index(offset = 0, &block)
      add_stage(:with_index, [offset], size) { |sink, _halt| index_stage(sink, offset, block) }
    end

    def each_with_index(&block)
      add_stage(:each_with_index, [], size) { |sink, _halt| index_stage(sink, 0, block) }
    end

    def zip(*others, &block)
      return super if block

      arrays = Primitive.zip_arrays(others.dup)
      add_stage(:zip, others, size) do |sink, _halt|
        columns = arrays ? others.map { |other| Array.try_convert(other) } : others.map { |other| other.to_enum(:each) }
        i = -1
        lambda do |item|
          i += 1
          sink.call(arrays ? Primitive.zip_item(item, columns, i) : Primitive.zip_next(item, columns))
        end
      end
    end

    # --- What Enumerable answers, made lazy ---

    def chunk(...) = super.lazy
    def chunk_while(...) = super.lazy
    def slice_when(...) = super.lazy
    def slice_before(...) = super.lazy
    def slice_after(...) = super.lazy

    def to_enum(method = :each, *arguments, &size)
      Primitive.lazy_new(method, arguments, size)
    end
    alias enum_for to_enum

    def lazy = self
    def force(*arguments) = to_a(*arguments)
    def eager = Primitive.sized_enum(:each)

    def inspect = Primitive.lazy_inspect(stage.nil?)

    protected def source = Primitive.enum_receiver
    protected def stage = @stage

    protected def use_stage(&stage)
      @stage = stage
      self
    end

    private def add_stage(method, arguments, size, &stage)
      Primitive.lazy_new(method, arguments, size).use_stage(&stage)
    end

    private def index_stage(sink, offset, block)
      i = offset.nil? ? 0 : Primitive.to_int(offset)
      lambda do |item|
        index = i
        i += 1
        if block
          block.call(item, index)
          sink.call(item)
        else
          sink.call([item, index])
        end
      end
    end

    private def require_block(method, block)
      raise ArgumentError, "tried to call lazy #{method} without a block" unless block
    end
  end
end
