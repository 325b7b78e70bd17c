# Pretty printing of objects: Kernel#pp and PP.
require "prettyprint"

class PP < PrettyPrint
  VERSION = "0.6.3"

  def self.width_for(output)
    columns = output.respond_to?(:winsize) && output.tty? ? output.winsize[1] : ENV["COLUMNS"].to_i
    columns.positive? ? columns - 1 : 79
  rescue SystemCallError
    79
  end

  def self.pp(object, output = $stdout, width = width_for(output))
    q = new(output, width)
    q.guard_inspect_key { q.pp object }
    q.flush
    output << "\n"
  end

  def self.singleline_pp(object, output = $stdout)
    q = SingleLine.new(output)
    q.guard_inspect_key { q.pp object }
    q.flush
    output
  end

  def self.mcall(object, owner, name, *args, &block)
    owner.instance_method(name).bind_call(object, *args, &block)
  end

  # What a pretty_print method of an object is given, besides PrettyPrint's own methods.
  module PPMethods
    def guard_inspect_key
      outer, @inside = @inside, []
      yield
    ensure
      @inside = outer
    end

    def check_inspect_key(object) = @inside&.any? { |other| other.equal?(object) }
    def push_inspect_key(object) = (@inside ||= []).push(object)
    def pop_inspect_key(_object) = @inside.pop

    def pp(object)
      if check_inspect_key(object)
        group { object.pretty_print_cycle(self) }
        return
      end
      push_inspect_key(object)
      begin
        group { object.pretty_print(self) }
      ensure
        pop_inspect_key(object)
      end
    end

    def comma_breakable
      text ","
      breakable
    end

    def seplist(list, separator = nil, iterator = :each)
      separator ||= -> { comma_breakable }
      first = true
      list.__send__(iterator) do |*item|
        first ? first = false : separator.call
        yield(*item)
      end
    end

    def object_group(object, &block)
      group(1, "#<#{PP.mcall(object, Kernel, :class).name}", ">", &block)
    end

    def object_address_group(object, &block)
      group(1, PP.mcall(object, Kernel, :to_s).chomp(">"), ">", &block)
    end

    def pp_object(object)
      object_address_group(object) do
        seplist(object.pretty_print_instance_variables, -> { text "," }) do |name|
          breakable
          text name.to_s
          text "="
          group(1) do
            breakable ""
            pp(object.instance_variable_get(name))
          end
        end
      end
    end

    def pp_hash(hash)
      group(1, "{", "}") do
        seplist(hash, nil, :each_pair) { |key, value| group { pp_hash_pair key, value } }
      end
    end

    def pp_hash_pair(key, value)
      if key.is_a?(Symbol)
        quoted = key.inspect.match?(/\A:["$@!]/) || key.end_with?("=") || !key.inspect.match?(/\A:[[:alpha:]_]/)
        text "#{quoted ? key.to_s.inspect : key}:"
      else
        pp key
        text " "
        text "=>"
      end
      group(1) do
        breakable
        pp value
      end
    end
  end
  include PPMethods

  class SingleLine < PrettyPrint::SingleLine
    include PPMethods
  end

  # Of every object.
  module ObjectMixin
    def pretty_print(q)
      own_inspect = PP.mcall(self, Kernel, :method, :inspect)
      if own_inspect.owner != Kernel || instance_of?(Object) && instance_variables.empty?
        q.text inspect
      elsif pretty_print_instance_variables.empty?
        q.text inspect
      else
        q.pp_object(self)
      end
    end

    def pretty_print_cycle(q)
      q.object_address_group(self) do
        q.breakable
        q.text "..."
      end
    end

    def pretty_print_instance_variables = instance_variables.sort
    def pretty_print_inspect = PP.singleline_pp(self, "".dup)
  end
end

class Object < BasicObject
  include PP::ObjectMixin
end

class Array
  def pretty_print(q)
    q.group(1, "[", "]") { q.seplist(self) { |value| q.pp value } }
  end

  def pretty_print_cycle(q) = q.text(empty? ? "[]" : "[...]")
end

class Hash
  def pretty_print(q) = q.pp_hash(self)
  def pretty_print_cycle(q) = q.text(empty? ? "{}" : "{...}")
end

class Set
  def pretty_print(q)
    q.group(1, "#{self.class.name}[", "]") { q.seplist(self) { |value| q.pp value } }
  end

  def pretty_print_cycle(q) = q.text("#{self.class.name}[...]")
end

class Struct
  def pretty_print(q)
    q.group(1, "#<struct #{PP.mcall(self, Kernel, :class).name}", ">") do
      q.seplist(PP.mcall(self, Struct, :members), -> { q.text "," }) do |member|
        q.breakable
        q.text member.to_s
        q.text "="
        q.group(1) do
          q.breakable ""
          q.pp self[member]
        end
      end
    end
  end

  def pretty_print_cycle(q) = q.text("#<struct #{PP.mcall(self, Kernel, :class).name}:...>")
end

class Data
  def pretty_print(q)
    name = PP.mcall(self, Kernel, :class).name
    q.group(1, "#<data#{name ? " #{name}" : ""}", ">") do
      q.seplist(PP.mcall(self, Kernel, :class).members, -> { q.text "," }) do |member|
        q.breakable
        q.text member.to_s
        q.text "="
        q.group(1) do
          q.breakable ""
          q.pp public_send(member)
        end
      end
    end
  end

  def pretty_print_cycle(q) = q.text("#<data #{PP.mcall(self, Kernel, :class).name}:...>")
end

class Range
  def pretty_print(q)
    q.pp self.begin if self.begin
    q.breakable ""
    q.text(exclude_end? ? "..." : "..")
    q.breakable ""
    q.pp self.end if self.end
    q.pp nil if self.begin.nil? && self.end.nil?
  end
end

class String
  def pretty_print(q)
    lines = self.lines
    return q.text(inspect) if lines.size < 2

    q.group(0, "", "") do
      q.seplist(lines, -> { q.text " +"; q.breakable }) { |line| q.pp line }
    end
  end
end

class MatchData
  def pretty_print(q)
    q.object_group(self) do
      q.breakable
      q.seplist(0...size, -> { q.breakable }) do |i|
        if i.zero?
          q.pp self[i]
        else
          q.text "#{names[i - 1] || i}"
          q.text ":"
          q.pp self[i]
        end
      end
    end
  end
end

[Numeric, Symbol, FalseClass, TrueClass, NilClass, Module].each do |klass|
  klass.class_eval do
    def pretty_print(q) = q.text(inspect)
    def pretty_print_cycle(q) = q.text(inspect)
  end
end

module Kernel
  def pretty_inspect = PP.pp(self, "".dup)

  def pp(*objects)
    objects.each { |object| PP.pp(object) }
    objects.size <= 1 ? objects.first : objects
  end
  module_function :pp
end
