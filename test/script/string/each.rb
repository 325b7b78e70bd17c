"héy".each_char { |c| puts c } # => h
# => é
# => y
p "héy".each_char.to_a # => ["h", "é", "y"]
p "héy".each_char.size # => 3
p "hé".each_byte.to_a # => [104, 195, 169]
p "hé".bytes # => [104, 195, 169]
p "hé".codepoints # => [104, 233]
p "e\u0301🏳️‍🌈a".each_grapheme_cluster.to_a.size # => 3
p "ab".each_char.with_index.map { |c, i| c * (i + 1) } # => ["a", "bb"]
s = +"abc"
s.each_char { |c| s << c if s.size < 6 }
p s # => "abcabc"
p "a\nb\n".each_line.to_a # => ["a\n", "b\n"]
"a\nb".each_line(chomp: true) { |l| p l } # => "a"
# => "b"
p "a,b".each_line(",").to_a # => ["a,", "b"]
p("abc".each_char { |c| break c if c == "b" }) # => "b"
p "ab".chars { |c| c } # => "ab"
p "a".upto("e").to_a # => ["a", "b", "c", "d", "e"]
p "8".upto("11").to_a # => ["8", "9", "10", "11"]
p "a".upto("e", true).to_a # => ["a", "b", "c", "d"]
p "az".upto("bc").to_a # => ["az", "ba", "bb", "bc"]
p ("a".."e").step(2).to_a # => ["a", "c", "e"]
p ("08".."11").to_a # => ["08", "09", "10", "11"]
p "\xff\u3042".each_char.to_a # => ["\xFF", "あ"]
begin
  "a\xff".each_codepoint { |c| p c } # => 97
rescue ArgumentError => e
  puts e.message # => invalid byte sequence in UTF-8
end
