# Hooks of classes and modules.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

class Hooked # => [:sma, :singleton_method_added]
# => [:sma, :method_added]
# => [:sma, :method_removed]
# => [:sma, :method_undefined]
# => [:sma, :singleton_method_removed]
# => [:sma, :singleton_method_undefined]
# => [:sma, :inherited]
# => [:ma, :a]
# => [:ma, :b]
# => [:ma, :c]
# => [:ma, :cc]
# => [:ma, :cc=]
# => [:ma, :d]
# => [:ma, :e]
# => [:ma, :f]
# => [:mr, :a]
# => [:mu, :b]
# => [:mu, :e]
# => [:sma, :s]
# => [:smr, :s]
# => [:sma, :t]
# => [:smu, :t]
  def self.singleton_method_added(m) = p([:sma, m])
  def self.method_added(m) = p([:ma, m])
  def self.method_removed(m) = p([:mr, m])
  def self.method_undefined(m) = p([:mu, m])
  def self.singleton_method_removed(m) = p([:smr, m])
  def self.singleton_method_undefined(m) = p([:smu, m])
  def self.inherited(k)
    p [:inherited, k.name]
    super
  end
  def a; end
  def b; end
  attr_reader :c
  attr_accessor :cc
  alias d a
  alias_method :e, :a
  define_method(:f) {}
  remove_method :a
  undef_method :b
  undef e
  def self.s; end
  class << self
    remove_method :s
    def t; end
    undef t
  end
  private :d
end
class HookedSub < Hooked # => [:inherited, "HookedSub"]
# => [:ma, :c]
  private :c
end
Class.new(Hooked) # => [:inherited, nil]
module Mixed
  def self.included(b) = p([:included, b])
  def self.extended(b) = p([:extended, b.class])
  def self.prepended(b) = p([:prepended, b])
  def self.append_features(b)
    p :append_features
    super
  end
  def self.extend_object(o)
    p :extend_object
    super
  end
  def self.prepend_features(o)
    p :prepend_features
    super
  end
end
class Mixing # => :append_features
# => [:included, Mixing]
# => :prepend_features
# => [:prepended, Mixing]
  include Mixed
  prepend Mixed
end
Mixing.new.extend(Mixed) # => :extend_object
# => [:extended, Mixing]
o = Object.new
def o.singleton_method_added(m) = p([:added_to_object, m]) # => [:added_to_object, :singleton_method_added]
def o.foo; end # => [:added_to_object, :foo]
o.define_singleton_method(:bar) {} # => [:added_to_object, :bar]
module Tracked # => :X
  def self.const_added(n)
    p n
    super
  end
  module_function
  def mf; end
  X = 1
end
class Object
  def self.tracked_inherited = @seen
end
class Base
  class << self
    attr_reader :list
    def inherited(k)
      super
      (@list ||= []) << k
    end
  end
end
class D1 < Base; end
class D2 < Base; end
p Base.list # => [D1, D2]
