# Patterns that plain backtracking would take ages over.
text = "a" * 40 + "b"
p text =~ /^(a+)+$/ # => nil
p text =~ /(a|a)+$/ # => nil
p text =~ /^(a|aa)+$/ # => nil
p text.match?(/(x+x+)+y/) # => false
p ("x" * 60).match?(/(x+x+)+y/) # => false
p ("a" * 30) =~ /^(([a-z])+.)+[A-Z]([a-z])+$/ # => nil
p ("a" * 50 + "!") =~ /\A(?:a?){50}a{50}\z/ # => nil
m = ("a" * 40 + "c").match(/^(a+)+(b|c)/)
p m[1].size, m[2] # => 40
# => "c"
p ("1" * 35 + "x").scan(/(\d+)+y/) # => []
p (" " * 20_000 + "x").sub(/\s+\z/, "").size # => 20001
