def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

p("\xff".gsub("x","y")) # => "\xFF"
error { "\xff".sub(/x/,"y") } # => ArgumentError: invalid byte sequence in UTF-8
p("abc".gsub(/b/)) # => #<Enumerator: "abc":gsub(/b/)>
p("abc".gsub(/b/).to_a) # => ["b"]
p("abc".gsub(/(?<x>b)/, '<\k<x>\0\1\\\\\&>')) # => "a<bb\\b>c"
p("abc".gsub(/b/, '[\`|\']')) # => "a[a|']c"
p("abc".gsub(/b/, '\+')) # => "ac"
p("abc".gsub(/(b)/, '\+')) # => "abc"
p("abc".gsub(/b/, '\9')) # => "ac"
p("abc".gsub(/b/, '\\')) # => "a\\c"
error { "abc".gsub(/(?<x>b)/, '\k<y>') } # => IndexError: undefined group name reference: y
p("abc".gsub(/b/, "b"=>"X")) # => "aXc"
p("abc".gsub(/[bc]/, {"b"=>1})) # => "a1"
error { "abc".gsub(/b/, 1) } # => TypeError: no implicit conversion of Integer into String
error { "abc".gsub(1, "b") } # => TypeError: wrong argument type Integer (expected Regexp)
error { "abc".gsub } # => ArgumentError: wrong number of arguments (given 0, expected 1..2)
p("abc".gsub("")) # => #<Enumerator: "abc":gsub("")>
p("abc".gsub("", "-")) # => "-a-b-c-"
p("abc".gsub(//, "-")) # => "-a-b-c-"
p("héé".gsub(//, "-")) # => "-h-é-é-"
p("abc".gsub(/x*/, "-")) # => "-a-b-c-"
p("abc".gsub(/b/) { nil }) # => "ac"
p("abc".gsub(/b/) { 1 }) # => "a1c"
p("abc".sub(/b/) { |m| m.upcase }) # => "aBc"
p("abc".sub("b", '\0\0')) # => "abbc"
p("abc".sub("b", "b"=>"Z")) # => "aZc"
error { "abc".sub(/b/) } # => ArgumentError: wrong number of arguments (given 1, expected 2)
error { "abc".sub } # => ArgumentError: wrong number of arguments (given 0, expected 2)
p("abc".sub!(/z/, "")) # => nil
p("abc".gsub!(/z/, "")) # => nil
error { "abc".freeze.gsub!(/z/, "") } # => FrozenError: can't modify frozen String: "abc"
error { "abc".freeze.sub!(/b/, "") } # => FrozenError: can't modify frozen String: "abc"
error { "abc".gsub(/b/, "x", "y") } # => ArgumentError: wrong number of arguments (given 3, expected 1..2)
error { s=+"abc"; s.gsub!(/b/) { s << "d"; "x" } } # => RuntimeError: string modified
error { s=+"abc"; s.sub!(/b/) { s << "d"; "x" } } # => RuntimeError: string modified
p("hello".sub(/l/, '\0\0')) # => "helllo"
p("hello".gsub(/l/, 'L' => 1)) # => "heo"
p("a.b".gsub(".", "-")) # => "a-b"
p("path/to".gsub("/", "\\/")) # => "path\\/to"
error { "abc".gsub(/b/, nil) } # => TypeError: no implicit conversion of nil into String
error { "abc".sub(nil, "x") } # => TypeError: wrong argument type nil (expected Regexp)
