def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { "\xff".ord } # => ArgumentError: invalid byte sequence in UTF-8
error { "\xff".to_sym } # => EncodingError: invalid symbol in encoding UTF-8 :"\xFF"
p("a\0b".to_sym.inspect) # => ":\"a\\x00b\""
p("\u200b\u00a0\u{e000}".inspect) # => "\"​ \""
p("\u{1f600}\u{fffff}".inspect) # => "\"😀\\u{FFFFF}\""
p("a\u0300".inspect) # => "\"à\""
p("é\xff".dump) # => "\"\\u00E9\\xFF\""
error { "é\xff".dump.undump } # => RuntimeError: hex escape and Unicode escape are mixed
p('"\\u00e9"'.undump) # => "é"
error { '"abc'.undump } # => RuntimeError: unterminated dumped string
error { 'abc'.undump } # => RuntimeError: invalid dumped string; not wrapped with '"' nor '"...".force_encoding("...")' form
error { '"\\xE3\\u3042"'.undump } # => RuntimeError: hex escape and Unicode escape are mixed
p('"\\u{3042 3044}"'.undump) # => "あい"
error { '"\\u304"'.undump } # => RuntimeError: invalid Unicode escape
error { '"a".foo'.undump } # => RuntimeError: invalid dumped string; not wrapped with '"' nor '"...".force_encoding("...")' form
p("\u{1F600}".dump) # => "\"\\u{1F600}\""
p("\x7f\0\x01é".inspect) # => "\"\\u007F\\u0000\\u0001é\""
p("\x7f\0".dump) # => "\"\\x7F\\x00\""
p("\x7f") # => "\u007F"
p("a\x7fé") # => "a\u007Fé"
p("\x01") # => "\u0001"
p("\e\a\b") # => "\e\a\b"
p("#{1}#".inspect) # => "\"1#\""
