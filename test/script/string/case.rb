def error
  yield
rescue Exception => e
  puts "#{e.class}: #{e.message}"
end

p("ß".upcase) # => "SS"
p("ŉﬁ".upcase) # => "ʼNFI"
p("ǆ".capitalize) # => "ǅ"
p("ΑΣ".downcase) # => "ασ"
p("İ".downcase) # => "i̇"
p("I".downcase(:turkic)) # => "ı"
p("ß".downcase(:fold)) # => "ss"
p("ÀÉ".swapcase) # => "àé"
p("aé".upcase(:ascii)) # => "Aé"
error { "a".upcase(:foo) } # => ArgumentError: invalid option
error { "a".upcase(:ascii, :turkic) } # => ArgumentError: too many options
error { "a".upcase(:fold) } # => ArgumentError: option :fold only allowed for downcasing
p("äöü".casecmp("ÄÖÜ")) # => 1
p("äöü".casecmp?("ÄÖÜ")) # => true
p("a".casecmp(1)) # => nil
p("a".casecmp?(1)) # => nil
error { "a".casecmp?("\xff") } # => ArgumentError: input string invalid
p("Straße".casecmp?("STRASSE")) # => true
error { "a".upcase("ascii") } # => ArgumentError: invalid option
p("a".upcase(:turkic, :lithuanian)) # => "A"
error { "a".upcase(:turkic, :turkic) } # => ArgumentError: invalid second option
p("i".upcase(:turkic)) # => "İ"
p("iIıİ".swapcase(:turkic)) # => "İıIi"
p("iI".capitalize(:turkic)) # => "İı"
error { "\xff".upcase } # => ArgumentError: input string invalid
error { "é\xff".upcase } # => ArgumentError: input string invalid
p("é".casecmp("e")) # => 1
