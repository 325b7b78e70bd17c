# IO's methods that yield.
class IO
  def self.open(*args, **options)
    io = new(*args, **options)
    return io unless block_given?

    begin
      yield io
    ensure
      Primitive.io_close_after_block(io)
    end
  end

  def self.foreach(path, *args, chomp: false, **options)
    return to_enum(:foreach, path, *args, chomp: chomp, **options) unless block_given?

    File.open(path, **options) do |file|
      file.each_line(*args, chomp: chomp) { |line| yield line }
    end
    nil
  end

  def self.pipe(*)
    ends = Primitive.io_pipe
    return ends unless block_given?

    begin
      yield(*ends)
    ensure
      ends.each { |io| Primitive.io_close_after_block(io) }
    end
  end

  def self.popen(*command, **options)
    io = Primitive.io_popen(command, options)
    return io unless block_given?

    begin
      yield io
    ensure
      Primitive.io_close_after_block(io)
    end
  end

  def self.copy_stream(source, target, length = nil, offset = nil)
    input = source.respond_to?(:to_path) || source.is_a?(String) ? File.open(source, "rb") : source
    output = target.respond_to?(:to_path) || target.is_a?(String) ? File.open(target, "wb") : target
    input.seek(offset) if offset
    copied = 0
    while length.nil? || copied < length
      wanted = length ? [length - copied, 65_536].min : 65_536
      chunk = input.respond_to?(:read) ? input.read(wanted) : input.readpartial(wanted)
      break if chunk.nil? || chunk.empty?

      output.write(chunk)
      copied += chunk.bytesize
    end
    output.flush if output.respond_to?(:flush)
    copied
  ensure
    input.close if input && !input.equal?(source)
    output.close if output && !output.equal?(target)
  end

  def each_line(*args, chomp: false)
    return to_enum(:each_line, *args, chomp: chomp) unless block_given?

    while (line = Primitive.io_next_line(args, chomp))
      yield line
    end
    self
  end
  alias each each_line

  def each_byte
    return to_enum(:each_byte) unless block_given?

    while (byte = getbyte)
      yield byte
    end
    self
  end

  def each_char
    return to_enum(:each_char) unless block_given?

    while (char = getc)
      yield char
    end
    self
  end

  def each_codepoint
    return to_enum(:each_codepoint) unless block_given?

    each_char { |char| yield char.ord }
  end
end

module Kernel
  def open(path, *args, **options, &block)
    return path.to_open(*args, **options, &block) if path.respond_to?(:to_open)

    File.open(path, *args, **options, &block)
  end
  module_function :open
end
