# Timing of code: Benchmark.measure, realtime, bm, bmbm.
module Benchmark
  VERSION = "0.5.0"
  CAPTION = "      user     system      total        real\n"
  FORMAT = "%10.6u %10.6y %10.6t %10.6r\n"

  # Processor and elapsed times, in seconds.
  class Tms
    CAPTION = Benchmark::CAPTION
    FORMAT = Benchmark::FORMAT

    attr_reader :utime, :stime, :cutime, :cstime, :real, :total, :label

    def initialize(utime = 0.0, stime = 0.0, cutime = 0.0, cstime = 0.0, real = 0.0, label = nil)
      @utime, @stime, @cutime, @cstime, @real, @label = utime, stime, cutime, cstime, real, label.to_s
      @total = utime + stime + cutime + cstime
    end

    def add(&block) = self + Benchmark.measure(&block)

    def add!(&block)
      sum = self + Benchmark.measure(&block)
      @utime, @stime, @cutime, @cstime, @real = sum.utime, sum.stime, sum.cutime, sum.cstime, sum.real
      @total = sum.total
      self
    end

    def +(other) = combine(:+, other)
    def -(other) = combine(:-, other)
    def *(other) = combine(:*, other)
    def /(other) = combine(:/, other)

    # As Kernel#format, with %u user, %y system, %t total, %r real, %U and %Y those of children, %n the label.
    def format(format = nil, *args)
      text = (format || FORMAT).dup
      times = { "u" => utime, "y" => stime, "U" => cutime, "Y" => cstime, "t" => total }
      text = text.gsub(/(%[-+.\d]*)n/) { "#{$1}s" % label }
      text = text.gsub(/(%[-+.\d]*)([uyUYt])/) { "#{$1}f" % times[$2] }
      text = text.gsub(/(%[-+.\d]*)r/) { "(#{$1}f)" % real }
      format && !args.empty? ? text % args : text
    end

    def to_s = format
    def to_a = [label, utime, stime, cutime, cstime, real]
    def to_h = { label: label, utime: utime, stime: stime, cutime: cutime, cstime: cstime, real: real }

    private

    def combine(operator, other)
      if other.is_a?(Tms)
        Tms.new(utime.__send__(operator, other.utime), stime.__send__(operator, other.stime),
                cutime.__send__(operator, other.cutime), cstime.__send__(operator, other.cstime),
                real.__send__(operator, other.real), label)
      else
        Tms.new(utime.__send__(operator, other), stime.__send__(operator, other), cutime.__send__(operator, other),
                cstime.__send__(operator, other), real.__send__(operator, other), label)
      end
    end
  end

  # What the block of bm is given.
  class Report
    attr_reader :list, :width, :format

    def initialize(width = 0, format = nil)
      @width, @format, @list = width, format, []
    end

    def item(label = "", *format, &block)
      raise ArgumentError, "no block" unless block

      label = label.to_s
      @width = label.length if label.length > @width
      print label.ljust(@width)
      @list << result = Benchmark.measure(label, &block)
      print result.format(@format, *format)
      result
    end
    alias report item
  end

  # What the block of bmbm is given.
  class Job
    attr_reader :list, :width

    def initialize(width)
      @width, @list = width, []
    end

    def item(label = "", &block)
      raise ArgumentError, "no block" unless block

      label = label.to_s
      @width = label.length if label.length > @width
      @list << [label, block]
      self
    end
    alias report item
  end

  module_function

  def measure(label = "")
    before = Process.times
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    yield
    real = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
    after = Process.times
    Tms.new(after.utime - before.utime, after.stime - before.stime, after.cutime - before.cutime,
            after.cstime - before.cstime, real, label)
  end

  def realtime
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    yield
    Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  end

  def ms = realtime { yield } * 1000

  def benchmark(caption = "", label_width = nil, format = nil, *labels)
    raise ArgumentError, "no block" unless block_given?

    label_width = (label_width || 0) + 1
    print " " * label_width + caption unless caption.empty?
    report = Report.new(label_width, format)
    results = yield(report)
    if results.is_a?(Array) && results.all?(Tms)
      results.each { |tms| print((labels.shift || tms.label || "").ljust(label_width), tms.format(format)) }
    end
    report.list
  end

  def bm(label_width = 0, *labels, &block)
    benchmark(CAPTION, label_width, FORMAT, *labels, &block)
  end

  def bmbm(width = 0)
    job = Job.new(width)
    yield job
    width = job.width + 1
    puts "Rehearsal ".ljust(width + CAPTION.length, "-")
    total = job.list.inject(Tms.new) do |sum, (label, item)|
      print label.ljust(width)
      result = measure(&item)
      print result.format
      sum + result
    end.format("total: %tsec")
    print " #{total}\n\n".rjust(width + CAPTION.length + 2, "-")
    print " " * width + CAPTION
    job.list.map do |label, item|
      GC.start
      print label.ljust(width)
      result = measure(label, &item)
      print result.format
      result
    end
  end
end
