def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

p(Encoding::UTF_8.inspect) # => "#<Encoding:UTF-8>"
p(Encoding::BINARY.inspect) # => "#<Encoding:BINARY (ASCII-8BIT)>"
p(Encoding.default_external) # => #<Encoding:UTF-8>
p(Encoding.default_internal) # => nil
p(Encoding.find("utf-8")) # => #<Encoding:UTF-8>
error { Encoding.find("foo") } # => ArgumentError: unknown encoding name - foo
error { Encoding.find(:utf_8) } # => TypeError: no implicit conversion of Symbol into String
p(Encoding.find(Encoding::UTF_8)) # => #<Encoding:UTF-8>
p(Encoding.compatible?("a", "b".b)) # => #<Encoding:UTF-8>
p(Encoding.compatible?("é", "\xff".b)) # => nil
p(Encoding.compatible?("é", 1)) # => nil
p(Encoding.compatible?(:a, "é")) # => #<Encoding:UTF-8>
p(Encoding.compatible?(Encoding::UTF_8, Encoding::US_ASCII)) # => #<Encoding:UTF-8>
p(Encoding::UTF_8.name) # => "UTF-8"
p(Encoding::UTF_8.to_s) # => "UTF-8"
p(Encoding::BINARY.name) # => "ASCII-8BIT"
p(Encoding::BINARY.to_s) # => "ASCII-8BIT"
p(Encoding::UTF_8.dummy?) # => false
p(Encoding::UTF_8.ascii_compatible?) # => true
p(Encoding::ASCII) # => #<Encoding:US-ASCII>
p(Encoding::ASCII_8BIT.equal?(Encoding::BINARY)) # => true
error { Encoding.new } # => NoMethodError: undefined method 'new' for class Encoding
p(__ENCODING__) # => #<Encoding:UTF-8>
