# Allocation of a class with ARGV[0] modules among its ancestors.
DEPTH = (ARGV[0] || 8).to_i

class Deep
  DEPTH.times { include(Module.new) }
end
GC.disable

def allocate_many
  i = 0
  while i < 1_000
    Deep.new
    i += 1
  end
end

2_000.times { allocate_many }
