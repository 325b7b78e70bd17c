# Objects that stand for another and pass on what they do not answer themselves.
class Delegator < BasicObject
  VERSION = "0.6.1"
  kernel = ::Kernel.dup
  kernel.class_eval do
    %i[to_s =~ !~ === <=> hash inspect].each { |name| undef_method(name) if method_defined?(name) }
  end
  include kernel

  def self.const_missing(name) = ::Object.const_get(name)

  def initialize(object) = __setobj__(object)

  def method_missing(name, ...)
    target = __getobj__
    if target.respond_to?(name)
      target.__send__(name, ...)
    elsif ::Kernel.method_defined?(name) || ::Kernel.private_method_defined?(name)
      ::Kernel.instance_method(name).bind_call(self, ...)
    else
      super
    end
  end

  def respond_to_missing?(name, include_private) = __getobj__.respond_to?(name, include_private)
  def methods(all = true) = __getobj__.methods(all) | super
  def public_methods(all = true) = __getobj__.public_methods(all) | super
  def ==(other) = other.equal?(self) || __getobj__ == other
  def !=(other) = !other.equal?(self) && __getobj__ != other
  def eql?(other) = other.equal?(self) || other.eql?(__getobj__)
  def ! = !__getobj__
  def to_s = __getobj__.to_s
  def inspect = __getobj__.inspect
  def hash = __getobj__.hash
  def =~(other) = __getobj__ =~ other
  def ===(other) = __getobj__ === other
  def <=>(other) = __getobj__ <=> other
  def initialize_clone(other, freeze: nil) = __setobj__(other.__getobj__.clone(freeze: freeze))
  def initialize_dup(other) = __setobj__(other.__getobj__.dup)
  def raise(...) = ::Kernel.raise(...)
end

class SimpleDelegator < Delegator
  def __getobj__
    unless defined?(@delegate_sd_obj)
      return yield if block_given?

      ::Kernel.raise ::ArgumentError, "not delegated"
    end
    @delegate_sd_obj
  end

  def __setobj__(object)
    @delegate_sd_obj = object
  end
end

# A class whose instances stand for instances of `superclass`.
def DelegateClass(superclass, &block)
  klass = Class.new(Delegator)
  names = superclass.instance_methods - Delegator.instance_methods(false) -
          %i[object_id __send__ __id__ respond_to? instance_of? kind_of? is_a? class]
  klass.class_eval do
    def __getobj__
      @delegate_dc_obj
    end

    def __setobj__(object)
      @delegate_dc_obj = object
    end
    names.each { |name| define_method(name) { |*args, **options, &b| __getobj__.__send__(name, *args, **options, &b) } }
  end
  klass.class_eval(&block) if block
  klass
end
