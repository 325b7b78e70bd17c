# A while loop over integers.
def count
  i = 0
  sum = 0
  while i < 10_000
    sum += i if i % 3 == 0
    i += 1
  end
  sum
end

3_000.times { count }
