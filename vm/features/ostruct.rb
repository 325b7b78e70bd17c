# Objects whose attributes come into being when they are set.
class OpenStruct
  VERSION = "1.6.3"

  def initialize(hash = nil)
    @table = {}
    hash&.each_pair { |name, value| self[name] = value }
  end

  def initialize_copy(original)
    super
    @table = @table.dup
  end

  def [](name) = @table[name.to_sym]

  def []=(name, value)
    raise FrozenError.new("can't modify frozen #{self.class}: #{inspect}", receiver: self) if frozen?

    name = name.to_sym
    define_accessors(name) unless @table.key?(name)
    @table[name] = value
  end

  def to_h(&block) = block ? @table.to_h(&block) : @table.dup

  def each_pair
    return to_enum(:each_pair) { @table.size } unless block_given?

    @table.each_pair { |pair| yield pair }
    self
  end

  def dig(name, *names)
    begin
      name = name.to_sym
    rescue NoMethodError
      raise TypeError, "#{name} is not a symbol nor a string"
    end
    @table.dig(name, *names)
  end

  def delete_field(name)
    name = name.to_sym
    value = @table.delete(name) do
      return yield if block_given?

      raise NameError.new("no field '#{name}' in #{inspect}", name, receiver: self)
    end
    singleton_class.remove_method(name, "#{name}=") if singleton_methods(false).include?(name)
    value
  end

  def freeze
    @table.freeze
    super
  end

  def respond_to_missing?(name, include_private = false)
    field = name.to_s.chomp("=").to_sym
    @table&.key?(field) || super
  end

  def method_missing(name, *args)
    if name.end_with?("=")
      raise ArgumentError, "wrong number of arguments (given #{args.size}, expected 1)" if args.size != 1

      self[name.to_s.chomp("=")] = args[0]
    elsif args.empty?
      @table[name]
    else
      super
    end
  end

  def inspect
    return "#<#{self.class} ...>" if (Thread.current[:__open_struct_inspect__] ||= []).any? { |o| o.equal?(self) }

    Thread.current[:__open_struct_inspect__] << self
    begin
      fields = @table.map { |name, value| " #{name}=#{value.inspect}" }
      "#<#{self.class}#{fields.join(",")}>"
    ensure
      Thread.current[:__open_struct_inspect__].pop
    end
  end
  alias to_s inspect

  def ==(other) = other.is_a?(OpenStruct) && @table == other.table
  def eql?(other) = other.is_a?(OpenStruct) && @table.eql?(other.table)
  def hash = @table.hash

  protected

  attr_reader :table

  private

  # Fields hide methods of Object, but not those that a subclass defines.
  def define_accessors(name)
    return if name.end_with?("!") || %i[object_id __send__ instance_eval].include?(name)

    own = respond_to?(name, true) && method(name).owner < OpenStruct
    define_singleton_method(name) { @table[name] } unless own
    define_singleton_method(:"#{name}=") { |value| self[name] = value }
  end
end
