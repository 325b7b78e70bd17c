# frozen_string_literal: true

# Prints tables.inc: how Unicode characters change case and which of them String#inspect shows as they are, by the
# Unicode version that the running Ruby knows.
#
#     ruby vm/core/unicode/generate_tables.rb > vm/core/unicode/tables.inc
#
# One-to-one mappings become ranges (first, last, stride, delta): every stride-th character from first to last maps
# to itself plus delta. Mappings to several characters, and title, folded or swapped forms that are not the upper or
# lower one, are listed each.

module Tables
  Range = Struct.new(:first, :last, :stride, :delta)

  module_function

  def characters
    ((0..0xd7ff).to_a + (0xe000..0x10ffff).to_a).map { |c| [c, [c].pack("U")] }
  end

  def collect(simple, special, codepoint, mapped)
    return if mapped == [codepoint]

    mapped.size == 1 ? simple[codepoint] = mapped[0] - codepoint : special[codepoint] = mapped
  end

  # Greedy: a range grows while the next mapped character has the same delta and keeps the stride of 1 or 2.
  def ranges(simple)
    simple.sort.each_with_object([]) do |(c, delta), out|
      range = out.last
      gap = range && c - range.last
      if range && range.delta == delta && (gap == range.stride || (range.first == range.last && gap <= 2))
        range.stride = gap
        range.last = c
      else
        out << Range.new(c, c, 1, delta)
      end
    end
  end

  def emit_ranges(name, simple)
    rows = ranges(simple).map { |r| "{0x%x, 0x%x, %d, %d}," % r.to_a }
    puts "constexpr CaseRange #{name}[] = {", *rows, "};"
  end

  def emit_special(name, special)
    rows = special.sort.map { |c, to| "{0x%x, {%s}}," % [c, (to + [0] * (3 - to.size)).map { |t| "0x%x" % t }.join(", ")] }
    puts "constexpr SpecialCase #{name}[] = {", *rows, "};"
  end

  def emit_printable
    shown = characters.select { |_, s| s.inspect.size == 3 || s == "\"" || s == "\\" }
    rows = shown.map(&:first).slice_when { |a, b| b != a + 1 }
    puts "constexpr CodepointRange kPrintable[] = {", *rows.map { |r| "{0x%x, 0x%x}," % [r[0], r[-1]] }, "};"
  end

  def run
    upper, lower = {}, {}
    special_upper, special_lower, title, fold, swap = {}, {}, {}, {}, {}
    characters.each do |c, s|
      up, down = s.upcase.codepoints, s.downcase.codepoints
      collect(upper, special_upper, c, up)
      collect(lower, special_lower, c, down)
      capital, folded = s.capitalize.codepoints, s.downcase(:fold).codepoints
      title[c] = capital if capital != up
      fold[c] = folded if folded != down
      swapped = s.swapcase.codepoints
      swap[c] = swapped if swapped != (down == [c] ? up : down)
    end
    puts "// Made by generate_tables.rb from the Unicode data of Ruby #{RUBY_VERSION}."
    emit_ranges("kUpper", upper)
    emit_ranges("kLower", lower)
    emit_special("kSpecialUpper", special_upper)
    emit_special("kSpecialLower", special_lower)
    emit_special("kSpecialTitle", title)
    emit_special("kSpecialFold", fold)
    emit_special("kSpecialSwap", swap)
    emit_printable
  end
end

Tables.run
