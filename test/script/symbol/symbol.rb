def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

p(:"foo bar".inspect) # => ":\"foo bar\""
p(:"foo=".inspect) # => ":foo="
p(:[]=.inspect) # => ":[]="
p(:"é".inspect) # => ":é"
p(:"9a".inspect) # => ":\"9a\""
p(:"a?=".inspect) # => ":\"a?=\""
p(:"@".inspect) # => ":\"@\""
p(:"$1".inspect) # => ":$1"
p(:"$-w".inspect) # => ":$-w"
p(:"A=".inspect) # => ":A="
p(:"a?".inspect) # => ":a?"
p(:"!@".inspect) # => ":\"!@\""
p(:"&&".inspect) # => ":\"&&\""
p(:é.encoding) # => #<Encoding:UTF-8>
p(:a.encoding) # => #<Encoding:US-ASCII>
p(:a <=> :b) # => -1
p(:a <=> "a") # => nil
p(:a[0]) # => "a"
p(:abc[0..1]) # => "ab"
p(:a.size) # => 1
p(:upcase.to_proc.call("x")) # => "X"
p(:upcase.to_proc.arity) # => -2
p(:upcase.to_proc.lambda?) # => true
p(:a.start_with?("a")) # => true
p(:Ab.swapcase) # => :aB
p(:a.succ) # => :b
p(:a.casecmp(:A)) # => 0
p(:a.casecmp("A")) # => nil
p(:a.casecmp?(:A)) # => true
p(:a == "a") # => false
p(:a.name.frozen?) # => true
p(:a.name.equal?(:a.name)) # => true
p(:a.to_s.frozen?) # => false
p(:a.id2name) # => "a"
p(:a.empty?) # => false
p(:"".empty?) # => true
p(:"".inspect) # => ":\"\""
p(:a.frozen?) # => true
p(:a.dup.equal?(:a)) # => true
error { Symbol.new } # => NoMethodError: undefined method 'new' for class Symbol
p(%s(a b).inspect) # => ":\"a b\""
p(:"a\nb".inspect) # => ":\"a\\nb\""
p(:"é b".inspect) # => ":\"é b\""
p(:"foo?".inspect) # => ":foo?"
p(:"foo!".inspect) # => ":foo!"
p(:"foo!=".inspect) # => ":\"foo!=\""
p(:"[]".inspect) # => ":[]"
p(:"!".inspect) # => ":!"
p(:"!=".inspect) # => ":!="
p(:"a-b".inspect) # => ":\"a-b\""
p(:"@a".inspect) # => ":@a"
p(:"@@a".inspect) # => ":@@a"
p(:"@1".inspect) # => ":\"@1\""
p(:"$a".inspect) # => ":$a"
p(:"$".inspect) # => ":\"$\""
p(:"nil".inspect) # => ":nil"
p(:"class".inspect) # => ":class"
p(:"=".inspect) # => ":\"=\""
p(:"==".inspect) # => ":=="
p(:"===".inspect) # => ":==="
p(:"+@".inspect) # => ":+@"
p(:"~@".inspect) # => ":\"~@\""
p(:"A".inspect) # => ":A"
p(:"A b".inspect) # => ":\"A b\""
p(:"あ".inspect) # => ":あ"
p(:"\u200b".inspect) # => ":​"
p({"a b": 1, a?: 2, "a=": 3, A: 4, "é": 5, nil: 6, "@x": 7, "+": 8, "a!": 1, "[]": 2}) # => {"a b": 1, a?: 2, "a=": 3, A: 4, é: 5, nil: 6, "@x": 7, "+": 8, a!: 1, "[]": 2}
