p Regexp.timeout # => nil
Regexp.timeout = 0.05
p Regexp.timeout # => 0.05
begin
  ("a" * 40 + "b") =~ /\A(a+)+\1?\z/
rescue Regexp::TimeoutError => e
  puts e.class, e.message # => Regexp::TimeoutError
  # => regexp match timeout
end
Regexp.timeout = nil
begin
  Regexp.new('\A(a|aa)+\1?\z', timeout: 0.05).match("a" * 60 + "b")
rescue Regexp::TimeoutError => e
  puts e.message # => regexp match timeout
end
p Regexp::TimeoutError.superclass # => RegexpError
p Regexp.linear_time?(/a+/), Regexp.linear_time?(/(a)\1/) # => true
# => false
