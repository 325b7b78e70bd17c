# An IO on a String.
class StringIO
  include Enumerable
  include File::Constants

  VERSION = "3.2.0"
  MAX_LENGTH = 0x7fffffffffffffff

  attr_accessor :lineno
  attr_reader :pos
  alias tell pos

  def self.open(*args, **options)
    io = new(*args, **options)
    return io unless block_given?

    begin
      yield io
    ensure
      io.close unless io.closed?
    end
  end

  def initialize(string = nil, mode = nil, **options)
    mode ||= options[:mode]
    @string = string.nil? ? String.new(encoding: Encoding.default_external) : string.to_str
    @pos = 0
    @lineno = 0
    @append = false
    set_mode(mode)
  end

  def initialize_copy(other)
    super
  end

  def string = @string

  def string=(string)
    @string = string.to_str
    @readable = true
    @writable = !@string.frozen?
    @append = false
    @pos = @lineno = 0
    @string
  end

  def reopen(string = +"", mode = nil)
    initialize(string.is_a?(StringIO) ? string.string : string, mode)
    self
  end

  # --- State ---

  def close
    @readable = @writable = false
    nil
  end

  def close_read
    raise IOError, "closing non-duplex IO for reading" unless @readable

    @readable = false
    nil
  end

  def close_write
    raise IOError, "closing non-duplex IO for writing" unless @writable

    @writable = false
    nil
  end

  def closed? = !@readable && !@writable
  def closed_read? = !@readable
  def closed_write? = !@writable
  def sync = true
  def sync=(on)
    on
  end
  def flush = self
  def fsync = 0
  def fileno = nil
  def pid = nil
  def fcntl(*) = raise(NotImplementedError, "fcntl() function is unimplemented on this machine")
  def isatty = false
  alias tty? isatty

  def binmode
    @string.force_encoding(Encoding::BINARY) if @writable
    self
  end

  def external_encoding = @string.encoding
  def internal_encoding = nil

  def set_encoding(encoding, *)
    @string.force_encoding(encoding || Encoding.default_external) unless @string.frozen?
    self
  end

  def size = @string.bytesize
  alias length size

  # --- Position ---

  def pos=(position)
    raise Errno::EINVAL if position.negative?

    @pos = position
  end

  def seek(offset, whence = 0)
    raise IOError, "closed stream" if closed?

    base = case whence
           when 0, :SET then 0
           when 1, :CUR then @pos
           when 2, :END then @string.bytesize
           else raise Errno::EINVAL, "invalid whence"
           end
    raise Errno::EINVAL if base + offset < 0

    @pos = base + offset
    0
  end

  def rewind
    @pos = @lineno = 0
    0
  end

  def eof?
    check_readable
    @pos >= @string.bytesize
  end
  alias eof eof?

  def truncate(length)
    check_writable
    raise Errno::EINVAL, "negative length" if length.negative?

    if length < @string.bytesize
      @string.replace(@string.byteslice(0, length))
    else
      @string << "\0" * (length - @string.bytesize)
    end
    0
  end

  # --- Reading ---

  def read(length = nil, buffer = nil)
    check_readable
    if length.nil?
      bytes = @pos < @string.bytesize ? @string.byteslice(@pos..) : String.new(encoding: @string.encoding)
      @pos = @string.bytesize if @pos < @string.bytesize
    else
      raise ArgumentError, "negative length #{length} given" if length.negative?

      if length.positive? && @pos >= @string.bytesize
        buffer&.replace("")
        return nil
      end
      bytes = (@string.byteslice(@pos, length) || +"").force_encoding(Encoding::BINARY)
      @pos += bytes.bytesize
    end
    buffer ? buffer.replace(bytes) : bytes
  end

  def pread(length, offset)
    raise ArgumentError, "negative string size (or size too big): #{length}" if length.negative?
    raise Errno::EINVAL, "pread: Invalid offset argument" if offset.negative?
    return +"" if length.zero?
    raise EOFError, "end of file reached" if offset >= @string.bytesize

    @string.byteslice(offset, length).force_encoding(Encoding::BINARY)
  end

  def sysread(length = nil, buffer = nil)
    read(length, buffer) || raise(EOFError, "end of file reached")
  end
  alias readpartial sysread

  def read_nonblock(length = nil, buffer = nil, exception: true)
    read(length, buffer) || (exception ? raise(EOFError, "end of file reached") : nil)
  end

  def getc
    check_readable
    return nil if @pos >= @string.bytesize

    char = @string.byteslice(@pos, 4)[0]
    @pos += char.bytesize
    char
  end

  def getbyte
    check_readable
    byte = @string.getbyte(@pos)
    @pos += 1 if byte
    byte
  end

  def readchar = getc || raise(EOFError, "end of file reached")
  def readbyte = getbyte || raise(EOFError, "end of file reached")

  def ungetc(char)
    check_readable
    return if char.nil?

    unget(char.is_a?(Integer) ? char.chr(@string.encoding) : char)
  end

  def ungetbyte(byte)
    check_readable
    return if byte.nil?

    unget(byte.is_a?(Integer) ? (byte & 0xff).chr : byte)
  end

  def gets(*args, chomp: false)
    check_readable
    $_ = next_line(*line_arguments(args), chomp)
  end

  def readline(*args, chomp: false)
    gets(*args, chomp: chomp) || raise(EOFError, "end of file reached")
  end

  def each_line(*args, chomp: false)
    return to_enum(:each_line, *args, chomp: chomp) unless block_given?

    check_readable
    separator, limit = line_arguments(args)
    raise ArgumentError, "invalid limit: 0 for each_line" if limit == 0

    while (line = next_line(separator, limit, chomp))
      yield line
    end
    self
  end
  alias each each_line

  def readlines(*args, chomp: false)
    raise ArgumentError, "invalid limit: 0 for readlines" if line_arguments(args)[1] == 0

    each_line(*args, chomp: chomp).to_a
  end

  def each_char
    return to_enum(:each_char) unless block_given?

    while (char = getc)
      yield char
    end
    self
  end

  def each_byte
    return to_enum(:each_byte) unless block_given?

    while (byte = getbyte)
      yield byte
    end
    self
  end

  def each_codepoint
    return to_enum(:each_codepoint) unless block_given?

    each_char { |char| yield char.ord }
  end

  # --- Writing ---

  def write(*values)
    check_writable
    values.sum { |value| write_text(value.is_a?(String) ? value : value.to_s) }
  end

  def syswrite(value) = write(value)
  def write_nonblock(value, **) = write(value)

  def <<(value)
    write(value)
    self
  end

  def print(*values) = Primitive.io_print(*values)
  def puts(*values) = Primitive.io_puts(*values)
  def putc(char) = Primitive.io_putc(char)
  def printf(*values) = Primitive.io_printf(*values)

  def inspect = Kernel.instance_method(:to_s).bind_call(self)

  private

  def set_mode(mode)
    @readable = true
    @writable = !@string.frozen?
    return if mode.nil?

    if mode.is_a?(Integer)
      access = mode & 3
      @readable = access != File::WRONLY
      @writable = access != File::RDONLY
      @append = mode & File::APPEND != 0
      truncate(0) if mode & File::TRUNC != 0
    else
      letters = mode[/\A[^:]*/]
      raise ArgumentError, "invalid access mode #{mode}" unless letters.match?(/\A[rwa][bt+]*\z/)

      @readable = letters.start_with?("r") || letters.include?("+")
      @writable = !letters.start_with?("r") || letters.include?("+")
      raise Errno::EACCES if @writable && @string.frozen?

      @append = letters.start_with?("a")
      @string.replace("") if letters.start_with?("w")
    end
  end

  def check_readable
    raise IOError, "not opened for reading" unless @readable
  end

  def check_writable
    raise IOError, "not opened for writing" unless @writable
  end

  def write_text(text)
    return 0 if text.empty?

    text = text.encode(@string.encoding) if text.encoding != @string.encoding && !text.ascii_only? &&
                                            text.encoding != Encoding::BINARY && @string.encoding != Encoding::BINARY
    size = @string.bytesize
    @pos = size if @append
    if @pos == size
      @string.encoding == text.encoding || text.ascii_only? ? @string << text : @string.append_as_bytes(text)
    else
      @string << "\0" * (@pos - size) if @pos > size
      encoding = @string.encoding
      @string.force_encoding(Encoding::BINARY)
      @string.bytesplice(@pos, [text.bytesize, @string.bytesize - @pos].min, text.b)
      @string.force_encoding(encoding)
    end
    @pos += text.bytesize
    text.bytesize
  end

  # Puts text before the next byte to read, over what was there.
  def unget(text)
    encoding = @string.encoding
    @string.force_encoding(Encoding::BINARY)
    if text.bytesize <= @pos
      @pos -= text.bytesize
      @string.bytesplice(@pos, text.bytesize, text.b)
    else
      @string.bytesplice(0, @pos, text.b)
      @pos = 0
    end
    @string.force_encoding(encoding)
    nil
  end

  # [separator, limit] of gets and its relatives.
  def line_arguments(args)
    raise ArgumentError, "wrong number of arguments (given #{args.size}, expected 0..2)" if args.size > 2
    return args.size == 2 ? [args[0]&.to_str, args[1]&.to_int] : [$/, nil] if args.size != 1

    argument = args[0]
    return [nil, nil] if argument.nil?

    argument.respond_to?(:to_str) ? [argument.to_str, nil] : [$/, argument.to_int]
  end

  def next_line(separator, limit, chomp)
    return String.new(encoding: @string.encoding) if limit == 0

    paragraph = separator == ""
    if paragraph
      @pos += 1 while @string.getbyte(@pos) == 10
      separator = "\n\n"
    end
    size = @string.bytesize
    return nil if @pos >= size

    at = separator && @string.byteindex(separator, @pos)
    stop = at ? at + separator.bytesize : size
    stop = limited(@pos + limit, stop) if limit && limit.positive?
    line = @string.byteslice(@pos, stop - @pos)
    @pos = stop
    if paragraph
      @pos += 1 while @string.getbyte(@pos) == 10
      line = line.chomp("") if chomp
    elsif chomp && separator
      line.chomp!(separator)
    end
    @lineno += 1
    $. = @lineno
    line
  end

  # A limit counts bytes but splits no character.
  def limited(wanted, stop)
    return stop if wanted >= stop

    wanted += 1 while wanted < stop && @string.getbyte(wanted) & 0xc0 == 0x80
    wanted
  end
end
