# Classes with one instance.
module Singleton
  VERSION = "0.3.0"

  def self.included(base)
    super
    base.private_class_method :new, :allocate
    base.extend(ClassMethods)
  end

  module ClassMethods
    def instance
      @singleton__instance__ ||= new
    end

    def inherited(subclass)
      super
      subclass.instance_variable_set(:@singleton__instance__, nil)
    end

    def clone
      copy = super
      copy.instance_variable_set(:@singleton__instance__, nil)
      copy
    end

    def _load(_text) = instance
  end

  def clone = raise(TypeError, "can't clone instance of singleton #{self.class}")
  def dup = raise(TypeError, "can't dup instance of singleton #{self.class}")
  def _dump(_depth = -1) = ""
end
