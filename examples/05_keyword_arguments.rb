# Keyword arguments without a hash.
#
#     bin/run --dump=insns examples/05_keyword_arguments.rb
#
# What to look at: a call with literal keys pushes only the values; the names are part of the call data, `kw:[width, height]`. The
# inline cache remembers how the order at the call site maps to the order of the parameters, so no Hash is ever made.

def area(width:, height: 1) = width * height

puts area(width: 6, height: 7) # => 42
puts area(height: 7, width: 6) # => 42
puts area(width: 5) # => 5

def allocations
  before = GC.stat(:total_allocated_objects)
  yield
  GC.stat(:total_allocated_objects) - before
end

puts Array.new(3) { allocations { area(height: 2, width: 3) } }.last # => 0

# Through an inlined `new` the keywords reach initialize the same way: one object, no Hash.
class Box
  attr_reader :label

  def initialize(label:, size: :medium) = @label = "#{size} #{label}"
end

puts Box.new(size: :large, label: "crate").label # => large crate

# A default that is not a plain literal is computed by the method itself: see `checkkeyword` in the dump.
def stamp(text, at: text.length) = "#{text}@#{at}"
puts stamp("now") # => now@3
puts stamp("now", at: 0) # => now@0

# `**options` does make a Hash, of what is left over.
def render(tag, id:, **attributes) = "<#{tag} id=#{id} #{attributes.map { |k, v| "#{k}=#{v}" }.join(" ")}>"
puts render("a", href: "/", id: 7, rel: "me") # => <a id=7 href=/ rel=me>

# Mistakes name the keyword.
begin
  area(height: 3)
rescue ArgumentError => e
  puts e.message # => missing keyword: :width
end
begin
  area(width: 3, depth: 2)
rescue ArgumentError => e
  puts e.message # => unknown keyword: :depth
end
