# Layout of nested groups in lines of limited width: a group is on one line if it fits, else all its breaks are newlines.
#
# A document is a tree of texts, breaks and groups; #flush lays it out once the outermost group is complete.
class PrettyPrint
  VERSION = "0.2.0"

  Text = Struct.new(:text, :width)
  Break = Struct.new(:separator, :width, :indent, :fill)

  # `width` is that of everything in it on one line.
  class Group
    attr_reader :depth, :parts
    attr_accessor :width, :broken

    def initialize(depth)
      @depth, @parts, @width, @broken = depth, [], 0, false
    end

    def break? = @broken
    def break = @broken = true
    def first? = @parts.empty?
  end

  def self.format(output = "".dup, max_width = 79, newline = "\n", space = ->(n) { " " * n })
    q = new(output, max_width, newline, &space)
    yield q
    q.flush
    output
  end

  def self.singleline_format(output = "".dup, _max_width = nil, _newline = nil, _space = nil)
    q = SingleLine.new(output)
    yield q
    output
  end

  attr_reader :output, :maxwidth, :newline, :genspace, :indent

  def initialize(output = "".dup, maxwidth = 79, newline = "\n", &genspace)
    @output, @maxwidth, @newline = output, maxwidth, newline
    @genspace = genspace || ->(n) { " " * n }
    @indent = 0
    @root = Group.new(0)
    @stack = [@root]
    @column = 0
  end

  def current_group = @stack.last

  def text(object, width = object.length)
    add(Text.new(object, width), width)
  end

  def breakable(separator = " ", width = separator.length)
    add(Break.new(separator, width, @indent, false), width)
  end

  def fill_breakable(separator = " ", width = separator.length)
    add(Break.new(separator, width, @indent, true), width)
  end

  def break_outmost_groups = @stack.each(&:break)

  def group(indent = 0, open = "", close = "", open_width = open.length, close_width = close.length)
    text open, open_width unless open.empty?
    group = Group.new(@stack.size)
    @stack.push(group)
    begin
      nest(indent) { yield }
    ensure
      @stack.pop
      add(group, group.width)
    end
    text close, close_width unless close.empty?
  end

  def nest(indent)
    @indent += indent
    begin
      yield
    ensure
      @indent -= indent
    end
  end

  def flush
    lay_out(@root, 0, true)
    @root = Group.new(0)
    @stack = [@root]
  end

  private

  def add(part, width)
    current_group.parts << part
    current_group.width += width
  end

  # `after` is the width of what follows the group up to the next possible newline.
  def lay_out(group, after, breaking)
    parts = group.parts
    parts.each_with_index do |part, i|
      case part
      when Text
        emit(part.text, part.width)
      when Break
        fits = !breaking || (part.fill && @column + part.width + width_to_break(parts, i + 1, after) <= @maxwidth)
        fits ? emit(part.separator, part.width) : new_line(part.indent)
      else
        rest = breaking ? width_to_break(parts, i + 1, after) : 0
        flat = !breaking || (!part.break? && @column + part.width + rest <= @maxwidth)
        lay_out(part, rest, !flat)
      end
    end
  end

  # The width from part `i` to the next break that can become a newline.
  def width_to_break(parts, i, after)
    width = 0
    while i < parts.size
      part = parts[i]
      return width if part.is_a?(Break)

      width += part.is_a?(Group) ? leading_width(part) { return width + _1 } : part.width
      i += 1
    end
    width + after
  end

  # The width of a group; if it has breaks, yields the width up to its first.
  def leading_width(group, before = 0, &at_break)
    width = before
    group.parts.each do |part|
      case part
      when Break then at_break.call(width)
      when Group then width = leading_width(part, width, &at_break)
      else width += part.width
      end
    end
    width
  end

  def emit(text, width)
    @output << text
    @column += width
  end

  def new_line(indent)
    @output << @newline << @genspace.call(indent)
    @column = indent
  end

  # Everything on one line.
  class SingleLine
    def initialize(output, _max_width = nil, _newline = nil)
      @output = output
      @first = [true]
    end

    def text(object, _width = nil)
      @first[-1] = false
      @output << object
    end

    def breakable(separator = " ", _width = nil) = @output << separator
    alias fill_breakable breakable

    def nest(_indent) = yield

    def group(_indent = nil, open = "", close = "", _open_width = nil, _close_width = nil)
      @first.push true
      @output << open
      yield
      @output << close
      @first.pop
    end

    def flush = nil
    def first? = @first[-1]
  end
end
