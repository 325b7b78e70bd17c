# The reader of the files that ARGV names, one after the other, or of standard input. The value of this file is its class.
Class.new do
  include Enumerable

  attr_reader :argv, :lineno

  def initialize(argv)
    @argv = argv
    @lineno = 0
    @started = false
    @current = nil
    @filename = "-"
  end

  def self.to_s = "ARGF.class"
  def self.inspect = "ARGF.class"
  def to_s = "ARGF"
  alias inspect to_s

  def filename
    advance
    @filename
  end
  alias path filename

  def file
    advance
    @current
  end
  def to_io = file.to_io
  def fileno = file.fileno
  alias to_i fileno

  def lineno=(number)
    @lineno = number
    $. = number
  end

  def gets(*args, **options)
    while advance
      line = @current.gets(*args, **options)
      unless line.nil?
        self.lineno = @lineno + 1
        return $_ = line
      end
      leave
    end
    $_ = nil
  end

  def readline(*args, **options)
    gets(*args, **options) || raise(EOFError, "end of file reached")
  end

  def readlines(*args, **options)
    each_line(*args, **options).to_a
  end
  alias to_a readlines

  def each_line(*args, **options)
    return to_enum(:each_line, *args, **options) unless block_given?

    while (line = gets(*args, **options))
      yield line
    end
    self
  end
  alias each each_line

  def read(length = nil, buffer = nil)
    text = +""
    while advance
      piece = @current.read(length && length - text.bytesize)
      text << piece if piece
      break if length && text.bytesize >= length

      leave
    end
    buffer ? buffer.replace(text) : text
  end

  def getc = next_item(:getc)
  def getbyte = next_item(:getbyte)
  def readchar = getc || raise(EOFError, "end of file reached")
  def readbyte = getbyte || raise(EOFError, "end of file reached")

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

  def eof?
    raise IOError, "ARGF is not opened for reading" unless advance

    @current.eof?
  end
  alias eof eof?

  def pos = file.pos
  alias tell pos
  def rewind = file.rewind

  def skip
    leave if @current
    self
  end

  def close
    advance
    leave
    self
  end

  def closed?
    advance
    @current.nil? || @current.closed?
  end

  def binmode = self

  private

  # Makes @current a stream with more to read, if there is one.
  def advance
    return true if @current
    return false if @started && @argv.empty?

    @filename = @argv.empty? ? "-" : @argv.shift
    @started = true
    @current = @filename == "-" ? $stdin : File.open(@filename)
    true
  end

  def leave
    @current.close unless @current.equal?($stdin)
    @current = nil
  end

  def next_item(reader)
    while advance
      item = @current.__send__(reader)
      return item unless item.nil?

      leave
    end
    nil
  end
end
