# Arguments that do not fit: the call and the definition are shown.
# stderr: FILE:11:in 'Object#add': wrong number of arguments (given 1, expected 2) (ArgumentError)
# stderr:
# stderr:     caller: FILE:14
# stderr:     | add(1)
# stderr:       ^^^
# stderr:     callee: FILE:11
# stderr:     | def add(a, b)
# stderr:           ^^^
# stderr: 	from FILE:14:in '<main>'
def add(a, b)
  a + b
end
add(1)
