# Global variables: special ones, checks, aliases.
def error_of
  "no error: #{yield.inspect}"
rescue StandardError => e
  "#{e.class}: #{e.message}"
end

p $unset # => nil
$set = 3
p $set # => 3
p defined?($set) # => "global-variable"
p defined?($never) # => nil
alias $other $set
$other = 4
p $set # => 4
p global_variables.include?(:$set) # => true
p global_variables.include?(:$other) # => true
p global_variables.include?(:$stdout) # => true
puts error_of { $stdout = 3 } # => TypeError: $stdout must have write method, Integer given
puts error_of { $stderr = nil } # => TypeError: $stderr must have write method, NilClass given
puts error_of { $; = 3 } # => TypeError: value of $; must be String or Regexp
puts error_of { $, = 3 } # => TypeError: value of $, must be String
puts error_of { $/ = 3 } # => TypeError: value of $/ must be String
puts error_of { $! = 3 } # => NameError: $! is a read-only variable
puts error_of { $~ = 3 } # => TypeError: wrong argument type Integer (expected MatchData)
puts error_of { $$ = 3 } # => NameError: $$ is a read-only variable
puts error_of { $LOAD_PATH = 1 } # => NameError: $LOAD_PATH is a read-only variable
p $; # => nil
p $, # => nil
p $/ # => "\n"
p $\ # => nil
p $-0 # => "\n"
p $DEBUG # => false
p $VERBOSE # => false
$VERBOSE = 3
p $VERBOSE # => true
$VERBOSE = false
p $-w # => false
p $! # => nil
begin
  raise "a"
rescue
  p $! # => #<RuntimeError: a>
  p $@.class # => Array
end
p $! # => nil
p $@ # => nil
"abc" =~ /b/
p $~ # => #<MatchData "b">
p $& # => "b"
p $` # => "a"
p $' # => "c"
p $1 # => nil
def no_match = $~
p no_match # => nil
$_ = "line"
p $_ # => "line"
p [$set, $other].sum # => 8
$a = $b = 7
p $a + $b # => 14
$count ||= 1
$count += 1
p $count # => 2
