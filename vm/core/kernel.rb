module Kernel
  def tap
    yield self
    self
  end

  def then
    return to_enum(:then) { 1 } unless block_given?
    yield self
  end

  def yield_self
    return to_enum(:yield_self) { 1 } unless block_given?
    yield self
  end
end
