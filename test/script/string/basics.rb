def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { "" << -1 } # => RangeError: -1 out of char range
error { "" << 0x110000 } # => RangeError: 1114112 out of char range
error { "" << 0xd800 } # => RangeError: invalid codepoint 0xD800 in UTF-8
error { "abc" << nil } # => TypeError: no implicit conversion of nil into String
error { "abc" * -1 } # => ArgumentError: negative argument
error { "a" * nil } # => TypeError: no implicit conversion from nil to integer
error { "abc" + 1 } # => TypeError: no implicit conversion of Integer into String
error { "abc".freeze << "d" } # => FrozenError: can't modify frozen String: "abc"
p("abc".sum) # => 294
error { "".ord } # => ArgumentError: empty string
p("é".getbyte(0)) # => 195
error { "abc".setbyte(5, 1) } # => IndexError: index 5 out of string
error { "abc".setbyte(-5, 1) } # => IndexError: index -5 out of string
p("a" == 1) # => false
p("a".eql?("a")) # => true
p("a" <=> 1) # => nil
p("🏳️‍🌈e\u0301".grapheme_clusters.size) # => 2
p('#{' + '#$a #@a #a') # => "\#{\#$a \#@a #a"
error { String.new("abc", foo: 1) } # => ArgumentError: unknown keyword: :foo
error { String.new(nil) } # => TypeError: no implicit conversion of nil into String
p(String.new("abc", capacity: -1)) # => "abc"
error { String.new("a", "b") } # => ArgumentError: wrong number of arguments (given 2, expected 0..1)
p("a".concat("b", "c")) # => "abc"
p((x = +"a"; x.concat(x, x))) # => "aaa"
p((x = +"a"; x.prepend("b", "c"))) # => "bca"
p((x = +"a"; x.append_as_bytes("é", 255, 256, 0x1ff))) # => "aé\xFF\u0000\xFF"
error { x = +"a"; x.append_as_bytes(nil) } # => TypeError: wrong argument type NilClass (expected String or Integer)
error { "abc".replace(1) } # => TypeError: no implicit conversion of Integer into String
p("a".dup.equal?("a")) # => false
p((-"abc").equal?(-"abc")) # => true
p("abc".sum(8)) # => 38
p("é".sum) # => 364
p(/a/i.casefold?) # => true
