# Exception and its relatives: construction, messages, causes, copies.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

p RuntimeError.new("foo bar"), RuntimeError.new(""), RuntimeError.new(nil), RuntimeError.new(3), RuntimeError.new("a\nb") # => #<RuntimeError: foo bar>
# => RuntimeError
# => #<RuntimeError: RuntimeError>
# => #<RuntimeError: 3>
# => #<RuntimeError:"a\nb">
p RuntimeError.new.message, RuntimeError.new(3).message, Exception.new([1]).message, Exception.new(:a).message # => "RuntimeError"
# => "3"
# => "[1]"
# => "a"
p RuntimeError.new("x").backtrace, RuntimeError.new("x").backtrace_locations, RuntimeError.new("x").cause # => nil
# => nil
# => nil
p Exception.new("x") == Exception.new("x"), Exception.new("x") == RuntimeError.new("x"), Exception.new("x") == 3 # => true
# => false
# => false
p Exception.exception("q"), Exception.exception # => #<Exception: q>
# => #<Exception: Exception>
e = RuntimeError.new("x")
p e.exception.equal?(e), e.exception("new").class, e.exception("new").message, e.exception(e).equal?(e) # => true
# => RuntimeError
# => "new"
# => true
puts error_of { e.full_message(highlight: 3) } # => ArgumentError: expected true or false as highlight: 3
puts error_of { e.full_message(order: 3) } # => TypeError: 3 is not a symbol nor a string
puts error_of { e.detailed_message(highlight: 3) } # => ArgumentError: expected true or false as highlight: 3
p e.detailed_message, e.detailed_message(highlight: true), e.detailed_message(foo: 3) # => "x (RuntimeError)"
# => "\e[1mx (\e[1;4mRuntimeError\e[m\e[1m)\e[m"
# => "x (RuntimeError)"
p RuntimeError.new("").detailed_message, RuntimeError.new("a\nb\n\nc").detailed_message(highlight: true) # => "unhandled exception"
# => "\e[1ma (\e[1;4mRuntimeError\e[m\e[1m)\e[m\n\e[1mb\e[m\n\n\e[1mc\e[m"
p StandardError.new("").detailed_message, Class.new(StandardError).new("anonymous").detailed_message # => "StandardError"
# => "anonymous"

# backtrace
e.set_backtrace(["q"])
p e.backtrace, e.backtrace_locations # => ["q"]
# => nil
e.set_backtrace("single")
p e.backtrace # => ["single"]
puts error_of { e.set_backtrace(3) } # => TypeError: backtrace must be an Array of String or an Array of Thread::Backtrace::Location
puts error_of { e.set_backtrace([3]) } # => TypeError: backtrace must be an Array of String or an Array of Thread::Backtrace::Location
begin
  raise e
rescue => e2
  p e2.backtrace # => ["single"]
end
begin
  raise RuntimeError, "x", ["a:1", "b:2"]
rescue => e
  p e.backtrace, e.backtrace_locations # => ["a:1", "b:2"]
  # => nil
  puts e.full_message(highlight: false) # => a:1: x (RuntimeError)
  # => 	from b:2
  puts e.full_message(highlight: false, order: :bottom) # => Traceback (most recent call last):
  # => 	1: from b:2
  # => a:1: x (RuntimeError)
  puts e.full_message(highlight: true) # => a:1: [1mx ([1;4mRuntimeError[m[1m)[m
  # => 	from b:2
  puts e.full_message(highlight: true, order: :bottom) # => [1mTraceback[m (most recent call last):
  # => 	1: from b:2
  # => a:1: [1mx ([1;4mRuntimeError[m[1m)[m
end

# raise
puts error_of { raise "x" } # => RuntimeError: x
puts error_of { raise RuntimeError } # => RuntimeError: RuntimeError
puts error_of { raise "x", "y" } # => TypeError: exception class/object expected
puts error_of { raise 3 } # => TypeError: exception class/object expected
puts error_of { raise Class } # => TypeError: exception class/object expected
puts error_of { raise Object.new } # => TypeError: exception class/object expected
puts error_of { raise RuntimeError, "a", 3 } # => TypeError: backtrace must be an Array of String or an Array of Thread::Backtrace::Location
puts error_of { raise RuntimeError, "a", cause: 1 } # => TypeError: exception object expected
puts error_of { raise cause: RuntimeError.new } # => ArgumentError: only cause is given with no arguments
puts error_of { raise } # => RuntimeError:
puts error_of { begin; raise "orig"; rescue; raise; end } # => RuntimeError: orig
puts error_of { raise Object.new.tap { |o| def o.exception(*a) = RuntimeError.new("from object #{a}") }, "z" } # => RuntimeError: from object ["z"]
puts error_of { raise Object.new.tap { |o| def o.exception(*a) = 3 } } # => TypeError: exception object expected
puts error_of { fail ArgumentError, "failed" } # => ArgumentError: failed
class Custom < StandardError
  def initialize(a, b: 1)
    @a = a
    super("msg #{a} #{b}")
  end
  attr_reader :a
end
puts error_of { raise Custom.new(1) } # => Custom: msg 1 1
puts error_of { raise Custom, 3 } # => Custom: msg 3 1
puts error_of { raise Custom.new(1), "other" } # => Custom: other
puts error_of { raise Custom } # => ArgumentError: wrong number of arguments (given 0, expected 1)
class Messaged < StandardError
  def message = "custom"
end
p Messaged.new.inspect, Messaged.new.to_s, Messaged.new.detailed_message # => "#<Messaged: Messaged>"
# => "Messaged"
# => "custom (Messaged)"
class Detailed < StandardError
  def detailed_message(highlight:, **options) = "detailed #{highlight} #{options}"
end
p Detailed.new("q").tap { |d| d.set_backtrace(["f:1"]) }.full_message(highlight: false, order: :top, foo: 1) # => "f:1: detailed false {order: :top, foo: 1}\n"

# cause
begin
  begin
    raise "a"
  rescue
    raise "b"
  end
rescue => e
  p e.cause, e.cause.cause # => #<RuntimeError: a>
  # => nil
end
begin
  begin
    raise "a"
  rescue => a
    raise a
  end
rescue => e
  p e.cause # => nil
end
begin
  raise "x", cause: nil
rescue => e
  p e.cause # => nil
end
begin
  begin
    raise "inner"
  rescue
    raise "outer", cause: RuntimeError.new("given")
  end
rescue => e
  p e.cause # => #<RuntimeError: given>
end
a = RuntimeError.new("a")
b = RuntimeError.new("b")
begin
  raise a, cause: b
rescue
end
puts error_of { raise b, cause: a } # => ArgumentError: circular causes

# Fields.
p NameError.new("a", :b, receiver: 3).receiver, NameError.new("a", :b).name, NameError.new.message, NameError.new("x").name # => 3
# => :b
# => "NameError"
# => nil
puts error_of { NameError.new("a").receiver } # => ArgumentError: no receiver is available
puts error_of { KeyError.new("a").receiver } # => ArgumentError: no receiver is available
puts error_of { KeyError.new("a").key } # => ArgumentError: no key is available
puts error_of { FrozenError.new("a").receiver } # => ArgumentError: no receiver is available
p KeyError.new("a", receiver: 1, key: 2).key, FrozenError.new("x", receiver: 3).receiver # => 2
# => 3
p NoMethodError.new("a", :b, [1]).args, NoMethodError.new("a", :b, [1], true).private_call? # => [1]
# => true
puts error_of { KeyError.new(1, 2) } # => ArgumentError: wrong number of arguments (given 2, expected 0..1)
puts error_of { KeyError.new("x", foo: 1) } # => ArgumentError: unknown keyword: :foo
begin
  nil.foo(1, 2)
rescue NoMethodError => e
  p e.name, e.args, e.receiver # => :foo
  # => [1, 2]
  # => nil
end
begin
  {a: 1}.fetch(:b)
rescue KeyError => e
  p e.key, e.receiver # => :b
  # => {a: 1}
end
begin
  "x".freeze << "y"
rescue FrozenError => e
  p e.receiver # => "x"
end
begin
  UnknownConstant
rescue NameError => e
  p e.name, e.receiver # => :UnknownConstant
  # => Object
end
begin
  [1].each.tap { |en| en.next; en.next }
rescue StopIteration => e
  p e.result # => [1]
end
p SystemExit.new, SystemExit.new(3), SystemExit.new(true, "x"), SystemExit.new("m") # => #<SystemExit: SystemExit>
# => #<SystemExit: SystemExit>
# => #<SystemExit: x>
# => #<SystemExit: m>
p SystemExit.new(false).status, SystemExit.new(3).success?, SystemExit.new("a").status, SystemExit.new.success? # => 1
# => false
# => 0
# => true
begin
  exit(3)
rescue SystemExit => e
  p e.status, e.message, e.success? # => 3
  # => "exit"
  # => false
end
begin
  exit(false)
rescue SystemExit => e
  p e.status # => 1
end
puts error_of { exit("x") } # => TypeError: no implicit conversion of String into Integer
p Interrupt.new, Interrupt.new("x"), SignalException.new("INT"), SignalException.new("SIGTERM").signo, SignalException.new(:INT).signm # => #<Interrupt: Interrupt>
# => #<Interrupt: x>
# => #<SignalException: SIGINT>
# => 15
# => "SIGINT"
puts error_of { SignalException.new } # => ArgumentError: wrong number of arguments (given 0, expected 1)
puts error_of { SignalException.new("FOO") } # => ArgumentError: unsupported signal 'SIGFOO'
puts error_of { SignalException.new(9999) } # => ArgumentError: invalid signal number (9999)
p Errno::ENOENT.new, Errno::ENOENT.new("a"), Errno::ENOENT.new("a", "b"), Errno::EWOULDBLOCK # => #<Errno::ENOENT: No such file or directory>
# => #<Errno::ENOENT: No such file or directory - a>
# => #<Errno::ENOENT: No such file or directory @ b - a>
# => Errno::EAGAIN
p SystemCallError.new("x"), SystemCallError.new(nil) # => #<SystemCallError: unknown error - x>
# => #<SystemCallError: unknown error>
p SystemCallError === Errno::ENOENT.new, Errno::ENOENT.superclass, Errno::EACCES.name, Errno::EPERM.new.message # => true
# => SystemCallError
# => "Errno::EACCES"
# => "Operation not permitted"
p Errno::ENOENT.new.errno == Errno::ENOENT::Errno # => true
puts error_of { Errno::ENOENT.new("a", "b", "c") } # => ArgumentError: wrong number of arguments (given 3, expected 0..2)
p ZeroDivisionError.ancestors.take(4), StopIteration.superclass, FloatDomainError.superclass, NotImplementedError.superclass # => [ZeroDivisionError, StandardError, Exception, Object]
# => IndexError
# => RangeError
# => ScriptError
p KeyError.instance_methods(false).sort, NameError.instance_methods(false).sort # => [:key, :receiver]
# => [:local_variables, :name, :receiver]
