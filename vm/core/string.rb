# String's methods that yield.
class String
  def each_char
    return to_enum(:each_char) { size } unless block_given?

    str = Primitive.str_frozen_copy
    offset = 0
    while (char = Primitive.str_char_at(str, offset))
      offset += Primitive.str_bytesize_of(char)
      yield char
    end
    self
  end

  def chars
    return Primitive.str_chars unless block_given?

    each_char { |char| yield char }
  end

  def each_byte
    return to_enum(:each_byte) { bytesize } unless block_given?

    i = 0
    while (byte = Primitive.str_byte_at(i))
      yield byte
      i += 1
    end
    self
  end

  def each_codepoint
    return to_enum(:each_codepoint) { size } unless block_given?

    offset = 0
    while (codepoint = Primitive.str_codepoint_at(offset))
      offset += Primitive.str_char_bytes_at(offset)
      yield codepoint
    end
    self
  end

  def codepoints
    return Primitive.str_codepoints unless block_given?

    each_codepoint { |codepoint| yield codepoint }
  end

  def each_grapheme_cluster
    return to_enum(:each_grapheme_cluster) { Primitive.str_grapheme_clusters.size } unless block_given?

    Primitive.str_grapheme_clusters.each { |cluster| yield cluster }
    self
  end

  def grapheme_clusters
    return Primitive.str_grapheme_clusters unless block_given?

    each_grapheme_cluster { |cluster| yield cluster }
  end

  def each_line(separator = (default = true; $/), chomp: (kept = true; false))
    unless block_given?
      arguments = default ? [] : [separator]
      return kept ? to_enum(:each_line, *arguments) : to_enum(:each_line, *arguments, chomp: chomp)
    end

    Primitive.str_lines(separator, chomp).each { |line| yield line }
    self
  end

  def lines(separator = $/, chomp: false)
    lines = Primitive.str_lines(separator, chomp)
    return lines unless block_given?

    lines.each { |line| yield line }
    self
  end

  def upto(last, exclusive = (omitted = true; false))
    return omitted ? to_enum(:upto, last) : to_enum(:upto, last, exclusive) unless block_given?

    last = Primitive.str_coerce(last)
    if Primitive.str_upto_numeric(last)
      width = bytesize
      number = to_i
      limit = last.to_i
      limit -= 1 if exclusive
      while number <= limit
        yield number.to_s.rjust(width, "0")
        number += 1
      end
      return self
    end

    order = self <=> last
    return self if order > 0 || (exclusive && order == 0)

    if bytesize == 1 && last.bytesize == 1 && ascii_only? && last.ascii_only?
      code = ord
      limit = exclusive ? last.ord - 1 : last.ord
      while code <= limit
        yield code.chr
        code += 1
      end
      return self
    end

    after = Primitive.str_succ_of(last)
    current = dup
    until current == after
      at_end = current == last
      break if exclusive && at_end

      following = Primitive.str_succ_of(current)
      yield current
      break if at_end

      current = following
      break if current.size > last.size || current.empty?
    end
    self
  end
end
