# $~ belongs to the method, not to the block or the callee.
"abc" =~ /b(c)/
p $~, $1, $&, $`, $', $+ # => #<MatchData "bc" 1:"c">
# => "c"
# => "bc"
# => "a"
# => ""
# => "c"
def other
  "xyz" =~ /y/
  p $& # => "y"
end
other
p $& # => "bc"
[1].each { "q" =~ /q/ }
p $& # => "q"
p $2 # => nil
"abc" =~ /z/
p $~, $1, $& # => nil
# => nil
# => nil
if /(?<year>\d+)-(?<month>\d+)/ =~ "on 2024-05"
  p year, month # => "2024"
  # => "05"
end
p $~[:year] # => "2024"
p $~.pre_match # => "on "
case "hello"
when /l+/ then p $& # => "ll"
end
p "a1b22".gsub(/\d+/) { "<#{$&}#{$~.begin(0)}>" } # => "a<11>b<223>"
p $& # => "22"
p %w[ab cd].grep(/d/) { $& } # => ["d"]
p %w[ab cd].any?(/c/) # => true
p "foo bar".sub(/(?<first>\w+) (?<second>\w+)/, '\k<second> \k<first>') # => "bar foo"
$~ = "xay".match(/a/)
p $`, $' # => "x"
# => "y"
begin
  $~ = 1
rescue TypeError => e
  puts e.message # => wrong argument type Integer (expected MatchData)
end
p Regexp.last_match(0) # => "a"
m = "2024-05".match(/(\d+)-(\d+)/)
year, month = m.captures
p [year, month] # => ["2024", "05"]
case m
in [y, mo] then p y, mo # => "2024"
  # => "05"
end
case "k=v".match(/(?<key>\w)=(?<value>\w)/)
in {key:, value:} then p key, value # => "k"
  # => "v"
end
p "ab".match?(/b/), $~ # => true
# => #<MatchData "k=v" key:"k" value:"v">
