# ObjectSpace's views of memory.
module ObjectSpace
  class << self
    def memsize_of(object) = Primitive.objspace_memsize_of(object)
    def memsize_of_all(klass = nil) = Primitive.objspace_memsize_of_all(klass)
  end
end
