# Constants: lookup, visibility, autoload, naming of classes.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}"
end

class A
  B = 1
  C = 2
  private_constant :B
  deprecate_constant :C
end
puts error_of { A::B } # => NameError: private constant A::B referenced
p A.const_get(:B) # => 1
p A.const_defined?(:B) # => true
p defined?(A::B) # => nil
puts error_of { A.const_get("b") } # => NameError: wrong constant name b
puts error_of { A.const_get("B::C") } # => TypeError: B::C does not refer to class/module
p Object.const_get("A::B") # => 1
puts error_of { A.const_get("Foo::Bar") } # => NameError: uninitialized constant A::Foo
p A.const_get("String") # => String
puts error_of { A.const_get("String", false) } # => NameError: uninitialized constant A::String
puts error_of { A::String } # => NameError: uninitialized constant A::String
p A.const_defined?("String") # => true
p A.const_defined?("String", false) # => false
p A.const_defined?("A::B") # => true
puts error_of { A.send(:remove_const, :Zork) } # => NameError: constant A::Zork not defined
puts error_of { A.private_constant :Zork } # => NameError: constant A::Zork not defined
p A.constants # => [:C]
class A
  public_constant :B
end
p A::B # => 1
puts error_of { A.const_missing(:Q) } # => NameError: uninitialized constant A::Q
puts error_of { Comparable::String } # => NameError: uninitialized constant Comparable::String
p Comparable.const_get(:String) # => String
p A.const_source_location(:B) # => ["FILE", 9]
p A.const_source_location(:String) # => []
p A.const_source_location(:Nope) # => nil
puts error_of { Object.const_set("Foo::Bar", 1) } # => NameError: wrong constant name Foo::Bar
puts error_of { Object.const_set(:foo, 1) } # => NameError: wrong constant name foo
puts error_of { Object.const_set(1, 1) } # => TypeError: 1 is not a symbol nor a string
puts error_of { Object.const_get(1) } # => TypeError: no implicit conversion of Integer into String
p Object.const_get("::A") # => A
puts error_of { Object.const_get("A::") } # => NameError: wrong constant name A::
puts error_of { Object.const_defined?("a::b") } # => NameError: wrong constant name a
puts error_of { nil::A } # => TypeError: nil is not a class/module
puts error_of { 3::A } # => TypeError: 3 is not a class/module
puts error_of { Bar } # => NameError: uninitialized constant Bar
puts error_of { A::Bar } # => NameError: uninitialized constant A::Bar

module M # => 1
# => [M::Inner, M]
  MC = 1
  module Inner
    p MC
    p Module.nesting
    def self.mc = MC
  end
end
p M::Inner.mc # => 1
class A
  include M
end
p A::MC # => 1
p A.constants # => [:B, :C, :MC, :Inner]

class Missing
  def self.const_missing(name) = "missing #{name}"
end
p Missing::Zork # => "missing Zork"
p Missing.const_get(:Yo) # => "missing Yo"

# Lexical scope comes before the ancestors.
X = :top
class Base
  X = :base
end
module Lexical
  X = :lexical
  class Derived < Base
    def x = X
  end
end
p Lexical::Derived.new.x # => :lexical
class Other < Base
  def x = X
  def self.in_eval = class_eval { X }
end
p Other.new.x # => :base
p Other.in_eval # => :base
p Base.new.instance_eval { X } # => :top

# Names.
c = Class.new
p c.name # => nil
D = c
p c.name # => "D"
c::E = Class.new
p c::E # => D::E
m = Module.new
m::Z = Class.new
p m::Z.name.sub(/0x\h+/, "0x") # => "#<Module:0x>::Z"
MM = m
p m::Z.name # => "MM::Z"
c = Class.new
c.set_temporary_name("fake<x>")
p c # => fake<x>
c::Z = Class.new
p c::Z # => fake<x>::Z
puts error_of { Class.new.set_temporary_name("Abc") } # => ArgumentError: the temporary name must not be a constant path to avoid confusion
puts error_of { Class.new.set_temporary_name("") } # => ArgumentError: empty class/module name
puts error_of { String.set_temporary_name("x y") } # => RuntimeError: can't change permanent name

# Hooks.
class Noted # => [:added, :FOO]
# => [:added, :Inner]
# => [:added, :InnerModule]
  def self.const_added(name)
    p [:added, name]
    super
  end
  FOO = 1 # prints
  class Inner; end
  module InnerModule; end
end
p Noted.const_set(:Q, 1) # => [:added, :Q]
# => 1

autoload(:Zorkk, "/nonexistent/zorkk")
p Object.autoload?(:Zorkk) # => "/nonexistent/zorkk"
p defined?(Zorkk) # => "constant"
puts error_of { Zorkk } # => LoadError: cannot load such file -- /nonexistent/zorkk
puts error_of { autoload(:zork, "x") } # => NameError: autoload must be constant name: zork
puts error_of { autoload(:Zork, "") } # => ArgumentError: empty feature name

puts error_of { class A9; end; A9.freeze; A9.const_set(:ZZ, 1) } # => FrozenError: can't modify frozen Class: A9
def assign_in_method(k) = k.const_set(:InMethod, 3)
p assign_in_method(A) # => 3
p A::InMethod # => 3

# A constant that changes is seen by code that has read it before.
class Changing
  V = 1
  def v = V
end
o = Changing.new
p o.v # => 1
Changing.send(:remove_const, :V)
Changing.const_set(:V, 2)
p o.v # => 2
A.const_get(:B)
p((A::Nothing rescue "rescued")) # => "rescued"
A::Nothing = 5
p A::Nothing # => 5
x = A
x::Lazy ||= 9
p x::Lazy # => 9
x::Lazy ||= 10
p x::Lazy # => 9
