# The source line with a marker, and a suggestion.
# stderr: FILE:8:in '<main>': undefined local variable or method 'countr' for main (NameError)
# stderr:
# stderr: p countr
# stderr:   ^^^^^^
# stderr: Did you mean?  counter
counter = 1
p countr
