# The arguments of the call that was given the wrong type.
# stderr: FILE:7:in 'Integer#+': nil can't be coerced into Integer (TypeError)
# stderr:
# stderr: p 1 + nil
# stderr:       ^^^
# stderr: 	from FILE:7:in '<main>'
p 1 + nil
