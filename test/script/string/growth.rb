# From embedded to spilled and back, one byte at a time.
s = +""
2000.times { |i| s << (97 + i % 26) }
puts s.size # => 2000
puts s[990, 12] # => cdefghijklmn
puts s.sum # => 22368
until s.empty?
  s.chop!
end
p s # => ""
1500.times { s << "é" }
puts s.size, s.bytesize # => 1500
# => 3000
puts s[749], s.index("é", 1400) # => é
# => 1400
t = String.new(capacity: 100_000)
1000.times { t << "line\n" }
puts t.lines.size # => 1000
puts t.encoding # => ASCII-8BIT
u = "x" * 1100
u.freeze
v = u + "y"
puts v.size, u.frozen?, v.frozen? # => 1101
# => true
# => false
w = "#{u}#{v}#{1}#{:sym}#{nil}"
puts w.size, w[-5..] # => 2205
# => y1sym
