# Array#each with a block.
ARRAY = (1..1_000).to_a

def sum_each
  sum = 0
  ARRAY.each { |n| sum += n }
  sum
end

20_000.times { sum_each }
