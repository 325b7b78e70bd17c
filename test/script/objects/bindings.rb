# Binding and eval.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

x = 10
b = binding
p b.local_variables.include?(:x), b.local_variable_get(:x), b.local_variable_set(:x, 11), x # => true
# => 10
# => 11
# => 11
p b.local_variable_set(:newv, 5), b.local_variable_get(:newv), b.local_variable_defined?(:zz), b.local_variable_defined?(:newv) # => 5
# => 5
# => false
# => true
p b.receiver.inspect, b.eval("x + 1"), b.eval("newv"), b.eval("y2 = 3; y2 * 2"), b.local_variable_get(:y2) # => "main"
# => 12
# => 5
# => 6
# => 3
puts error_of { b.local_variable_get(:nope) } # => NameError: local variable 'nope' is not defined for #<Binding:0x>
puts error_of { b.local_variable_get("a b") } # => NameError: wrong local variable name 'a b' for #<Binding:0x>
puts error_of { b.local_variable_get(3) } # => TypeError: 3 is not a symbol nor a string
puts error_of { b.local_variable_set("Abc", 1) } # => NameError: wrong local variable name 'Abc' for #<Binding:0x>
puts error_of { Binding.new } # => NoMethodError: undefined method 'new' for class Binding
pr = proc { x }
p pr.binding.local_variable_get(:x), pr.binding.class # => 11
# => Binding
pr.binding.local_variable_set(:x, 12)
p pr.call # => 12
puts error_of { :a.to_proc.binding } # => ArgumentError: Can't create Binding from C level Proc
def get_binding(arg)
  local = 5
  binding
end
c = get_binding(1)
p c.local_variables, c.local_variable_get(:arg), c.eval("local + arg"), c.receiver.inspect # => [:arg, :local]
# => 1
# => 6
# => "main"
p eval("x * 2"), eval("[__LINE__, __FILE__]", nil, "x.rb", 5), eval("self.inspect") # => 24
# => [5, "x.rb"]
# => "main"
puts error_of { eval("nope_nope") } # => NameError: undefined local variable or method 'nope_nope' for main
puts error_of { eval(3) } # => TypeError: no implicit conversion of Integer into String
puts error_of { eval("1", 3) } # => TypeError: wrong argument type Integer (expected binding)
p eval("1\n2\n__LINE__"), eval("__FILE__").sub(/at .*test/, "at test") # => 3
# => "(eval at test/script/objects/bindings.rb:33)"
eval("x = 20")
p x # => 20
eval("fresh = 1")
p binding.local_variable_defined?(:fresh) # => false
p eval("defined?(fresh)") # => nil
def with_block = yield
p with_block { eval("x") } # => 20
[1, 2].each { |i| p eval("i + x") } # => 21
# => 22
k = Class.new { def get = binding }
p k.new.get.receiver.class # => #<Class:0x13fce468>
p eval("def evaluated_def = 3; evaluated_def") # => 3
p evaluated_def # => 3
e = [].instance_eval { binding }
p e.receiver # => []
p e.eval("size") # => 0
def keep
  n = 0
  [-> { n += 1 }, binding]
end
inc, bind = keep
inc.call
inc.call
p bind.local_variable_get(:n) # => 2
p binding.local_variables.first(3) # => [:x, :b, :pr]
p TOPLEVEL_BINDING.receiver.inspect if defined?(TOPLEVEL_BINDING) # => "main"
