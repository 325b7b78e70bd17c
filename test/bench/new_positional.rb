# Foo.new with ARGV[0] positional arguments and an empty initialize. The method is re-entered, so nothing depends on one long call.
N = (ARGV[0] || 0).to_i
ROUNDS = (ARGV[1] || 200).to_i

class Foo
  class_eval "def initialize(#{N.times.map { |i| "a#{i}" }.join(", ")}); end"
end

eval <<-RUBY
  def allocate_many
    i = 0
    while i < 5_000
      #{5.times.map { "Foo.new(#{N.times.map(&:to_s).join(", ")})" }.join("\n      ")}
      i += 1
    end
  end
RUBY

ROUNDS.times { allocate_many }
