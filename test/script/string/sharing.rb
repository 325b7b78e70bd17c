# Substrings may share their source's buffer; neither sees the other's changes.
big = "abcdefghij" * 200
middle = big[500, 1500]
tail = big[100..]
copy = big.dup
big.upcase!
puts middle[0, 10] # => abcdefghij
puts tail.size # => 1900
puts copy == "abcdefghij" * 200 # => true
middle << "!" << "?"
puts middle.size # => 1502
puts middle[-3..] # => j!?
puts big[500, 3] # => ABC
tail[0, 1890] = ""
puts tail # => abcdefghij
tail << "k" * 2000
puts tail.size # => 2010

parts = Array.new(5) { |i| copy[i * 10, 1200] }
GC.start
copy.clear
puts parts.map { |s| s[0] }.join # => aaaaa
puts parts.all? { |s| s.size == 1200 } # => true
parts[0].replace("small")
puts parts[0], parts[1][0, 3] # => small
# => abc

# A literal is the same each time, whatever was done to the last copy.
def text = +"xyz"
text << "1"
puts text # => xyz
def long = +"0123456789012345678901234567890123456789012345678901234567890123456789"
long << "x"
puts long.size # => 70

s = +"ab"
s << s << s
puts s # => abababab
s.insert(2, s)
puts s.size # => 16
s.replace(s)
puts s.size # => 16
s.concat(s, s)
puts s.size # => 48
s.prepend(s)
puts s.size # => 96
