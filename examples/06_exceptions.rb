# Exceptions and catch tables.
#
#     bin/run --dump=insns examples/06_exceptions.rb
#
# What to look at: a `begin` costs nothing while nothing is raised. There is no instruction for it, only an entry in the catch
# table: "between these two addresses, on rescue, restore this stack depth, run this sequence, continue there". A raise walks the
# frames from the innermost out and asks each table for an entry that covers the address it has reached.

def divide(a, b)
  a / b
rescue ZeroDivisionError => e
  "#{e.class}: #{e.message}"
else
  "never mind"
ensure
  puts "divided #{a} by #{b}"
end

puts divide(1, 0)
# => divided 1 by 0
# => ZeroDivisionError: divided by 0
puts divide(4, 2)
# => divided 4 by 2
# => never mind

# The rescue sequence is a sequence of its own whose one local is `$!`. Exceptions are matched with ===, `checkmatch 3`.
class Refused < StandardError
  def self.===(error) = error.message.start_with?("no")
end

begin
  raise "no way"
rescue Refused
  puts "refused: #{$!.message}" # => refused: no way
end

# An ensure body is compiled twice: inline for the normal way out, and as a sequence for all the others.
def leave_early
  [1, 2, 3].each do |n|
    begin
      return n if n == 2
    ensure
      puts "ensure #{n}"
    end
  end
end
puts leave_early
# => ensure 1
# => ensure 2
# => 2

# retry jumps back to the beginning of the protected code.
attempts = 0
begin
  attempts += 1
  raise IOError, "not yet" if attempts < 3
  puts "worked after #{attempts}" # => worked after 3
rescue IOError
  retry
end

# A raise inside a rescue remembers what it replaced.
begin
  begin
    Integer("twelve")
  rescue ArgumentError
    raise KeyError, "no such number"
  end
rescue KeyError => e
  puts e.message # => no such number
  puts e.cause.message # => invalid value for Integer(): "twelve"
end

# catch and throw unwind too, through ensure, to the catch with the same tag.
result = catch(:done) do
  10.times { |i| 10.times { |j| throw :done, [i, j] if i * j == 42 } }
  :never
end
p result # => [6, 7]
