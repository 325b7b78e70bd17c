# Class variables: inheritance, modules, errors.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError => e
  "#{e.class}: #{e.message}"
end

class A
  @@cv = 1
  def self.x = @@cv
  def self.nope = @@nope
  def y = @@cv
  def y=(v)
    @@cv = v
  end
end
class B < A
  def z = @@cv
  def self.set(v) = @@cv = v
end
p A.x # => 1
p A.new.y # => 1
p B.new.z # => 1
B.set(5)
p A.x # => 5
A.new.y = 6
p B.new.z # => 6
puts error_of { A.nope } # => NameError: uninitialized class variable @@nope in A
p A.class_variables # => [:@@cv]
p A.class_variable_get(:@@cv) # => 6
p A.class_variable_defined?(:@@cv) # => true
p A.class_variable_defined?("@@other") # => false
A.class_variable_set(:@@z, 1)
p B.class_variables.sort # => [:@@cv, :@@z]
p B.class_variables(false) # => []
p A.remove_class_variable(:@@z) # => 1
puts error_of { A.remove_class_variable(:@@z) } # => NameError: class variable @@z not defined for A
puts error_of { B.remove_class_variable(:@@cv) } # => NameError: cannot remove @@cv for B
puts error_of { eval "@@top" } # => RuntimeError: class variable access from toplevel
puts error_of { eval "@@top = 1" } # => RuntimeError: class variable access from toplevel
puts error_of { A.class_variable_get(:foo) } # => NameError: 'foo' is not allowed as a class variable name
puts error_of { A.class_variable_set("foo", 1) } # => NameError: 'foo' is not allowed as a class variable name
puts error_of { A.class_variable_get(:@@q) } # => NameError: uninitialized class variable @@q in A

class P0; end
class C0 < P0
  @@q = 1
  def self.q = @@q
end
class P0
  @@q = 2
end
puts error_of { C0.q } # => RuntimeError: class variable @@q of C0 is overtaken by P0

module Shared
  @@shared = []
  def add(v) = @@shared << v
  def all = @@shared
end
class U1; include Shared; end
class U2; include Shared; end
U1.new.add(1)
U2.new.add(2)
p U1.new.all # => [1, 2]

class A
  class << self
    def through_singleton = @@cv
  end
  def defined_ones = [defined?(@@cv), defined?(@@zork)]
end
p A.through_singleton # => 6
p A.new.defined_ones # => ["class variable", nil]
A.freeze
puts error_of { A.class_variable_set(:@@cv, 1) } # => FrozenError: can't modify frozen Class: A
class Counter
  @@count ||= 0
  @@count += 1
  @@count ||= 100
  def self.count = @@count
end
p Counter.count # => 1
