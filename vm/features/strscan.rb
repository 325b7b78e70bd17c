# Scanning a string from left to right with regular expressions.
class StringScanner
  VERSION = Version = "3.1.6"

  class Error < StandardError
  end

  attr_reader :string, :pos
  alias pointer pos

  def self.must_C_version = self

  def initialize(string, _unused = nil, fixed_anchor: false)
    @string = string.to_str
    @pos = @last_pos = 0
    @match = nil
    @fixed_anchor = fixed_anchor
  end

  def string=(string)
    @string = string.to_str
    @pos = 0
    @match = nil
  end

  def pos=(position)
    position += @string.bytesize if position.negative?
    raise RangeError, "index out of range" if position.negative? || position > @string.bytesize

    @pos = position
  end
  alias pointer= pos=

  def charpos = @string.byteslice(0, @pos).length
  def fixed_anchor? = @fixed_anchor

  def concat(text)
    @string << text
    self
  end
  alias << concat

  def reset
    @pos = 0
    @match = nil
    self
  end

  def terminate
    @pos = @string.bytesize
    @match = nil
    self
  end

  def scan(pattern) = advance(pattern, true, true, true)
  def match?(pattern) = advance(pattern, false, false, true)
  def skip(pattern) = advance(pattern, true, false, true)
  def check(pattern) = advance(pattern, false, true, true)
  def scan_until(pattern) = advance(pattern, true, true, false)
  def exist?(pattern) = advance(pattern, false, false, false)
  def skip_until(pattern) = advance(pattern, true, false, false)
  def check_until(pattern) = advance(pattern, false, true, false)

  def scan_full(pattern, move, text) = advance(pattern, move, text, true)
  def search_full(pattern, move, text) = advance(pattern, move, text, false)

  def getch = scan(/./m)

  def get_byte
    return @match = nil if eos?

    take_bytes(1)
  end

  def scan_byte
    return @match = nil if eos?

    take_bytes(1).getbyte(0)
  end

  def peek_byte = @string.getbyte(@pos)
  def peek(length) = @string.byteslice(@pos, length)

  def scan_integer(base: 10)
    case base
    when 10 then scan(/[+-]?\d+/)&.to_i
    when 16 then scan(/[+-]?(?:0x)?[0-9a-fA-F]+/)&.to_i(16)
    else raise ArgumentError, "Unsupported integer base: #{base}"
    end
  end

  def unscan
    raise Error, "unscan error: previous match record not exist" unless @match

    @pos = @last_pos
    @match = nil
    self
  end

  def eos? = @pos >= @string.bytesize
  def rest? = !eos?
  def rest = @string.byteslice(@pos..) || ""
  def rest_size = [@string.bytesize - @pos, 0].max
  def beginning_of_line? = @pos.zero? || @string.getbyte(@pos - 1) == 10
  alias bol? beginning_of_line?

  def matched? = !@match.nil?
  def matched = @match && @matched
  def matched_size = @match && @matched.bytesize

  def [](group)
    return nil unless @match
    return group.zero? ? @matched : nil if @match == true && group.is_a?(Integer)

    @match == true ? raise(IndexError, "undefined group name reference: #{group}") : @match[group]
  end

  def size = @match && (@match == true ? 1 : @match.size)
  def captures = @match && (@match == true ? [] : @match.captures)
  def named_captures = @match.is_a?(MatchData) ? @match.named_captures : {}
  def values_at(*indexes) = @match && indexes.map { |i| self[i] }
  def pre_match = @match && @string.byteslice(0, @match_end - @matched.bytesize)
  def post_match = @match && @string.byteslice(@match_end..)

  def inspect
    return "#<StringScanner fin>" if eos?

    after = rest_size > 5 ? "#{@string.byteslice(@pos, 5)}..." : rest
    return "#<StringScanner 0/#{@string.bytesize} @ #{after.inspect}>" if @pos.zero?

    before = @pos > 5 ? "...#{@string.byteslice(@pos - 5, 5)}" : @string.byteslice(0, @pos)
    "#<StringScanner #{@pos}/#{@string.bytesize} #{before.inspect} @ #{after.inspect}>"
  end

  private

  # Matches at, or with `anchored` false from, the position. Moves there if asked; the text or its size.
  def advance(pattern, move, want_text, anchored)
    unless pattern.is_a?(Regexp) || pattern.is_a?(String)
      raise TypeError, "wrong argument type #{pattern.class} (expected Regexp)"
    end
    return @match = nil unless find(pattern, anchored)

    from = @pos
    @last_pos = from
    @pos = @match_end if move
    want_text ? @string.byteslice(from, @match_end - from) : @match_end - from
  end

  # The text from the position on is matched as a string of its own, so that \A and ^ match there.
  def find(pattern, anchored)
    if pattern.is_a?(String)
      at = anchored ? (@string.byteslice(@pos, pattern.bytesize) == pattern ? @pos : nil) : @string.byteindex(pattern, @pos)
      return @match = nil unless at

      @match, @matched, @match_end = true, pattern, at + pattern.bytesize
      return true
    end
    if @fixed_anchor
      match = pattern.match(@string, @string.byteslice(0, @pos).length)
      return @match = nil if match.nil? || (anchored && match.byteoffset(0)[0] != @pos)

      @match_end = match.byteoffset(0)[1]
    else
      match = Primitive.scan_match(@string, @pos, pattern, anchored)
      return @match = nil unless match

      @match_end = @pos + match.byteoffset(0)[1]
    end
    @match, @matched = match, match[0]
    true
  end

  def take_bytes(count)
    @last_pos = @pos
    @matched = @string.byteslice(@pos, count)
    @match = true
    @pos += count
    @match_end = @pos
    @matched
  end
end
