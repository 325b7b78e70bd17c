class Integer
  def times
    return to_enum(:times) { self < 0 ? 0 : self } unless block_given?
    i = 0
    while i < self
      yield i
      i = i.succ
    end
    self
  end

  def upto(limit)
    return to_enum(:upto, limit) { Primitive.num_interval_size(limit, 1) } unless block_given?
    i = self
    while i <= limit
      yield i
      i = i.succ
    end
    self
  end

  def downto(limit)
    return to_enum(:downto, limit) { Primitive.num_interval_size(limit, -1) } unless block_given?
    i = self
    while i >= limit
      yield i
      i = i.pred
    end
    self
  end
end
