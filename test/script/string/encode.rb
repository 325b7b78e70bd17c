def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { "".b << 256 } # => RangeError: 256 out of char range
p("".encode("US-ASCII") << 200) # => "\xC8"
error { "abc".force_encoding("FOO") } # => ArgumentError: unknown encoding name - FOO
error { "é".encode("US-ASCII") } # => Encoding::UndefinedConversionError: U+00E9 from UTF-8 to US-ASCII
error { "\xff".b.encode("UTF-8") } # => Encoding::UndefinedConversionError: "\xFF" from ASCII-8BIT to UTF-8
error { "é" + "\xff".b } # => Encoding::CompatibilityError: incompatible character encodings: UTF-8 and BINARY (ASCII-8BIT)
error { "é" << "\xff".b } # => Encoding::CompatibilityError: incompatible character encodings: UTF-8 and BINARY (ASCII-8BIT)
p("é" == "\xc3\xa9".b) # => false
p("a".b == "a") # => true
p("#{1}".encoding) # => #<Encoding:UTF-8>
p("#{1}a".encoding) # => #<Encoding:UTF-8>
p("é".b.inspect) # => "\"\\xC3\\xA9\""
p("\xFF".b.succ) # => "\x01\x00"
p('"a".force_encoding("UTF-8")'.undump) # => "a"
p('"a".dup.force_encoding("US-ASCII")'.undump.encoding) # => #<Encoding:US-ASCII>
p("a".encode("US-ASCII").dump) # => "\"a\""
p("é".b.dump) # => "\"\\xC3\\xA9\""
p((x=1; "#{x}".encoding)) # => #<Encoding:UTF-8>
p((x=1; "#{x}#{x}".encoding)) # => #<Encoding:US-ASCII>
p((x=:a; "#{x}".encoding)) # => #<Encoding:UTF-8>
p((x=1; "#{x} é".encoding)) # => #<Encoding:UTF-8>
p(1.to_s.encoding) # => #<Encoding:US-ASCII>
p("".b + "a") # => "a"
p(("".b + "é").encoding) # => #<Encoding:UTF-8>
p(("a".b + "é").encoding) # => #<Encoding:UTF-8>
p(("é" + "a".b).encoding) # => #<Encoding:UTF-8>
p((1.to_s + "a").encoding) # => #<Encoding:US-ASCII>
p((1.to_s << "a").encoding) # => #<Encoding:US-ASCII>
p((1.to_s << "é").encoding) # => #<Encoding:UTF-8>
p(("" << "é".b).encoding) # => #<Encoding:BINARY (ASCII-8BIT)>
p(String.new.encoding) # => #<Encoding:BINARY (ASCII-8BIT)>
p(String.new("").encoding) # => #<Encoding:UTF-8>
p(String.new(capacity: 10).encoding) # => #<Encoding:BINARY (ASCII-8BIT)>
p((String.new << "é").encoding) # => #<Encoding:UTF-8>
p((String.new << "a" << "é").encoding) # => #<Encoding:UTF-8>
p([1,2].join("-").encoding) # => #<Encoding:US-ASCII>
p([].join.encoding) # => #<Encoding:US-ASCII>
p("\x7f".b) # => "\x7F"
p("\x01".b) # => "\x01"
p("\x01".encode("US-ASCII")) # => "\x01"
p(String.new("abc", encoding: "BINARY").encoding) # => #<Encoding:BINARY (ASCII-8BIT)>
p("a".b.ljust(5,"é").encoding) # => #<Encoding:UTF-8>
p("é".b.casecmp("É")) # => nil
error { "é".b.tr("é", "x") } # => Encoding::CompatibilityError: incompatible character encodings: BINARY (ASCII-8BIT) and UTF-8
p("é".b.delete("\xc3".b)) # => "\xA9"
error { "é".encode("BINARY") } # => Encoding::UndefinedConversionError: U+00E9 from UTF-8 to ASCII-8BIT
error { "\xff".b.encode("US-ASCII") } # => Encoding::UndefinedConversionError: "\xFF" to UTF-8 in conversion from ASCII-8BIT to UTF-8 to US-ASCII
p("é".encode("US-ASCII", undef: :replace)) # => "?"
p("é".encode("US-ASCII", undef: :replace, replace: "*")) # => "*"
p("é".encode("US-ASCII", fallback: {"é"=>"e"})) # => "e"
p("é".encode("US-ASCII", fallback: ->(c){ c.ord.to_s })) # => "233"
error { "é".encode("US-ASCII", fallback: {}) } # => Encoding::UndefinedConversionError: U+00E9 from UTF-8 to US-ASCII
p("é".encode("US-ASCII", xml: :text)) # => "&#xE9;"
p("<é&\">".encode("US-ASCII", xml: :attr)) # => "\"&lt;&#xE9;&amp;&quot;&gt;\""
p("<a&\">".encode(xml: :text)) # => "&lt;a&amp;\"&gt;"
p("a\xffb".encode("UTF-8", invalid: :replace)) # => "a�b"
p("a\xffb".encode("UTF-8", "UTF-8", invalid: :replace, replace: "?")) # => "a?b"
p("a\xffb".encode("UTF-8")) # => "a\xFFb"
error { "a\xffb".encode("US-ASCII") } # => Encoding::InvalidByteSequenceError: "\xFF" on UTF-8
error { "a\xe3b".encode("US-ASCII") } # => Encoding::InvalidByteSequenceError: "\xE3" followed by "b" on UTF-8
error { "a\xe3".encode("US-ASCII") } # => Encoding::InvalidByteSequenceError: incomplete "\xE3" on UTF-8
p("a\xe3\x81".encode("US-ASCII", invalid: :replace)) # => "a?"
p("a\xffb".encode("US-ASCII", invalid: :replace)) # => "a?b"
p("a\xff\xe3\x81b".scrub) # => "a��b"
p("a\xff\xe3\x81b\xf0\x9f\x98".scrub("?")) # => "a??b?"
error { "a\xffb".scrub(1) } # => TypeError: no implicit conversion of Integer into String
error { "a\xffb".scrub("\xff") } # => ArgumentError: replacement must be valid byte sequence '"\xFF"'
p("a".scrub) # => "a"
p("a\xffb".force_encoding("US-ASCII").scrub) # => "a?b"
p("\xed\xa0\x80x".scrub("?")) # => "???x"
p("\xe0\x80x".scrub("?")) # => "??x"
p("\xf0\x9fx".scrub("?")) # => "?x"
p("a\r\nb\n".encode(universal_newline: true)) # => "a\nb\n"
p("a\nb".encode(crlf_newline: true)) # => "a\r\nb"
p("a\nb".encode(newline: :crlf)) # => "a\r\nb"
p("\xe9".b.encode("UTF-8", "ISO-8859-1")) # => "é"
p("\x80\x99".b.encode("UTF-8", "Windows-1252")) # => "€™"
error { "a".encode("UTF-8", "FOO") } # => Encoding::ConverterNotFoundError: code converter not found (FOO to UTF-8)
p("a".encode(Encoding::UTF_8).encoding) # => #<Encoding:UTF-8>
error { "a".encode(1) } # => TypeError: no implicit conversion of Integer into String
p("a".force_encoding(Encoding::BINARY).encoding) # => #<Encoding:BINARY (ASCII-8BIT)>
error { "a".force_encoding(1) } # => TypeError: no implicit conversion of Integer into String
p("a".force_encoding("ascii").encoding) # => #<Encoding:US-ASCII>
error { "a".force_encoding("utf8") } # => ArgumentError: unknown encoding name - utf8
p("a".force_encoding("utf-8").encoding) # => #<Encoding:UTF-8>
p("é".b.valid_encoding?) # => true
p("é".force_encoding("ASCII").valid_encoding?) # => false
p("é".force_encoding("ASCII").inspect) # => "\"\\xC3\\xA9\""
p("é".force_encoding("ASCII").length) # => 2
p("a".encode("US-ASCII").encoding) # => #<Encoding:US-ASCII>
