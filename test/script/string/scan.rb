def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { "\xff".scan(/x/) } # => ArgumentError: invalid byte sequence in UTF-8
p("abcd".scan(/(.)(.)/)) # => [["a", "b"], ["c", "d"]]
p("abcd".scan("b")) # => ["b"]
p("abcd".scan(/z/)) # => []
p("abcd".scan(//)) # => ["", "", "", "", ""]
error { "abcd".scan(1) } # => TypeError: wrong argument type Integer (expected Regexp)
