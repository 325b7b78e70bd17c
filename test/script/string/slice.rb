def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

error { "abc"[1,2,3] } # => ArgumentError: wrong number of arguments (given 3, expected 1..2)
error { "abc"["b", 1] } # => TypeError: no implicit conversion of String into Integer
error { "abc"[nil] } # => TypeError: no implicit conversion from nil to integer
p("abc"[1.5]) # => "b"
error { "abc"[5]="x" } # => IndexError: index 5 out of string
error { "abc"[-5]="x" } # => IndexError: index -5 out of string
error { "abc"[4..5]="x" } # => RangeError: 4..5 out of range
error { "abc".dup.tap{|s| s[5]="x"} } # => IndexError: index 5 out of string
error { "abc".dup.tap{|s| s[-5]="x"} } # => IndexError: index -5 out of string
error { "abc".dup.tap{|s| s[1,-1]="x"} } # => IndexError: negative length -1
error { "abc".dup.tap{|s| s[7..9]="x"} } # => RangeError: 7..9 out of range
error { "abc".dup.tap{|s| s["z"]="x"} } # => IndexError: string not matched
error { "abc".dup.tap{|s| s[/z/]="x"} } # => IndexError: regexp not matched
error { "abc".dup.tap{|s| s[/(b)/, 2]="x"} } # => IndexError: index 2 out of regexp
p("abc".dup.tap{|s| s[/(?<q>b)/, "q"]="xyz"}) # => "axyzc"
error { "abc".dup.tap{|s| s[/(?<q>b)/, "r"]="xyz"} } # => IndexError: undefined group name reference: r
error { "abc".insert(5,"x") } # => IndexError: index 5 out of string
error { "abc".insert(-6,"x") } # => IndexError: index -5 out of string
p("abc".insert(-1,"x")) # => "abcx"
p("abc".byteslice(1)) # => "b"
p("héllo".byteslice(1,1)) # => "\xC3"
error { "héllo".bytesplice(2,1,"x") } # => IndexError: offset 2 does not land on character boundary
p("hello".bytesplice(0,2,"xx",0,1)) # => "xllo"
p("hello".bytesplice(0..1,"xx")) # => "xxllo"
p("hello".bytesplice(0..1,"xxyy",1..2)) # => "xyllo"
error { "hello".bytesplice(9,1,"xx") } # => IndexError: index 9 out of string
error { "hello".bytesplice(0) } # => ArgumentError: wrong number of arguments (given 1, expected 2..5)
p("abc"[/(b)/, 3]) # => nil
p("abc"[/(b)/, -1]) # => "b"
p("abc"[/(b)/, -3]) # => nil
error { "abc"[/(?<x>b)/, "y"] } # => IndexError: undefined group name reference: y
p("abc"[/(?<x>b)/, :x]) # => "b"
error { "abc".dup.tap{|s| s[/(b)/, -3]="x"} } # => IndexError: index -3 out of regexp
error { "abc".dup.tap{|s| s[/(z)?b/, 1]="x"} } # => IndexError: regexp group 1 not matched
error { "abc".dup.tap{|s| s[/(b)/, "1"]="x"} } # => IndexError: undefined group name reference: 1
p("abc"[3]) # => nil
p("abc"[3,1]) # => ""
p("abc"[4,1]) # => nil
p("héa"[3]) # => nil
p("héa"[3,1]) # => ""
p("héa"[4,1]) # => nil
p("abc".dup.tap{|s| s[3]="x"}) # => "abcx"
p("abc".dup.tap{|s| s[-3]="x"}) # => "xbc"
p("".dup.tap{|s| s[0]="x"}) # => "x"
error { "".dup.tap{|s| s[-1]="x"} } # => IndexError: index -1 out of string
error { "abc".dup.bytesplice(0,1,"x",0) } # => ArgumentError: wrong number of arguments (given 4, expected 2, 3, or 5)
error { "abc".dup.bytesplice(1,"x") } # => TypeError: wrong argument type Integer (expected Range)
error { "abc"[(0..).step(2)] } # => TypeError: no implicit conversion of Enumerator::ArithmeticSequence into Integer
p("abc"[0..nil]) # => "abc"
p("abc"[..1]) # => "ab"
error { "abc"["a".."b"] } # => TypeError: no implicit conversion of String into Integer
p("abc"[1.2..2.5]) # => "bc"
