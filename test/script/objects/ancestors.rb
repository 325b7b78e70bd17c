# Inclusion, prepending, ancestor chains, comparison of classes.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

module M; end
module N; end
class A; end
class B < A; end
p A < B # => false
p B < A # => true
p A <= A # => true
p A < A # => false
p A > B # => true
p A >= A # => true
p A <=> B # => 1
p B <=> A # => -1
p A <=> A # => 0
p A <=> 3 # => nil
p A <=> M # => nil
p A < M # => nil
puts error_of { A < 3 } # => TypeError: compared with non class/module
puts error_of { A.include } # => ArgumentError: wrong number of arguments (given 0, expected 1+)
p A.include(M) # => A
p A.prepend(N) # => A
p A.ancestors.first(3) # => [N, A, M]
p B.ancestors.first(4) # => [B, N, A, M]
p A.include?(M) # => true
puts error_of { A.include?(A) } # => TypeError: wrong argument type Class (expected Module)
p A.included_modules.first(2) # => [N, M]
p B.include?(M) # => true
puts error_of { A.include?(3) } # => TypeError: wrong argument type Integer (expected Module)
puts error_of { A.include(A) } # => TypeError: wrong argument type Class (expected Module)
puts error_of { M.include(M) } # => ArgumentError: cyclic include detected
p Class.new.superclass # => Object
p BasicObject.superclass # => nil
p Class.superclass # => Module
p A.singleton_class.superclass # => #<Class:Object>
p B.singleton_class.superclass # => #<Class:A>
p A.subclasses # => [B]
p A.singleton_class.inspect # => "#<Class:A>"
p A.singleton_class.singleton_class.inspect # => "#<Class:#<Class:A>>"
p A.singleton_class.attached_object # => A
puts error_of { A.attached_object } # => TypeError: 'A' is not a singleton class
p A.singleton_class? # => false
p A.singleton_class.singleton_class? # => true

# Order of several modules.
module P1; def who = "P1 " + super; end
module P2; def who = "P2 " + super; end
module I1; def who = "I1 " + (defined?(super) ? super : "end"); end
module I2; def who = "I2 " + super; end
class Base; def who = "Base"; end
class Derived < Base
  include I1
  include I2
  prepend P1
  prepend P2
  def who = "Derived " + super
end
p Derived.new.who # => "P2 P1 Derived I2 I1 Base"
p Derived.ancestors.first(6) # => [P2, P1, Derived, I2, I1, Base]
class Derived
  include I1
  prepend P1
end
p Derived.ancestors.first(6) # => [P2, P1, Derived, I2, I1, Base]
class Multi
  include I1, I2
end
p Multi.ancestors.first(3) # => [Multi, I1, I2]

# Including into a module that is in use reaches the classes that have it.
module Late; def late = :late; end
module Holder; end
class HasHolder; include Holder; end
p HasHolder.new.respond_to?(:late) # => false
module Holder; include Late; end
p HasHolder.new.late # => :late
p HasHolder.ancestors.first(3) # => [HasHolder, Holder, Late]
module Front; def held = "front " + super; end
module Holder; def held = "held"; end
p HasHolder.new.held # => "held"
module Holder; prepend Front; end
p HasHolder.new.held # => "front held"
p HasHolder.ancestors.first(4) # => [HasHolder, Front, Holder, Late]

# A module that a superclass has is not included again, but may be prepended.
class Sub1 < Derived
  include I1
end
p Sub1.ancestors.first(3) # => [Sub1, P2, P1]
class Sub2 < Derived
  prepend P1
end
p Sub2.ancestors.first(3) # => [P1, Sub2, P2]

# super through modules, aliases and define_method.
module Loud; def say = super.upcase; alias shout say; end
class Speaker; def say = "hi"; end
class LoudSpeaker < Speaker
  include Loud
  def say = super + "!"
  define_method(:say2) { say + "?" }
end
p LoudSpeaker.new.say # => "HI!"
p LoudSpeaker.new.say2 # => "HI!?"
class LoudSpeaker; def shout = super; end
p LoudSpeaker.new.shout # => "HI"
o = Speaker.new
o.extend(Loud)
p o.say # => "HI"
p o.singleton_class.ancestors.first(3).last # => Speaker
p o.is_a?(Loud) # => true
p Loud === o # => true
p o.singleton_methods # => [:say, :shout]

class Kernelish; end
p Kernelish.new.kind_of?(Kernel) # => true
p Kernelish.instance_of?(Class) # => true
puts error_of { Kernelish.new.is_a?(3) } # => TypeError: class or module required
puts error_of { Kernelish.new.instance_of?(3) } # => TypeError: class or module required
puts error_of { Class.new(Class) } # => TypeError: can't make subclass of Class
puts error_of { Class.new(3) } # => TypeError: superclass must be an instance of Class (given an instance of Integer)
puts error_of { Class.new(A.singleton_class) } # => TypeError: can't make subclass of singleton class
puts error_of { A.singleton_class.new } # => TypeError: can't create instance of singleton class
puts error_of { class A < String; end } # => TypeError: superclass mismatch for class A
puts error_of { class Kernel; end } # => TypeError: Kernel is not a class
# => :: previous definition of Kernel was here
puts error_of { module String; end } # => TypeError: String is not a module
# => :: previous definition of String was here
puts error_of { class Zzz < 3; end } # => TypeError: superclass must be an instance of Class (given an instance of Integer)
puts error_of { Class.allocate.new } # => TypeError: can't instantiate uninitialized class
puts error_of { Integer.allocate } # => TypeError: allocator undefined for Integer
puts error_of { Integer.new } # => NoMethodError: undefined method 'new' for class Integer
puts error_of { M.new } # => NoMethodError: undefined method 'new' for module M
