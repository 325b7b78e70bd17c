# Locals, blocks and environments.
#
#     bin/run --dump=insns examples/02_locals_and_blocks.rb
#
# What to look at: each sequence has a local table, and a local is addressed by its slot and by how many scopes out it
# lives. `getlocal_WC_0 n@0` reads a local of this scope, `getlocal_WC_1 total@0` one of the scope around it, and
# `getlocal x@0, 2` one two scopes out. A block is a sequence of its own; `send` names it as its second operand.

total = 0
[1, 2, 3].each do |n|
  total += n # total is one scope out: getlocal_WC_1, setlocal_WC_1
end
puts total # => 6

# Blocks nest, and so do the levels.
grid = []
2.times do |row|
  3.times do |column|
    grid << row * 3 + column
  end
end
p grid # => [0, 1, 2, 3, 4, 5]

# While a method runs, its locals are words on the VM stack. A closure may outlive it: then the machine moves the
# environment (the locals and the three words after them) to the heap, and every scope inside follows.
def counter
  count = 0
  increment = -> { count += 1 }
  read = -> { count }
  [increment, read]
end

increment, read = counter
increment.call
increment.call
puts read.call # => 2

# Each call of `counter` had an environment of its own.
other_increment, other_read = counter
other_increment.()
puts read.() + other_read.() # => 3

# A block given one Array spreads it over its parameters; a lambda is as strict as a method.
[[1, 2], [3, 4]].each { |a, b| puts "#{a} and #{b}" }
# => 1 and 2
# => 3 and 4
begin
  ->(a, b) { [a, b] }.call([1, 2])
rescue ArgumentError => e
  puts e.message # => wrong number of arguments (given 1, expected 2)
end

# `break` leaves the call that the block was given to: see the catch table's `break` entry and `throw 2` in the dump.
found = [4, 8, 15, 16].each { |n| break n if n.odd? }
puts found # => 15

# A block may declare locals that shadow nothing outside: they are further slots of its own table.
x = 10
[1].each { |i; x| x = i }
puts x # => 10
