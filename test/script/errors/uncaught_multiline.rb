# A message of several lines.
# stderr: FILE:5:in '<main>': one (RuntimeError)
# stderr: two
# stderr: three
raise "one\ntwo\nthree"
