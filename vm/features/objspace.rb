# ObjectSpace.memsize_of and its relatives are always there.
module ObjectSpace
end
