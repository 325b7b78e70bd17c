# rescue, ensure, retry, else and their order.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

def m(n)
  yield n
rescue ZeroDivisionError, TypeError => e
  "rescued #{e.class}"
rescue => e
  "other #{e.message}"
else
  "else"
ensure
  puts "ensure"
end
p m(1) { |x| x / 0 } # => ensure
# => "rescued ZeroDivisionError"
p m(1) { |x| x + nil } # => ensure
# => "rescued TypeError"
p m(1) { raise "q" } # => ensure
# => "other q"
p m(1) { 5 } # => ensure
# => "else"
def ret
  return 1
ensure
  puts "in ensure"
end
p ret # => in ensure
# => 1
def override
  return 1
ensure
  return 2
end
p override # => 2
tries = 0
begin
  tries += 1
  raise "again" if tries < 3
  p tries # => 3
rescue
  retry
end
class Matcher
  def self.===(e) = e.message.start_with?("match")
end
begin
  raise "matching"
rescue Matcher => e
  p e.message # => "matching"
end
list = [TypeError, ArgumentError]
begin
  Integer("x")
rescue *list => e
  p e.class # => ArgumentError
end
puts error_of { begin; raise "a"; rescue 3; end } # => TypeError: class or module required for rescue clause
x = Integer("z") rescue "modifier"
p x # => "modifier"
def nested
  begin
    begin
      raise "inner"
    ensure
      puts "first"
    end
  rescue => e
    puts "second #{e.message}"
    raise "outer"
  end
rescue => e
  puts "third #{e.message} #{e.cause.message}"
end
nested # => first
# => second inner
# => third outer inner
p $! # => nil
begin
  raise "a"
rescue
  begin
    raise "b"
  rescue
    p $!.message # => "b"
  end
  p $!.message # => "a"
end
p $! # => nil
p [1, 2, 3].map { |v| next 0 if v == 2; v } # => [1, 0, 3]
r = [1, 2, 3].each do |v| # => each 1
# => each 2
  begin
    next if v == 1
    break v * 10 if v == 2
  ensure
    puts "each #{v}"
  end
end
p r # => 20
def loop_ensure
  while true
    begin
      break
    ensure
      puts "loop ensure"
    end
  end
  :done
end
p loop_ensure # => loop ensure
# => :done
def thrower
  yield
ensure
  puts "thrower ensure"
end
def returner
  thrower { return :returned }
end
p returner # => thrower ensure
# => :returned
begin
  begin
    raise "first"
  ensure
    raise "second" rescue p $!.cause&.message # => "first"
  end
rescue => e
  p e.message # => "first"
end
def reraise
  raise "original"
rescue => e
  raise
end
puts error_of { reraise } # => RuntimeError: original
e = (raise "kept" rescue $!)
p e.message, e.backtrace.size > 0 # => "kept"
# => true
p (begin; 1; rescue; 2; else; 3; ensure; 4; end) # => 3
def implicit
  Integer("12")
rescue
  0
else
  99
end
p implicit # => 99
begin
  raise Exception, "not standard"
rescue => e
  p :no
rescue Exception => e
  p e.message # => "not standard"
end
def deep(n) = n.zero? ? raise("deep") : deep(n - 1)
begin
  deep(100)
rescue => e
  p e.backtrace.size > 100 # => true
end
def recurse = recurse
begin
  recurse
rescue SystemStackError => e
  p e.message, e.class # => "stack level too deep"
  # => SystemStackError
end
p((begin; raise "v"; rescue => e; e.message; end)) # => "v"
@ivar = nil
begin
  raise "to ivar"
rescue => @ivar
end
p @ivar.message # => "to ivar"
