# Iterations a second of pieces of code, compared: Benchmark.ips.
require "benchmark"

module Benchmark
  module IPS
    VERSION = "2.14.0"

    SUFFIXES = [" ", "k", "M", "B", "T", "Q"].freeze

    # "39.290M", ten characters before the suffix.
    def self.scale(value)
      power = value.positive? ? [(Math.log10(value) / 3).to_i, 0].max : 0
      power = SUFFIXES.size - 1 if power >= SUFFIXES.size
      format("%10.3f%s", value.to_f / 1000**power, SUFFIXES[power])
    end

    def self.duration(nanoseconds)
      if nanoseconds < 1_000 then format("%.2f ns", nanoseconds)
      elsif nanoseconds < 1_000_000 then format("%.2f \u03bcs", nanoseconds / 1_000)
      elsif nanoseconds < 1_000_000_000 then format("%.2f ms", nanoseconds / 1_000_000)
      else format("%.2f s", nanoseconds / 1_000_000_000)
      end
    end

    # The rates measured in samples of one entry: mean and standard deviation.
    class Stats
      attr_reader :mean, :deviation

      def initialize(samples)
        @mean = samples.sum / samples.size
        square = samples.sum { |sample| (sample - @mean)**2 } / samples.size
        @deviation = Math.sqrt(square)
      end

      alias central_tendency mean
      alias error deviation
      def error_percentage = mean.zero? ? 0.0 : 100.0 * deviation / mean
      def overlaps?(other) = (mean - other.mean).abs <= deviation + other.deviation
    end

    # One result.
    class Entry
      attr_reader :label, :microseconds, :iterations, :stats, :measurement_cycle

      def initialize(label, microseconds, iterations, stats, cycle)
        @label, @microseconds, @iterations, @stats, @measurement_cycle = label, microseconds, iterations, stats, cycle
      end

      def ips = stats.central_tendency
      def ips_sd = stats.error
      def seconds = microseconds / 1_000_000.0
      def runtime = seconds

      def body
        rate = format("%s (\u00b1%4.1f%%) i/s  %s", IPS.scale(ips), stats.error_percentage,
                      "(#{IPS.duration(1_000_000_000.0 / ips)}/i)".rjust(12))
        format("%s - %s in %10.6fs", rate.ljust(20), IPS.scale(iterations), runtime)
      end
      alias to_s body
    end

    # A labelled piece of code, run many times at once.
    class Task
      attr_reader :label

      def initialize(label, action)
        @label, @action = label, action
      end

      def call_times(count)
        action = @action
        while count > 0
          action.call
          count -= 1
        end
      end
    end

    # What the block of Benchmark.ips is given.
    class Job
      attr_accessor :time, :warmup, :iterations, :quiet, :stdout
      attr_reader :tasks, :entries

      CYCLE_SECONDS = 0.1

      def initialize(quiet: false)
        @quiet, @time, @warmup, @iterations = quiet, 5, 2, 1
        @tasks, @entries, @comparison = [], [], nil
      end

      def config(time: nil, warmup: nil, iterations: nil, quiet: nil, **)
        @time = time if time
        @warmup = warmup if warmup
        @iterations = iterations if iterations
        @quiet = quiet unless quiet.nil?
      end

      def report(label = "", code = nil, &block)
        raise ArgumentError, "You must specify a block or a string" unless code || block

        action = block || eval("proc { #{code} }", TOPLEVEL_BINDING)
        @tasks << Task.new(label, action)
        self
      end
      alias item report

      def compare!(order: :fastest)
        raise ArgumentError, "Unknown order: #{order.inspect}" unless %i[fastest baseline].include?(order)

        @comparison = order
      end

      def compare? = !@comparison.nil?

      def run
        say RUBY_DESCRIPTION
        @iterations.times do
          say "Warming up --------------------------------------"
          cycles = @tasks.map { |task| warm_up(task) }
          say "Calculating -------------------------------------"
          @tasks.zip(cycles) { |task, cycle| measure(task, cycle) }
        end
        compare if @comparison
        self
      end

      private

      def say(text) = (puts text unless @quiet)
      def title(label) = label.to_s.size > 20 ? "#{label}\n#{" " * 20}" : label.to_s.rjust(20)
      def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

      # Runs the code for the warm-up time; the number of iterations that take about CYCLE_SECONDS.
      def warm_up(task)
        print title(task.label) unless @quiet
        count = 1
        deadline = now + @warmup
        begin
          start = now
          task.call_times(count)
          elapsed = now - start
          rate = elapsed.positive? ? count / elapsed : count / 1e-9
          count *= 2 if elapsed < @warmup / 2.0
        end while now < deadline
        cycle = [(rate * CYCLE_SECONDS).to_i, 1].max
        say format("%10s i/100ms", IPS.scale(cycle))
        cycle
      end

      def measure(task, cycle)
        print title(task.label) unless @quiet
        samples = []
        iterations = 0
        busy = 0.0
        deadline = now + @time
        begin
          start = now
          task.call_times(cycle)
          elapsed = now - start
          next if elapsed <= 0

          iterations += cycle
          busy += elapsed
          samples << cycle / elapsed
        end while now < deadline
        entry = Entry.new(task.label, busy * 1_000_000, iterations, Stats.new(samples), cycle)
        say " #{entry.body}"
        @entries << entry
      end

      def compare
        return if @entries.size < 2

        best_first = @entries.sort_by { |entry| -entry.ips }
        base = @comparison == :baseline ? @entries.first : best_first.first
        rest = best_first - [base]
        puts "", "Comparison:"
        puts format("%20s: %10.1f i/s", base.label, base.ips)
        rest.each { |entry| puts format("%20s: %10.1f i/s - %s", entry.label, entry.ips, relation(base, entry)) }
        puts
      end

      def relation(base, entry)
        return "same-ish: difference falls within error" if entry.stats.overlaps?(base.stats)

        if entry.ips < base.ips
          format("%.2fx  slower", base.ips / entry.ips)
        else
          format("%.2fx  faster", entry.ips / base.ips)
        end
      end
    end
  end

  def self.ips(time = nil, warmup = nil, quiet: false)
    job = IPS::Job.new(quiet: quiet)
    job.config(time: time, warmup: warmup)
    yield job
    job.run
  end
end
