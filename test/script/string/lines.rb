def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

p("hello\nworld\n\n".lines) # => ["hello\n", "world\n", "\n"]
p("hello\n\n\nworld\n\n".lines("")) # => ["hello\n\n", "world\n\n"]
p("hello".lines("l")) # => ["hel", "l", "o"]
p("hello".lines(nil)) # => ["hello"]
error { "hello".lines(1) } # => TypeError: no implicit conversion of Integer into String
