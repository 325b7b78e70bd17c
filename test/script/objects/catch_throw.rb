# catch and throw.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError, ScriptError => e
  "#{e.class}: #{e.message}".gsub(/0x\h+/, "0x")
end

p catch(:a) { throw :a, 1; 2 } # => 1
p catch(:a) { catch(:b) { throw :a, 1 }; 2 } # => 1
p catch(:a) { catch(:b) { throw :b, 1 } + 5 } # => 6
p catch(:a) { 10 } # => 10
p catch(:a) { throw :a } # => nil
p catch { |tag| throw tag, 5 } # => 5
p catch { |tag| tag.class } # => Object
puts error_of { throw :x } # => UncaughtThrowError: uncaught throw :x
puts error_of { throw :x, 1, 2 } # => ArgumentError: wrong number of arguments (given 3, expected 1..2)
puts error_of { catch(:a) { throw :b } } # => UncaughtThrowError: uncaught throw :b
e = begin
  throw :none, 3
rescue UncaughtThrowError => e
  e
end
p e.tag, e.value, e.message # => :none
# => 3
# => "uncaught throw :none"
def deep(n) = n == 0 ? throw(:found, :bottom) : deep(n - 1)
p catch(:found) { deep(50) } # => :bottom
log = []
r = catch(:out) do
  begin
    throw :out, :value
  ensure
    log << :ensured
  end
end
p r, log # => :value
# => [:ensured]
p catch("tag") { |t| throw t, 1 } # => 1
puts error_of { catch("tag") { throw "tag" } } # => UncaughtThrowError: uncaught throw "tag"
p [1, 2, 3].each { |x| catch(:next) { throw :next if x == 2; log << x } }, log # => [1, 2, 3]
# => [:ensured, 1, 3]
p catch(:a) { [1, 2].each { |x| throw :a, x } } # => 1
p catch(:a) { begin; throw :a, 1; rescue Exception; 2; end } # => 1
p catch(:t) { catch(:t) { throw :t, 1 }; 3 } # => 3
p((catch(:done) { 10.times { |i| 10.times { |j| throw :done, [i, j] if i * j == 42 } } })) # => [6, 7]
