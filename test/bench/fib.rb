# Method calls and small integers: fib(32), in pieces so that the calls are re-entered from the top level.
def fib(n)
  if n < 2
    n
  else
    fib(n - 1) + fib(n - 2)
  end
end

3.times { fib(30) }
fib(32)
