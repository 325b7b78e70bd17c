# An exception that ends the program: message, backtrace, cause, on standard error.
# exit: 1
# stderr: FILE:18:in 'Object#outer': outer (RuntimeError)
# stderr: 	from FILE:24:in 'block in <main>'
# stderr: 	from FILE:24:in 'Array#each'
# stderr: 	from FILE:24:in '<main>'
# stderr: FILE:12:in 'Object#inner': inner (ArgumentError)
# stderr: 	from FILE:16:in 'Object#outer'
# stderr: 	from FILE:24:in 'block in <main>'
# stderr: 	from FILE:24:in 'Array#each'
# stderr: 	from FILE:24:in '<main>'
def inner = raise(ArgumentError.new("inner").tap { |e| def e.detailed_message(**) = "inner (ArgumentError)" })

def outer
  begin
    inner
  rescue
    raise "outer"
  end
end

at_exit { puts "at exit" } # => before
# => at exit
puts "before"
[1].each { outer }
