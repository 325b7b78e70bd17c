# def_delegator and its relatives: methods that another object answers.
module Forwardable
  VERSION = "1.4.0"

  def instance_delegate(hash)
    hash.each do |methods, accessor|
      Array(methods).each { |method| def_instance_delegator(accessor, method) }
    end
  end

  def def_instance_delegators(accessor, *methods)
    methods.each do |method|
      next if %w[__send__ __id__].include?(method.to_s)

      def_instance_delegator(accessor, method)
    end
  end

  def def_instance_delegator(accessor, method, name = method)
    target = is_a?(Module) ? self : singleton_class
    reader = Forwardable.reader_of(accessor)
    target.define_method(name) do |*args, **options, &block|
      instance_exec(&reader).__send__(method, *args, **options, &block)
    end
    name.to_sym
  end

  alias delegate instance_delegate
  alias def_delegators def_instance_delegators
  alias def_delegator def_instance_delegator

  # How an object finds what it delegates to: a variable, a constant or a method, possibly a chain of them.
  def self.reader_of(accessor)
    text = accessor.to_s
    if text.start_with?("@@")
      proc { self.class.class_variable_get(text) }
    elsif text.start_with?("@")
      proc { instance_variable_get(text) }
    elsif text.match?(/\A[a-z_]\w*[?!]?\z/)
      proc { __send__(text) }
    else
      proc { instance_eval(text) }
    end
  end
end

# The same for one object: extend it with this.
module SingleForwardable
  def single_delegate(hash)
    hash.each do |methods, accessor|
      Array(methods).each { |method| def_single_delegator(accessor, method) }
    end
  end

  def def_single_delegators(accessor, *methods)
    methods.each { |method| def_single_delegator(accessor, method) }
  end

  def def_single_delegator(accessor, method, name = method)
    reader = Forwardable.reader_of(accessor)
    define_singleton_method(name) do |*args, **options, &block|
      instance_exec(&reader).__send__(method, *args, **options, &block)
    end
    name.to_sym
  end

  alias delegate single_delegate
  alias def_delegators def_single_delegators
  alias def_delegator def_single_delegator
end
