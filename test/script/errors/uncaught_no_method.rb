# The receiver's own methods are suggested.
# stderr: FILE:9:in 'Object#last_of': undefined method 'lats' for an instance of Array (NoMethodError)
# stderr:
# stderr:   list.lats
# stderr:       ^^^^^
# stderr: Did you mean?  last
# stderr: 	from FILE:11:in '<main>'
def last_of(list)
  list.lats
end
last_of([1, 2])
