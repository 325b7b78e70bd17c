# public, private, protected, module_function.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

class A # => nil
# => nil
# => :pub
# => [:pub, :pri]
# => [:pub, :pri]
  def pub; :pub; end
  private def pri; :pri; end
  protected def pro; :pro; end
  p(private)
  def after_private; end
  p public
  p private(:pub)
  p private(:pub, :pri)
  p private([:pub, :pri])
  public :pub
  def call_pri = pri
  def call_self_pri = self.pri
  def call_pro(o) = o.pro
  def call_other_pri(o) = o.pri
  private
  attr_reader :quiet
  define_method(:quiet2) { 1 }
  public
  def loud; end
end
a = A.new
p a.call_pri # => :pri
p a.call_self_pri # => :pri
p a.call_pro(A.new) # => :pro
puts error_of { a.call_other_pri(A.new) } # => NoMethodError: private method 'pri' called for an instance of A
puts error_of { a.pri } # => NoMethodError: private method 'pri' called for an instance of A
puts error_of { a.pro } # => NoMethodError: protected method 'pro' called for an instance of A
puts error_of { a.quiet } # => NoMethodError: private method 'quiet' called for an instance of A
puts error_of { a.quiet2 } # => NoMethodError: private method 'quiet2' called for an instance of A
puts error_of { a.after_private } # => NoMethodError: private method 'after_private' called for an instance of A
p A.instance_methods(false).sort # => [:call_other_pri, :call_pri, :call_pro, :call_self_pri, :loud, :pro, :pub]
p A.private_instance_methods(false).sort # => [:after_private, :pri, :quiet, :quiet2]
p A.protected_instance_methods # => [:pro]
p A.public_instance_methods(false).sort # => [:call_other_pri, :call_pri, :call_pro, :call_self_pri, :loud, :pub]
p A.method_defined?(:pub) # => true
p A.method_defined?(:pri) # => false
p A.private_method_defined?(:pri) # => true
p A.protected_method_defined?(:pro) # => true
p A.public_method_defined?("pub") # => true
class B < A
  public :pri
  private :pub
end
p B.new.pri # => :pri
puts error_of { B.new.pub } # => NoMethodError: private method 'pub' called for an instance of B
p A.new.pub # => :pub
p B.instance_method(:pri).owner # => B
p B.method_defined?(:pub, false) # => false
p B.private_method_defined?(:pub, false) # => true
puts error_of { class A; private :nope; end } # => NameError: undefined method 'nope' for class 'A'
class A
  class << self
    def visible = hidden
    private
    def hidden = :hidden
  end
  private_class_method def self.hidden2 = 2
end
p A.visible # => :hidden
puts error_of { A.hidden } # => NoMethodError: private method 'hidden' called for class A
puts error_of { A.hidden2 } # => NoMethodError: private method 'hidden2' called for class A
A.public_class_method(:hidden2)
p A.hidden2 # => 2
A.private_class_method(:new)
puts error_of { A.new } # => NoMethodError: private method 'new' called for class A

module MF
  module_function
  def mf = 1
end
p MF.mf # => 1
p MF.private_instance_methods # => [:mf]
module MF2
  def a = 2
  module_function :a
end
p MF2.a # => 2
puts error_of { Class.new { include MF2 }.new.a } # => NoMethodError: private method 'a' called for an instance of #<Class:0x>
puts error_of { class A; module_function; end } # => NameError: undefined local variable or method 'module_function' for class A

class Inits
  def initialize; end
  def initialize_copy(o); end
  def respond_to_missing?(*) = false
  def normal; end
end
p Inits.private_instance_methods(false).sort # => [:initialize, :initialize_copy, :respond_to_missing?]
p Inits.instance_methods(false) # => [:normal]

# `private` ends with the body it is in, and does not reach into method bodies.
class Scoped
  private
  class Inner
    def open = :open
  end
  def definer
    self.class.class_eval { def defined_later = :later }
  end
  public :definer
end
p Scoped::Inner.new.open # => :open
Scoped.new.definer
p Scoped.new.defined_later # => :later
class Scoped
  def reopened = :reopened
end
p Scoped.new.reopened # => :reopened
def top_level_method = 1
puts error_of { 5.top_level_method } # => NoMethodError: private method 'top_level_method' called for an instance of Integer
puts error_of { nil.puts } # => NoMethodError: private method 'puts' called for nil
p self.top_level_method # => 1
class Writer
  def set = self.secret = 5
  private def secret=(v)
    @v = v
  end
end
p Writer.new.set # => 5
p Writer.new.send(:secret=, 3) # => 3
puts error_of { Writer.new.public_send(:secret=, 3) } # => NoMethodError: private method 'secret=' called for an instance of Writer
puts error_of { Object.new.public_send(:puts, 1) } # => NoMethodError: private method 'puts' called for an instance of Object
