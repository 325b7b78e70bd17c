# oracle: skip slot sizes are those of CRuby 4.1
# A class's instances are allocated in the slot its earlier instances came to need.
require "objspace"

def class_of_size(bytes)
  klass = Class.new
  first = klass.new
  ((bytes - 16) / 8).times { |i| first.instance_variable_set("@ivar_#{i}", i) }
  klass
end

p [32, 40, 64, 128, 160, 256, 512, 640, 1024].map { |bytes| ObjectSpace.memsize_of(class_of_size(bytes).new) }
# => [32, 40, 64, 128, 160, 256, 512, 640, 1024]
