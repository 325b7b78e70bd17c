# Hello, and the stack.
#
# YARV is a stack machine: instructions push values and take them off again. To see this file's instructions:
#
#     bin/run --dump=insns examples/01_hello.rb
#
# What to look at: `puts "Hello, YARV!"` becomes four instructions.
#
#     putself                 the receiver: a call without one goes to self
#     putchilledstring        the argument, a fresh copy of the literal
#     opt_send_without_block  takes both off the stack, calls, pushes the result
#     pop                     nobody wants the result
#
# `1 + 2 * 3` needs no parentheses and no registers: the operands of `*` are on top of the stack when it runs, and its
# result lies where `+` expects its second operand. The last expression of the file is not popped but left for `leave`.

puts "Hello, YARV!" # => Hello, YARV!

puts 1 + 2 * 3 # => 7

# Assignments copy the top of the stack into a local's slot, which is on the same stack, below the operands.
width = 6
height = 7
area = width * height
puts "#{width} x #{height} = #{area}" # => 6 x 7 = 42

# A conditional is a branch; each arm leaves its value at the same depth.
size = area > 40 ? "large" : "small"
puts size # => large

# A loop jumps back to its condition. `putnil` and `pop` at its head are where `next` continues.
i = 0
while i < 3
  i += 1
  next if i == 2
  puts "round #{i}"
end
# => round 1
# => round 3
