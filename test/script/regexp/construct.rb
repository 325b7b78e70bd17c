def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { Regexp.new("[a") } # => RegexpError: premature end of char-class: /[a/
error { Regexp.new("(a") } # => RegexpError: end pattern with unmatched parenthesis: /(a/
error { Regexp.new("a)") } # => RegexpError: unmatched close parenthesis: /a)/
error { Regexp.new("*a") } # => RegexpError: target of repeat operator is not specified: /*a/
p(Regexp.new("a**")) # => /a**/
error { Regexp.new("a{2,1}") } # => RegexpError: upper is smaller than lower in repeat range: /a{2,1}/
error { Regexp.new("\\") } # => RegexpError: too short escape sequence: /\/
error { Regexp.new("[\\") } # => RegexpError: too short escape sequence: /[\/
error { Regexp.new("\\x{41}") } # => RegexpError: invalid hex escape: /\x{41}/
error { Regexp.new("\\u") } # => RegexpError: too short escape sequence: /\u/
error { Regexp.new("\\u{}") } # => RegexpError: invalid Unicode list: /\u{}/
error { Regexp.new("\\u{110000}") } # => RegexpError: invalid Unicode range: /\u{110000}/
error { Regexp.new("\\ud800") } # => RegexpError: invalid Unicode range: /\ud800/
error { Regexp.new("\\xff") } # => RegexpError: invalid multibyte escape: /\xff/
error { Regexp.new("\\p{Foo}") } # => RegexpError: invalid character property name {Foo}: /\p{Foo}/
error { Regexp.new("[[:foo:]]") } # => RegexpError: invalid POSIX bracket type: /[[:foo:]]/
error { Regexp.new("(?<n>a)\\k<m>") } # => RegexpError: undefined name <m> reference: /(?<n>a)\k<m>/
error { Regexp.new("\\k<1>") } # => RegexpError: invalid backref number/name: /\k<1>/
error { Regexp.new("\\1") } # => RegexpError: invalid backref number/name: /\1/
error { Regexp.new("\\2(a)") } # => RegexpError: invalid backref number/name: /\2(a)/
error { Regexp.new("(?<=ab+)c") } # => RegexpError: invalid pattern in look-behind: /(?<=ab+)c/
error { Regexp.new("(?z)") } # => RegexpError: undefined group option: /(?z)/
error { Regexp.new("[b-a]") } # => RegexpError: empty range in char class: /[b-a]/
error { Regexp.new("[]") } # => RegexpError: empty char-class: /[]/
p(Regexp.new("[]a]")) # => /[]a]/
error { Regexp.new("(?<1a>x)") } # => RegexpError: invalid group name <1a>: /(?<1a>x)/
error { Regexp.new("(?<>x)") } # => RegexpError: group name is empty: /(?<>x)/
p(Regexp.new("a", "i")) # => /a/i
error { Regexp.new("a", "q") } # => ArgumentError: unknown regexp option: q
p(Regexp.new("a", 1)) # => /a/i
p(Regexp.new("a", true)) # => /a/i
p(Regexp.new("a", nil)) # => /a/
p(Regexp.new("a", :x)) # => /a/i
p(Regexp.new(/a/i)) # => /a/i
p(Regexp.new(/a/i, 2)) # => /a/i
p(Regexp.new("a", timeout: 1)) # => /a/
p(Regexp.new("a", timeout: 1).timeout) # => 1.0
error { Regexp.new("a", timeout: -1) } # => ArgumentError: invalid timeout: -1
error { Regexp.new(1) } # => TypeError: no implicit conversion of Integer into String
error { Regexp.new("a","b","c") } # => ArgumentError: wrong number of arguments (given 3, expected 1..2)
error { Regexp.new } # => ArgumentError: wrong number of arguments (given 0, expected 1..2)
p(/a/.freeze.frozen?) # => true
p(Regexp.new("a").frozen?) # => false
p(/é/.options) # => 16
p(/é/.encoding) # => #<Encoding:UTF-8>
p(/a/.encoding) # => #<Encoding:US-ASCII>
p(/a/n.encoding) # => #<Encoding:US-ASCII>
p(/a/n.options) # => 32
p(/a/u.options) # => 16
p(/a/u.encoding) # => #<Encoding:UTF-8>
p(/\xff/n.encoding) # => #<Encoding:BINARY (ASCII-8BIT)>
p(/\xff/n.options) # => 48
p(/a/n.inspect) # => "/a/n"
p(/a\/b/.inspect) # => "/a\\/b/"
p(Regexp.new("a/b").inspect) # => "/a\\/b/"
p(Regexp.new("a\\/b").source) # => "a\\/b"
p(/a\/b/.source) # => "a/b"
p(Regexp.new("a\nb").inspect) # => "/a\nb/"
p(Regexp.new("\t\x01\x7f").inspect) # => "/\t\\x01\\x7F/"
p(Regexp.new("é").inspect) # => "/é/"
p(/a/mix.inspect) # => "/a/mix"
p(/a/mix.to_s) # => "(?mix:a)"
p(/a/.to_s) # => "(?-mix:a)"
p(/(?i)a/.to_s) # => "(?i-mx:a)"
p(/(?i:a)/.to_s) # => "(?i-mx:a)"
p(/(?mx-i:a)/.to_s) # => "(?mx-i:a)"
p(/(?-mix:a)/i.to_s) # => "(?-mix:a)"
p(/(?i:a)b/.to_s) # => "(?-mix:(?i:a)b)"
p(/#{/a/i}b/.source) # => "(?i-mx:a)b"
p(Regexp.new("a/b").to_s) # => "(?-mix:a\\/b)"
p(/a/ == /a/) # => true
p(/a/ == /a/i) # => false
p(/a/.eql?(/a/)) # => true
p(Regexp.escape("a.b*c\n\t\r\f\v #-[]{}()|^$?+\\é")) # => "a\\.b\\*c\\n\\t\\r\\f\\v\\ \\#\\-\\[\\]\\{\\}\\(\\)\\|\\^\\$\\?\\+\\\\é"
p(Regexp.escape(:sym)) # => "sym"
error { Regexp.escape(1) } # => TypeError: no implicit conversion of Integer into String
p(Regexp.union) # => /(?!)/
p(Regexp.union("a.b")) # => /a\.b/
p(Regexp.union(/a/i, "b.c")) # => /(?i-mx:a)|b\.c/
p(Regexp.union(["a", /b/])) # => /a|(?-mix:b)/
p(Regexp.union(/a/)) # => /a/
p(Regexp.union("é", "a".b)) # => /é|a/
error { Regexp.union(1) } # => TypeError: no implicit conversion of Integer into String
p(Regexp.try_convert("a")) # => nil
p(Regexp.try_convert(/a/)) # => /a/
p(Regexp.linear_time?(/a+/)) # => true
p(Regexp.linear_time?(/(a)\1/)) # => false
p(Regexp.timeout) # => nil
error { Regexp.timeout = -1 } # => ArgumentError: invalid timeout: -1
error { Regexp.timeout = 0 } # => ArgumentError: invalid timeout: 0
error { Regexp.timeout = "a" } # => TypeError: no implicit conversion to float from string
p(/(?<a>.)(?<b>.)(?<a>.)/.named_captures) # => {"a" => [1, 3], "b" => [2]}
p(/a/.casefold?) # => false
p(/a/.fixed_encoding?) # => false
p(/é/.fixed_encoding?) # => true
p(Regexp.last_match) # => nil
error { Regexp.new("a").send(:initialize, "b") } # => TypeError: already initialized regexp
error { /a/.send(:initialize, "b") } # => FrozenError: can't modify frozen Regexp: /a/
error { Regexp.allocate.source } # => TypeError: uninitialized Regexp
error { Regexp.allocate =~ "a" } # => TypeError: uninitialized Regexp
p(/\//.source) # => "/"
p(%r{/}.source) # => "/"
p(%r{/}.inspect) # => "/\\//"
p(/\u3042/.encoding) # => #<Encoding:UTF-8>
p(/\u0061/.encoding) # => #<Encoding:US-ASCII>
