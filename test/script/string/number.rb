def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { "abc".to_i(1) } # => ArgumentError: invalid radix 1
error { "abc".to_i(37) } # => ArgumentError: invalid radix 37
p("12abc".to_i) # => 12
p("0x1A".to_i(16)) # => 26
p("0b11".to_i(0)) # => 3
p("0o17".to_i(0)) # => 15
p("z".to_i(36)) # => 35
p("1_000".to_i) # => 1000
p("1__0".to_i) # => 1
p("_1".to_i) # => 0
p(" 12".to_i) # => 12
p("-12".to_i) # => -12
p("- 12".to_i) # => 0
p("12e3".to_i) # => 12
p("0x1A".hex) # => 26
p("-0x1A".hex) # => -26
p("zz".hex) # => 0
p("0b11".oct) # => 3
p("789".oct) # => 7
p("0x1f".oct) # => 31
p("017".oct) # => 15
p("1.5e3".to_f) # => 1500.0
p("1_0.5".to_f) # => 10.5
p(".5".to_f) # => 0.5
p("1.".to_f) # => 1.0
p("1e".to_f) # => 1.0
p("0x1p3".to_f) # => 0.0
p("abc".to_f) # => 0.0
p("  1.5abc".to_f) # => 1.5
p("1e400".to_f) # => Infinity
p("-0".to_f) # => -0.0
p("1/3".to_r) # => (1/3)
p("0.75".to_r) # => (3/4)
p("1.5/2".to_r) # => (3/4)
p("abc".to_r) # => (0/1)
p("1_0/3".to_r) # => (10/3)
p(" 1/3".to_r) # => (1/3)
p("1+2i".to_c) # => (1+2i)
p("i".to_c) # => (0+1i)
p("-3.5i".to_c) # => (0-3.5i)
p("1@2".to_c) # => (-0.4161468365471424+0.9092974268256817i)
p("abc".to_c) # => (0+0i)
p("1/2+3/4i".to_c) # => ((1/2)+(3/4)*i)
