# What Ruby's dialect has beyond the basics.
p "foobar"[/(?<=foo)bar/], "foobar"[/foo(?!baz)/] # => "bar"
# => "foo"
p "aaa"[/a{2}/], "aaa"[/a{,2}/], "aaa"[/a+?/], "aaab"[/a++b/] # => "aa"
# => "aa"
# => "a"
# => "aaab"
p "x1y"[/[[:digit:]]/], "é"[/[[:alpha:]]/], "é"[/\w/], "é"[/\p{L}/] # => "1"
# => "é"
# => nil
# => "é"
p "a\nb" =~ /a.b/, "a\nb" =~ /a.b/m, "A" =~ /a/i, "É" =~ /é/i # => nil
# => 0
# => 0
# => 0
p "ab" =~ / a b /x, "a b" =~ /a\ b/x, "ab" =~ /a # comment [(
b/x # => 0
# => 0
# => 0
p "a-b"[/[\w-]+/], "]"[/[\]]/], "^"[/[\^]/], "a&b"[/[a-c&&[^b]]+/] # => "a-b"
# => "]"
# => "^"
# => "a"
p "\u3042" =~ /\u3042/, "AB" =~ /\u{41 42}/, "\t" =~ /\x09/, "é" =~ /\xC3\xA9/ # => 0
# => 0
# => 0
# => 0
p "abab".match?(/\A(ab)\1\z/), "abba".match?(/\A(?<x>a)(?<y>b)\k<y>\k<x>\z/) # => true
# => true
p "((()))"[/(?<p>\((?:\g<p>)*\))/] # => "((()))"
p "foobar"[/foo\Kbar/], "xaby"[/(?>a|ab)y/] # => "bar"
# => nil
p "/* c */ x"[%r{/\*(?~\*/)\*/}] # => "/* c */"
p "a\r\nb".scan(/\R/), "e\u0301x".scan(/\X/).size # => ["\r\n"]
# => 2
p "abc".scan(/(?i)B/), "aB".scan(/(?i:b)/), "1a2".scan(/\h/) # => ["b"]
# => ["B"]
# => ["1", "a", "2"]
p "word boundary".scan(/\b\w/), "été".scan(/\b/).size # => ["w", "b"]
# => 2
x = "a.c"
p "a.c abc".scan(/#{Regexp.escape(x)}/), "abc" =~ /#{x}/ # => ["a.c"]
# => 0
3.times.map { |i| /#{i}/o }.uniq.then { |r| p r } # => [/0/]
p "line1\nline2".scan(/^.+$/), "a\n"[/a$/], "a\n"[/a\z/] # => ["line1", "line2"]
# => "a"
# => nil
p (/a/ =~ "xa"), (/(?<n>.)/ =~ "q"), n # => 1
# => 0
# => "q"
p "\xE9".b =~ /\xE9/n, "abc".b =~ /b/ # => 0
# => 1
p "ﬀ" =~ /ff/i, "ſ" =~ /s/i, "ſ" =~ /\w/i # => 0
# => 0
# => nil
