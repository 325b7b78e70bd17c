def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { "\xff".split(/x/) } # => ArgumentError: invalid byte sequence in UTF-8
error { "\xff".split("x") } # => ArgumentError: invalid byte sequence in UTF-8
p("hello".partition("l")) # => ["he", "l", "lo"]
p("hello".partition(/l+/)) # => ["he", "ll", "o"]
error { "hello".partition(1) } # => TypeError: wrong argument type Integer (expected Regexp)
p("hello".rpartition("l")) # => ["hel", "l", "o"]
p("hello".rpartition(/l+/)) # => ["hel", "l", "o"]
p("hello".rpartition("x")) # => ["", "", "hello"]
p("hello".partition("x")) # => ["hello", "", ""]
p(" a  b c ".split) # => ["a", "b", "c"]
p(" a  b c ".split(" ", 2)) # => ["a", "b c "]
p(" a  b c ".split(" ", -1)) # => ["a", "b", "c", ""]
p("a,b,,c,,".split(",")) # => ["a", "b", "", "c"]
p("a,b,,c,,".split(",", -1)) # => ["a", "b", "", "c", "", ""]
p("a,b,,c,,".split(",", 2)) # => ["a", "b,,c,,"]
p("abc".split("")) # => ["a", "b", "c"]
p("abc".split("", 2)) # => ["a", "bc"]
p("abc".split(//)) # => ["a", "b", "c"]
p("a1b2c".split(/\d/)) # => ["a", "b", "c"]
p("a1b2c".split(/(\d)/)) # => ["a", "1", "b", "2", "c"]
p("a1b2c".split(/(\d)/, 2)) # => ["a", "1", "b2c"]
p("".split) # => []
p("".split(",")) # => []
p("".split(",", -1)) # => []
p("abc".split(nil)) # => ["abc"]
error { "abc".split(1) } # => TypeError: wrong argument type Integer (expected Regexp)
p("a b".split(" ", 1)) # => ["a b"]
p(" a b".split(" ", 1)) # => [" a b"]
error { "abc".rpartition(1) } # => TypeError: wrong argument type Integer (expected Regexp)
