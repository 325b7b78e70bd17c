# options: -W:deprecated
a = "literal"
a << "!" # stderr: FILE:3: warning: literal string will be frozen in the future
a << "?"
puts a # => literal!?
b = "x"
puts b.frozen? # => false
c = +"y"
c << "z"
puts c # => yz
d = "q".dup
d << "r"
puts d # => qr
# exit: 0
