def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { "abc".center(10,"") } # => ArgumentError: zero width padding
p("abc".ljust(10, "xy")) # => "abcxyxyxyx"
p("hello\nworld\n\n".lines(chomp: true)) # => ["hello", "world", ""]
p("hello\n\n\nworld\n\n".each_line("", chomp: true).to_a) # => ["hello", "world"]
p("hello".lines("l", chomp: true)) # => ["he", "", "o"]
p("a\r\nb\r\n".lines(chomp: true)) # => ["a", "b"]
p("abc\r\n".chomp) # => "abc"
p("abc\n\n".chomp) # => "abc\n"
p("abc\n\r\n".chomp("")) # => "abc"
p("abc".chomp("c")) # => "ab"
p("abc\r".chomp("\n")) # => "abc"
p("abc\r\n".chomp("\n")) # => "abc"
p("abc\n".chomp(nil)) # => "abc\n"
p("abc\r\n".chop) # => "abc"
p("a".chop) # => ""
p("".chop) # => ""
p(" \t\0abc\0 ".strip) # => "abc"
p("\0 abc".lstrip) # => "abc"
p("abc \0".rstrip) # => "abc"
p("\u00a0abc".strip) # => " abc"
p("abc".chomp!) # => nil
p("abc".strip!) # => nil
error { "abc\xff ".rstrip } # => Encoding::CompatibilityError: invalid byte sequence in UTF-8
error { "\xff abc ".strip } # => ArgumentError: invalid byte sequence in UTF-8
error { " \xff".lstrip } # => ArgumentError: invalid byte sequence in UTF-8
error { "abc\xff ".strip } # => Encoding::CompatibilityError: invalid byte sequence in UTF-8
p("a".ljust(5,"é")) # => "aéééé"
error { "a".chomp(1) } # => TypeError: no implicit conversion of Integer into String
error { "a".chomp("a","b") } # => ArgumentError: wrong number of arguments (given 2, expected 0..1)
error { "a".strip(1) } # => TypeError: no implicit conversion of Integer into String
p("xxabcxx".strip("x")) # => "abc"
p("xxabcyy".strip("x", "y")) # => "xxabcyy"
p("xxabcxx".lstrip("x")) # => "abcxx"
p("xxabcxx".rstrip("x-z")) # => "xxabc"
p("xxabcxx".strip("^a-c")) # => "abc"
p("héé".rstrip("é")) # => "h"
