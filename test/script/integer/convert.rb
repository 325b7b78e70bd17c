# Integer from and to other things.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end

# Kernel#Integer.
show { [Integer("0x1f"), Integer("0x1f", 16), Integer("0b11"), Integer("0o17"), Integer("017"), Integer("0d19"), Integer("z", 36)] } # => [31, 31, 3, 15, 15, 19, 35]
show { [Integer("  12  "), Integer("1_2_3"), Integer("-0b11"), Integer("+5"), Integer("0_7"), Integer("00"), Integer("11", -2), Integer("0x11", -2)] } # => [12, 123, -3, 5, 7, 0, 3, 17]
show { Integer("1" * 30) } # => 111111111111111111111111111111
show { Integer("-" + "9" * 40) } # => -9999999999999999999999999999999999999999
show { Integer("f" * 20, 16) } # => 1208925819614629174706175
show { Integer("0b11", 16) } # => 2833
show { Integer("0b11", 8) } # => ArgumentError: invalid value for Integer(): "0b11"
show { Integer("0x_1f", 16) } # => ArgumentError: invalid value for Integer(): "0x_1f"
show { Integer("0__7") } # => ArgumentError: invalid value for Integer(): "0__7"
show { Integer("08") } # => ArgumentError: invalid value for Integer(): "08"
show { Integer("0_") } # => ArgumentError: invalid value for Integer(): "0_"
show { Integer("0b12") } # => ArgumentError: invalid value for Integer(): "0b12"
show { Integer("1 2") } # => ArgumentError: invalid value for Integer(): "1 2"
show { Integer("+ 1") } # => ArgumentError: invalid value for Integer(): "+ 1"
show { Integer("--1") } # => ArgumentError: invalid value for Integer(): "--1"
show { Integer("0b-11") } # => ArgumentError: invalid value for Integer(): "0b-11"
show { Integer("") } # => ArgumentError: invalid value for Integer(): ""
show { Integer("_1") } # => ArgumentError: invalid value for Integer(): "_1"
show { Integer("1_") } # => ArgumentError: invalid value for Integer(): "1_"
show { Integer("1__2") } # => ArgumentError: invalid value for Integer(): "1__2"
show { Integer("1.5") } # => ArgumentError: invalid value for Integer(): "1.5"
show { Integer("é") } # => ArgumentError: invalid value for Integer(): "é"
show { Integer("z", 37) } # => ArgumentError: invalid radix 37
show { Integer("z", 1) } # => ArgumentError: invalid radix 1
show { Integer(1.9) } # => 1
show { Integer(-1.9) } # => -1
show { Integer(Float::NAN) } # => FloatDomainError: NaN
show { Integer(Float::INFINITY) } # => FloatDomainError: Infinity
show { Integer(7/2r) } # => 3
show { Integer(1i) } # => RangeError: can't convert 0+1i into Integer
show { Integer(nil) } # => TypeError: can't convert nil into Integer
show { Integer([]) } # => TypeError: can't convert Array into Integer
show { Integer(:a) } # => TypeError: can't convert Symbol into Integer
show { Integer(false) } # => TypeError: can't convert false into Integer
show { Integer(Object.new) } # => TypeError: can't convert Object into Integer
show { Integer(10, 2) } # => ArgumentError: base specified for non string value
show { Integer(nil, 2) } # => ArgumentError: base specified for non string value
show { Integer("12", nil) } # => TypeError: no implicit conversion from nil to integer
show { Integer("1", 2, 3) } # => ArgumentError: wrong number of arguments (given 3, expected 1..2)
show { Integer("1", exception: 3) } # => ArgumentError: expected true or false as exception: 3
show { [Integer("abc", exception: false), Integer(nil, exception: false), Integer("5", exception: false), Integer([], exception: false)] } # => [nil, nil, 5, nil]
show { Integer(Class.new { def to_i = 2 }.new) } # => 2
show { Integer(Class.new { def to_int = 2 }.new) } # => 2
show { Integer(Class.new { def to_int = nil; def to_i = 3 }.new) } # => 3
show { Integer(Class.new { def to_str = "0x1f" }.new) } # => 31

# String#to_i takes what it can.
show { ["12abc".to_i, "  -12".to_i, "- 12".to_i, "1_000__0".to_i, "".to_i, "0x1f".to_i, "0x1f".to_i(16), "0x1f".to_i(0), "0b1_0".to_i(0), "z".to_i(36), "0_8".to_i(0)] } # => [12, -12, 0, 1000, 0, 0, 31, 31, 2, 35, 0]
show { "z".to_i(37) } # => ArgumentError: invalid radix 37
show { "z".to_i(-1) } # => ArgumentError: invalid radix -1
show { "123456789012345678901234567890xyz".to_i } # => 123456789012345678901234567890

# To text.
show { [255.to_s(2), 255.to_s(16), -255.to_s(36), 0.to_s(2), (2**70).to_s(16), -(2**70).to_s(7)] } # => ["11111111", "ff", "-73", "0", "400000000000000000", "6106454640561632563653142"]
show { (2**200).to_s } # => "1606938044258990275541962092341162602522202993782792835301376"
show { (-(10**50)).to_s } # => "-100000000000000000000000000000000000000000000000000"
show { (10**50).inspect } # => "100000000000000000000000000000000000000000000000000"
show { 10.to_s(37) } # => ArgumentError: invalid radix 37
show { 10.to_s(1) } # => ArgumentError: invalid radix 1
show { 10.to_s("a") } # => TypeError: no implicit conversion of String into Integer
show { 10.to_s.encoding } # => #<Encoding:US-ASCII>
show { (3**1000).to_s.size } # => 478

# Characters.
show { [65.chr, 255.chr, 8364.chr("UTF-8"), 128.chr.encoding, 65.chr.encoding] } # => ["A", "\xFF", "€", #<Encoding:BINARY (ASCII-8BIT)>, #<Encoding:US-ASCII>]
show { 256.chr } # => RangeError: 256 out of char range
show { -1.chr } # => RangeError: -1 out of char range
show { (2**70).chr } # => RangeError: bignum out of char range
show { 0xd800.chr("UTF-8") } # => RangeError: invalid codepoint 0xD800 in UTF-8
show { 0x110000.chr("UTF-8") } # => RangeError: 1114112 out of char range
show { 200.chr("US-ASCII") } # => RangeError: invalid codepoint 0xC8 in US-ASCII
show { 65.chr("nope") } # => ArgumentError: unknown encoding name - nope
show { 65.ord } # => 65

# Coercion and conversion.
show { [1.coerce(2.5), 1.coerce("2"), 1.coerce(2), (2**70).coerce(1), (2**70).coerce(1.5)] } # => [[2.5, 1.0], [2.0, 1.0], [2, 1], [1, 1180591620717411303424], [1.5, 1.1805916207174113e+21]]
show { 1.coerce("x") } # => ArgumentError: invalid value for Float(): "x"
show { 1.coerce(nil) } # => TypeError: can't convert nil into Float
show { [5.to_i, 5.to_f, 5.to_r, 5.to_c, 5.rationalize, 5.rationalize(1), 5.numerator, 5.denominator] } # => [5, 5.0, (5/1), (5+0i), (5/1), (5/1), 5, 1]
show { 5.rationalize(1, 2) } # => ArgumentError: wrong number of arguments (given 2, expected 0..1)
show { [(2**53 + 1).to_f, (2**64 + 2**11).to_f, (2**64 + 2**11 + 1).to_f, (10**400).to_f, (-(10**400)).to_f, (2**1024 - 2**971).to_f] } # => [9.007199254740992e+15, 1.8446744073709552e+19, 1.8446744073709556e+19, Infinity, -Infinity, 1.7976931348623157e+308]
show { [Integer.try_convert(1.5), Integer.try_convert("a"), Integer.try_convert(3)] } # => [1, nil, 3]
show { Integer.try_convert(Class.new { def self.name = "Odd"; def to_int = "a" }.new) rescue $!.class } # => TypeError
show { [1.dup.equal?(1), 1.clone(freeze: true), 1.frozen?, (2**70).frozen?] } # => [true, 1, true, true]
show { 1.clone(freeze: false) } # => ArgumentError: can't unfreeze Integer
show { 1.clone(freeze: 3) } # => ArgumentError: unexpected value for freeze: Integer
show { 1.clone(foo: 3) } # => ArgumentError: unknown keyword: :foo
show { [1.real?, 1.integer?, 1.finite?, 1.infinite?, 1.nonzero?, 0.nonzero?] } # => [true, true, true, nil, 1, nil]
show { [2.real, 2.imaginary, 2.i, 2.conj, 2.abs2, 2.arg, -2.arg, 2.polar, 2.rect] } # => [2, 0, (0+2i), 2, 4, 0, 3.141592653589793, [2, 0], [2, 0]]
show { Integer.new } # => NoMethodError: undefined method 'new' for class Integer
show { Integer.allocate } # => TypeError: allocator undefined for Integer
