# Reading and writing times as text.
class Time
  ZONES = { "UTC" => 0, "Z" => 0, "GMT" => 0, "EST" => -5, "EDT" => -4, "CST" => -6, "CDT" => -5, "MST" => -7,
            "MDT" => -6, "PST" => -8, "PDT" => -7 }.freeze
  MONTHS = %w[jan feb mar apr may jun jul aug sep oct nov dec].freeze
  private_constant :ZONES, :MONTHS

  class << self
    # The offset in seconds that "+09:00", "-0330" or "EST" means; nil for none.
    def zone_offset(zone, _year = nil)
      return ZONES[zone.upcase] * 3600 if ZONES.key?(zone.upcase)
      return unless zone =~ /\A([+-])(\d\d):?(\d\d)(?::?(\d\d))?\z/

      seconds = $2.to_i * 3600 + $3.to_i * 60 + $4.to_i
      $1 == "-" ? -seconds : seconds
    end

    def parse(text, now = nil)
      parts = date_parts(text)
      raise ArgumentError, "no time information in #{text.inspect}" if parts.empty?

      year = parts[:year]
      year = yield(year) if year && block_given?
      now ||= Time.now
      defaults = [now.year, now.month, now.day]
      given = [year, parts[:month], parts[:day]]
      first = given.index { |part| part } || 3
      date = given.each_with_index.map { |part, i| part || (i < first ? defaults[i] : 1) }
      build(*date, parts[:hour] || 0, parts[:minute] || 0, (parts[:second] || 0) + (parts[:fraction] || 0), parts[:zone])
    end

    def iso8601(text)
      pattern = /\A\s*([-+]?\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d(?::?\d\d)?)?\s*\z/i
      raise ArgumentError, "invalid xmlschema date: #{text.inspect}" unless text =~ pattern

      second = $6.to_i + ($7 ? Rational($7.to_i, 10**$7.size) : 0)
      build($1.to_i, $2.to_i, $3.to_i, $4.to_i, $5.to_i, second, $8)
    end
    alias xmlschema iso8601

    def rfc2822(text)
      pattern = /\A\s*(?:[a-z]{3}\s*,\s*)?(\d{1,2})\s+([a-z]{3})\s+(\d{2,})\s+(\d\d):(\d\d)(?::(\d\d))?\s+([+-]\d{4}|[a-z]+)/i
      unless text =~ pattern && (month = MONTHS.index($2.downcase))
        raise ArgumentError, "not RFC 2822 compliant date: #{text.inspect}"
      end

      year = $3.to_i
      year += year < 50 ? 2000 : 1900 if $3.size < 4
      build(year, month + 1, $1.to_i, $4.to_i, $5.to_i, $6.to_i, $7)
    end
    alias rfc822 rfc2822

    def httpdate(text)
      pattern = /\A\s*[a-z]{3},\s+(\d\d)\s+([a-z]{3})\s+(\d{4})\s+(\d\d):(\d\d):(\d\d)\s+GMT\s*\z/i
      unless text =~ pattern && (month = MONTHS.index($2.downcase))
        raise ArgumentError, "not RFC 2616 compliant date: #{text.inspect}"
      end

      utc($3.to_i, month + 1, $1.to_i, $4.to_i, $5.to_i, $6.to_i)
    end

    def strptime(text, format, now = nil)
      parts = Reader.new(format).read(text)
      raise ArgumentError, "invalid date or strptime format - '#{text}' '#{format}'" unless parts
      return at(parts[:epoch]) if parts[:epoch]

      now ||= Time.now
      build(parts[:year] || now.year, parts[:month] || 1, parts[:day] || 1, parts[:hour] || 0, parts[:minute] || 0,
            (parts[:second] || 0) + (parts[:fraction] || 0), parts[:zone])
    end

    private

    def build(year, month, day, hour, minute, second, zone)
      return local(year, month, day, hour, minute, second) unless zone
      return utc(year, month, day, hour, minute, second) if zone.match?(/\A(z|utc|gmt|-00:?00)\z/i)

      offset = zone_offset(zone.size == 3 && zone.match?(/\d/) ? "#{zone}:00" : zone)
      return local(year, month, day, hour, minute, second) unless offset

      new(year, month, day, hour, minute, second, offset)
    end

    def date_parts(text)
      parts = {}
      if text =~ /(\d+)\s*:\s*(\d+)(?:\s*:\s*(\d+)(?:[.,](\d+))?)?\s*(am|pm)?\s*(z\b|utc|gmt|[a-z]{3}\b|[+-]\d\d:?\d\d)?/i
        parts[:hour], parts[:minute] = $1.to_i, $2.to_i
        parts[:second] = $3.to_i if $3
        parts[:fraction] = Rational($4.to_i, 10**$4.size) if $4
        parts[:hour] = parts[:hour] % 12 + ($5.downcase == "pm" ? 12 : 0) if $5
        parts[:zone] = $6 if $6
      end
      case text
      when /(-?\d{4,})-(\d\d?)-(\d\d?)/, %r{(\d{4})/(\d\d?)/(\d\d?)}
        parts[:year], parts[:month], parts[:day] = $1.to_i, $2.to_i, $3.to_i
      when /(\d\d?)(?:st|nd|rd|th)?\s+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(-?\d+)/i
        parts[:day], parts[:month], parts[:year] = $1.to_i, MONTHS.index($2.downcase) + 1, $3.to_i
      when /(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d\d?)(?:st|nd|rd|th)?,?(?:\s+\d+:\d+(?::\d+)?)?(?:\s+[a-z]{3,4})?\s+(\d{4})/i
        parts[:month], parts[:day], parts[:year] = MONTHS.index($1.downcase) + 1, $2.to_i, $3.to_i
      when /\b(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?)?/
        parts[:year], parts[:month], parts[:day] = $1.to_i, $2.to_i, $3.to_i
        parts[:hour], parts[:minute], parts[:second] = $4.to_i, $5.to_i, $6.to_i if $4
      end
      parts
    end
  end

  # Reads text by a strptime format.
  class Reader
    DIGITS = {
      "Y" => [:year, /[+-]?\d{1,4}/], "m" => [:month, /\d{1,2}/], "d" => [:day, /[ \d]?\d/], "e" => [:day, /[ \d]?\d/],
      "H" => [:hour, /[ \d]?\d/], "k" => [:hour, /[ \d]?\d/], "I" => [:hour, /[ \d]?\d/], "l" => [:hour, /[ \d]?\d/],
      "M" => [:minute, /\d{1,2}/], "S" => [:second, /\d{1,2}/], "s" => [:epoch, /-?\d+/], "j" => [:yday, /\d{1,3}/]
    }.freeze
    COMPOSED = { "F" => "%Y-%m-%d", "T" => "%H:%M:%S", "X" => "%H:%M:%S", "R" => "%H:%M", "D" => "%m/%d/%y",
                 "x" => "%m/%d/%y", "c" => "%a %b %e %H:%M:%S %Y", "r" => "%I:%M:%S %p" }.freeze

    def initialize(format)
      @format = format
      @format = @format.gsub(/%([FTXRDxcr])/) { COMPOSED[$1] } while @format.match?(/%[FTXRDxcr]/)
    end

    # A Hash of what was read; nil unless all of the text fits.
    def read(text)
      parts = {}
      rest = text.dup
      @format.scan(/%[-0^#]?([A-Za-z%])|(\s+)|([^%\s]+|%)/) do |directive, space, literal|
        if space then rest = rest.lstrip
        elsif literal then return nil unless rest.delete_prefix!(literal)
        else rest = take(directive, rest, parts) or return nil
        end
      end
      rest.empty? ? parts : nil
    end

    private

    def take(directive, rest, parts)
      name, pattern = DIGITS[directive]
      pattern ||= { "y" => /\d{1,2}/, "b" => /[a-z]+/i, "B" => /[a-z]+/i, "h" => /[a-z]+/i, "a" => /[a-z]+/i,
                    "A" => /[a-z]+/i, "p" => /[ap]m/i, "P" => /[ap]m/i, "N" => /\d+/, "L" => /\d+/, "n" => /\s+/,
                    "t" => /\s+/, "z" => /z|utc|gmt|[+-]\d\d:?\d\d|[a-z]{3,4}/i, "Z" => /[a-z]+|[+-]\d\d:?\d\d/i,
                    "%" => /%/ }[directive]
      return unless pattern && rest =~ /\A(?:#{pattern.source})/i

      text, rest = $&, $'
      name ? parts[name] = text.to_i : store(directive, text, parts)
      rest
    end

    def store(directive, text, parts)
      case directive
      when "y" then parts[:year] = text.to_i + (text.to_i < 69 ? 2000 : 1900)
      when "b", "B", "h" then parts[:month] = %w[jan feb mar apr may jun jul aug sep oct nov dec].index(text[0, 3].downcase)&.succ
      when "p", "P" then parts[:hour] = (parts[:hour] || 0) % 12 + (text.downcase == "pm" ? 12 : 0)
      when "N", "L" then parts[:fraction] = Rational(text.to_i, 10**text.size)
      when "z", "Z" then parts[:zone] = text
      end
    end
  end
  private_constant :Reader

  def rfc2822 = strftime("%a, %d %b %Y %T ") << (utc? ? "-0000" : strftime("%z"))
  alias rfc822 rfc2822
  def httpdate = getutc.strftime("%a, %d %b %Y %T GMT")
end
