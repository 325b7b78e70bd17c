def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { "héllo".byteindex("l", 2) } # => IndexError: offset 2 does not land on character boundary
error { "héllo".byterindex("l", 2) } # => IndexError: offset 2 does not land on character boundary
p("héllo".byteindex("l", 20)) # => nil
p("abc".start_with?("ab", "x")) # => true
p("abc".start_with?(/b/)) # => false
error { "abc".start_with?(1) } # => TypeError: no implicit conversion of Integer into String
p("abc".end_with?("bc")) # => true
error { "abc".end_with?(1) } # => TypeError: no implicit conversion of Integer into String
p("abc".index("c", -1)) # => 2
p("abc".index("", 3)) # => 3
p("abc".index("", 4)) # => nil
p("abc".rindex("", 10)) # => 3
p("abc".rindex("b", -3)) # => nil
error { "abc".index(1) } # => TypeError: no implicit conversion of Integer into String
p("abc".rindex(/b/)) # => 1
p("héllo".index("l")) # => 2
p("héllo".index(/l/, 3)) # => 3
p("héllo".rindex(/l/)) # => 3
p("hello".rindex("l", 2)) # => 2
p("abc".each_char.with_index.map{|c,i| c*i}) # => ["", "b", "cc"]
