def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { "\xff" =~ /x/ } # => ArgumentError: invalid byte sequence in UTF-8
error { "\xff".match?(/x/) } # => ArgumentError: invalid byte sequence in UTF-8
error { "\xff\u3042".b =~ /あ/ } # => Encoding::CompatibilityError: incompatible encoding regexp match (UTF-8 regexp with BINARY (ASCII-8BIT) string)
error { "abc" =~ "b" } # => TypeError: type mismatch: String given
p(/a/.match(nil)) # => nil
p(/a/.match("bab", 2)) # => nil
p(/a/.match("bab", -2)) # => #<MatchData "a">
error { /a/.match(1) } # => TypeError: no implicit conversion of Integer into String
p(/a/.match?(nil)) # => false
p(/a/.match?(:a)) # => true
error { /a/.match?(1) } # => TypeError: no implicit conversion of Integer into String
p(/a/ =~ nil) # => nil
error { /a/ =~ 1 } # => TypeError: no implicit conversion of Integer into String
p(/a/ === 1) # => false
p(/a/ === :a) # => true
p(/a/ === nil) # => false
p(~/a/) # => nil
p(($_ = "ab"; ~/b/)) # => 1
p(("ab" =~ /(.)(.)/; Regexp.last_match(2))) # => "b"
p(("ab" =~ /(?<x>.)(.)/; Regexp.last_match(:x))) # => "a"
error { "ab" =~ /(?<x>.)/; Regexp.last_match(:y) } # => IndexError: undefined group name reference: y
p(/\w/ =~ "é") # => nil
p(/[[:alpha:]]/ =~ "é") # => 0
p(/\bé\b/ =~ "é") # => 0
p(/(?u)\w/ =~ "é") # => 0
p(/(?a)[[:alpha:]]/ =~ "é") # => nil
p(/\w/i =~ "ſ") # => nil
p(/k/i =~ "\u212a") # => 0
p(/ss/i =~ "ß") # => 0
p(/\s/ =~ "\u00a0") # => nil
p(/[[:space:]]/ =~ "\u00a0") # => 0
p(/\h/ =~ "f") # => 0
p(/\R/ =~ "\r\n") # => 0
p(/\p{Hiragana}+/.match("abcあい")) # => #<MatchData "あい">
p(/\X/.match("e\u0301x")) # => #<MatchData "é">
p(/a.c/m =~ "a\nc") # => 0
p(/(?m:.)/ =~ "\n") # => 0
p(/a b/x =~ "ab") # => 0
p(/[a&&[^b]]/ =~ "b") # => nil
p(/(a)|b/.match("b").to_a) # => ["b", nil]
p(/(a)?(?(1)b|c)/.match("ab")) # => #<MatchData "ab" 1:"a">
p(/\Aa\z/ =~ "a\n") # => nil
p(/\Aa\Z/ =~ "a\n") # => 0
p(/a\K./.match("ab")) # => #<MatchData "b">
p(/(?<a>x)\g<a>/.match("xx")) # => #<MatchData "xx" a:"x">
p(/\A(?<p>\((?:[^()]|\g<p>)*\))\z/.match?("(a(b)c)")) # => true
p(/a++b/ =~ "aab") # => 0
p(/(?>a+)b/ =~ "aab") # => 0
p(/\u{61 62}/ =~ "ab") # => 0
p(/\u3042/ =~ "あ") # => 0
p("ab".match("b").regexp) # => /b/
error { "ab".match(1) } # => TypeError: wrong argument type Integer (expected Regexp)
error { "ab".match("(") } # => RegexpError: end pattern with unmatched parenthesis: /(/
error { "ab".match } # => ArgumentError: wrong number of arguments (given 0, expected 1..2)
p("ab".match("b", 1){|m| m[0]*2}) # => "bb"
p("ab".match?("b", 2)) # => false
error { "ab" =~ Object.new } # => NoMethodError: undefined method '=~' for an instance of Object
p(:a =~ /a/) # => 0
p(:a.match(/a/)) # => #<MatchData "a">
p(:a.match?(/a/)) # => true
p(:"=~".inspect) # => ":=~"
