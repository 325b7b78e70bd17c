# Words as a shell splits and quotes them.
module Shellwords
  VERSION = "0.2.2"

  module_function

  def shellsplit(line)
    words = []
    word = nil
    line.scan(/\G\s*(?>([^\0\s\\'"]+)|'([^\0']*)'|"((?:[^\0"\\]|\\[^\0])*)"|(\\[^\0]?)|(\S))(\s|\z)?/m) do
      plain, single, double, escape, garbage, separator = $1, $2, $3, $4, $5, $6
      raise ArgumentError, "Unmatched quote at #{$~.begin(0)}: #{line}" if garbage

      word = (word || +"") << (plain || single || double&.gsub(/\\([$`"\\\n])/, '\1') || escape.gsub(/\\(.)/m, '\1'))
      if separator
        words << word
        word = nil
      end
    end
    words << word if word
    words
  end

  def shellescape(text)
    text = text.to_s
    return "''" if text.empty?
    raise ArgumentError, "NUL character" if text.include?("\0")

    text.gsub(%r{[^A-Za-z0-9_\-.,:+/@\n]}) { "\\#{$&}" }.gsub("\n", "'\n'")
  end

  def shelljoin(words) = words.map { |word| shellescape(word) }.join(" ")

  class << self
    alias split shellsplit
    alias escape shellescape
    alias join shelljoin
  end
  alias shellwords shellsplit
  module_function :shellwords
end

class String
  def shellsplit = Shellwords.split(self)
  def shellescape = Shellwords.escape(self)
end

class Array
  def shelljoin = Shellwords.join(self)
end
