def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

p(((/a/ =~ "xa"; $~))) # => #<MatchData "a">
p("ab".match(/(.)(.)(.)?/)[-1]) # => nil
p("ab".match(/(.)(.)(.)?/)[-4]) # => nil
p("ab".match(/(.)(.)/)[-3]) # => nil
p("ab".match(/(.)(.)/)[-2]) # => "a"
p("ab".match(/(.)(.)/)[5]) # => nil
p("ab".match(/(.)(.)/)[0,2]) # => ["ab", "a"]
p("ab".match(/(.)(.)/)[0..1]) # => ["ab", "a"]
error { "ab".match(/(.)(.)/)["1"] } # => IndexError: undefined group name reference: 1
error { "ab".match(/(.)(.)/)[nil] } # => TypeError: no implicit conversion from nil to integer
error { "ab".match(/(.)(.)/).begin(3) } # => IndexError: index 3 out of matches
error { "ab".match(/(.)(.)/).begin(-1) } # => IndexError: index -1 out of matches
p("ab".match(/(?<x>.)(.)/).begin(:x)) # => 0
error { "ab".match(/(?<x>.)(.)/).begin(:y) } # => IndexError: undefined group name reference: y
p("ab".match(/(.)(.)(z)?/).offset(3)) # => [nil, nil]
p("ab".match(/(.)(.)/).values_at(0, -1, 1..2, 5)) # => ["ab", "b", "a", "b", nil]
p("ab".match(/(?<x>.)(?<y>.)/).values_at(:x, "y")) # => ["a", "b"]
p("ab".match(/(?<x>.)(?<y>.)/).named_captures(symbolize_names: true)) # => {x: "a", y: "b"}
p("ab".match(/(?<x>.)(?<y>.)/).deconstruct_keys([:x, :z, :y])) # => {}
p("ab".match(/(?<x>.)(?<y>.)/).deconstruct_keys(nil)) # => {x: "a", y: "b"}
error { "ab".match(/(?<x>.)(?<y>.)/).deconstruct_keys(1) } # => TypeError: wrong argument type Integer (expected Array)
error { "ab".match(/(?<x>.)(?<y>.)/).deconstruct_keys([1]) } # => TypeError: wrong argument type Integer (expected Symbol)
p("ab".match(/(?<x>.)(?<x>.)/).inspect) # => "#<MatchData \"ab\" x:\"a\" x:\"b\">"
p("ab".match(/(?<x>.)(?<x>.)/)[:x]) # => "b"
p("ab".match(/(?<x>.)|(?<x>.)/)[:x]) # => "a"
p("ab".match(/b/).pre_match) # => "a"
p((("ab".sub("b", "c"); $~))) # => #<MatchData: b>
p((("ab".gsub("b", "c"); $~.regexp))) # => /b/
p((("ab".index("b"); $~))) # => #<MatchData "b">
p((("ab"["b"]; $~))) # => #<MatchData "b">
p((("ab".sub("z", "c"); $~))) # => nil
p((("ab".scan("b"); $~))) # => #<MatchData: b>
p("ab".match(/b/) == "ab".match(/b/)) # => true
p("ab".match(/(b)/).match(1)) # => "b"
error { "ab".match(/(b)/).match(2) } # => IndexError: index 2 out of matches
p("ab".match(/(b)/).match_length(1)) # => 1
error { MatchData.new } # => NoMethodError: undefined method 'new' for class MatchData
error { MatchData.allocate } # => NoMethodError: undefined method 'allocate' for class MatchData
p("ab".match(/(b)/).size) # => 2
p("ab".match(/(b)/).string.frozen?) # => true
p("ab".match(/(b)/).byteoffset(0)) # => [1, 2]
p("ab".match(/(b)/).bytebegin(0)) # => 1
p("abc".gsub("b"){ $~[0]*2 }) # => "abbc"
p("héllo".gsub(/l/) { $~.begin(0).to_s }) # => "hé23o"
p(($~ = nil; "x".sub(/y/, ""); $~)) # => nil
