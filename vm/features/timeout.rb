# Timeout.timeout: gives up on a block after some seconds.
module Timeout
  VERSION = "0.6.0"

  class ExitException < Exception
  end

  class Error < RuntimeError
  end

  def self.timeout(seconds, klass = nil, message = nil)
    return yield(seconds) if seconds.nil? || seconds.zero?
    raise ArgumentError, "Timeout sec must be a non-negative number" if seconds.negative?

    outer = Primitive.deadline_start(seconds.to_f, (klass || Error).exception(message || "execution expired"))
    begin
      yield(seconds)
    ensure
      Primitive.deadline_stop(outer)
    end
  end

  def timeout(...) = Timeout.timeout(...)
  private :timeout
end
