# Random values from the system's generator.
module Random::Formatter
  ALPHANUMERIC = [*"A".."Z", *"a".."z", *"0".."9"].freeze

  def random_bytes(size = nil) = gen_random(size || 16)
  def hex(size = nil) = random_bytes(size).unpack1("H*")
  def base64(size = nil) = [random_bytes(size)].pack("m0")

  def urlsafe_base64(size = nil, padding = false)
    text = base64(size).tr("+/", "-_")
    padding ? text : text.delete("=")
  end

  def uuid
    bytes = random_bytes(16)
    bytes.setbyte(6, (bytes.getbyte(6) & 0x0f) | 0x40)
    bytes.setbyte(8, (bytes.getbyte(8) & 0x3f) | 0x80)
    bytes.unpack("H8H4H4H4H12").join("-")
  end
  alias uuid_v4 uuid

  def uuid_v7
    milliseconds = (Time.now.to_r * 1000).to_i
    bytes = [milliseconds >> 16, milliseconds & 0xffff].pack("Nn") + random_bytes(10)
    bytes.setbyte(6, (bytes.getbyte(6) & 0x0f) | 0x70)
    bytes.setbyte(8, (bytes.getbyte(8) & 0x3f) | 0x80)
    bytes.unpack("H8H4H4H4H12").join("-")
  end

  def alphanumeric(size = nil, chars: ALPHANUMERIC) = choose(chars, size || 16)
  def choose(source, size) = Array.new(size) { source[random_number(source.size)] }.join
  private :choose

  def random_number(limit = 0)
    case limit
    when nil, 0 then Random.urandom(8).unpack1("Q") / 2.0**64
    when Float then limit.positive? ? random_number * limit : random_number
    when Range then limit.begin + random_number(limit.end - limit.begin + (limit.exclude_end? ? 0 : 1))
    else uniform(limit)
    end
  end
  alias rand random_number

  private

  # Without the bias of a plain remainder.
  def uniform(limit)
    return random_number if limit.negative?

    size = (limit.bit_length + 7) / 8 + 1
    range = 256**size
    loop do
      value = Random.urandom(size).unpack("C*").inject(0) { |sum, byte| sum << 8 | byte }
      return value % limit if value < range - range % limit
    end
  end
end

module SecureRandom
  VERSION = "0.4.1"
  extend Random::Formatter

  def self.bytes(size) = Random.urandom(size)
  def self.gen_random(size) = Random.urandom(size)
  private_class_method :gen_random
end
