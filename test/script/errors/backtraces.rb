# Labels of backtrace lines: methods, blocks, classes, native methods at their caller's line.
def show
  yield
rescue Exception => e
  lines = e.backtrace.take_while { |l| !l.match?(/'(block (\(\d+ levels\) )?in )?</) }
  puts lines.map { |l| l.sub(/\A.*?(\d+):in /, "\\1 ") }.join(" | ")
end

class Foo
  def bar = raise("x")
  def self.cm = raise("x")
  def blk = [1].each { |x| raise "x" }
  def blk2 = [1].each { |x| [2].map { raise "x" } }
  def resc
    raise "a"
  rescue
    raise "b"
  end
  def ens
    begin
      1
    ensure
      raise "c"
    end
  end
  class << self
    def sm = raise("x")
  end
  alias baz bar
  def lam = -> { raise "x" }.call
  def prc = proc { raise "x" }.call
  def iev = instance_eval { raise "x" }
  def nat = Integer("z")
  def tms = 2.times { raise "x" }
  def hsh = {a: 1}.each { raise "x" }
  def upt = 1.upto(2) { raise "x" }
  def lp = loop { raise "x" }
  def tp = tap { raise "x" }
  def th = self.then { raise "x" }
  def ct = catch(:a) { raise "x" }
  def snd = send(:bar)
  def psnd = public_send(:bar)
  def mth = method(:bar).call
  def rng = (1..2).each { raise "x" }
  def cls = Class.new { raise "x" }
  def sel = [1].select { raise "x" }
  def inj = [1, 2].inject { |a, b| raise "x" }
  def ewi = [1].each_with_index { raise "x" }
  def srt = [2, 1].sort_by { raise "x" }
  def rsc_blk
    [1].each do
      raise "a"
    rescue
      raise "b"
    end
  end
  def method_missing(n) = raise("mm")
  def nn = Foo.allocate.zork
  def gsb = "abc".gsub(/b/) { raise "x" }
  def nw = Ini.new
  def at = 1.fdiv("x")
  def zd = 1 / 0
  def zd2 = 1.divmod(0)
  def two_lines
    [1].each do
      [2].each do |x|
        raise "y"
      end
    end
  end
  def arity(a) = a
  def call_arity = arity
end
class Ini
  def initialize = raise("x")
end
module Mod
  def self.mf = raise("x")
  def mi = raise("x")
end
f = Foo.new
show { f.bar } # => 10 'Foo#bar'
show { f.blk } # => 12 'block in Foo#blk' | 12 'Array#each' | 12 'Foo#blk'
show { f.blk2 } # => 13 'block (2 levels) in Foo#blk2' | 13 'Array#map' | 13 'block in Foo#blk2' | 13 'Array#each' | 13 'Foo#blk2'
show { f.resc } # => 17 'Foo#resc'
show { f.ens } # => 23 'Foo#ens'
show { f.baz } # => 10 'Foo#bar'
show { f.lam } # => 30 'block in Foo#lam' | 30 'Foo#lam'
show { f.prc } # => 31 'block in Foo#prc' | 31 'Foo#prc'
show { f.iev } # => 32 'block in Foo#iev' | 32 'BasicObject#instance_eval' | 32 'Foo#iev'
show { f.nat } # => 33 'Kernel#Integer' | 33 'Foo#nat'
show { f.tms } # => 34 'block in Foo#tms' | 34 'Integer#times' | 34 'Foo#tms'
show { f.hsh } # => 35 'block in Foo#hsh' | 35 'Hash#each' | 35 'Foo#hsh'
show { f.upt } # => 36 'block in Foo#upt' | 36 'Integer#upto' | 36 'Foo#upt'
show { f.lp } # => 37 'block in Foo#lp' | 37 'Kernel#loop' | 37 'Foo#lp'
show { f.tp } # => 38 'block in Foo#tp' | 38 'Kernel#tap' | 38 'Foo#tp'
show { f.th } # => 39 'block in Foo#th' | 39 'Kernel#then' | 39 'Foo#th'
show { f.ct } # => 40 'block in Foo#ct' | 40 'Kernel#catch' | 40 'Foo#ct'
show { f.snd } # => 10 'Foo#bar' | 41 'Foo#snd'
show { f.psnd } # => 10 'Foo#bar' | 42 'Kernel#public_send' | 42 'Foo#psnd'
show { f.mth } # => 10 'Foo#bar' | 43 'Method#call' | 43 'Foo#mth'
show { f.rng } # => 44 'block in Foo#rng' | 44 'Range#each' | 44 'Foo#rng'
show { f.cls } # => 45 'block in Foo#cls' | 45 'Class#initialize' | 45 'Class#new' | 45 'Foo#cls'
show { f.sel } # => 46 'block in Foo#sel' | 46 'Array#select' | 46 'Foo#sel'
show { f.inj } # => 47 'block in Foo#inj' | 47 'Array#each' | 47 'Enumerable#inject' | 47 'Foo#inj'
show { f.ewi } # => 48 'block in Foo#ewi' | 48 'Array#each' | 48 'Enumerable#each_with_index' | 48 'Foo#ewi'
show { f.srt } # => 49 'block in Foo#srt' | 49 'Array#each' | 49 'Enumerable#sort_by' | 49 'Foo#srt'
show { f.rsc_blk } # => 54 'block in Foo#rsc_blk' | 51 'Array#each' | 51 'Foo#rsc_blk'
show { f.nn } # => 57 'Foo#method_missing' | 58 'Foo#nn'
show { f.gsb } # => 59 'block in Foo#gsb' | 59 'String#gsub' | 59 'Foo#gsb'
show { f.nw } # => 75 'Ini#initialize' | 60 'Foo#nw'
show { f.at } # => 61 'Integer#fdiv' | 61 'Foo#at'
show { f.zd } # => 62 'Integer#/' | 62 'Foo#zd'
show { f.zd2 } # => 63 'Integer#divmod' | 63 'Foo#zd2'
show { f.two_lines } # => 67 'block (2 levels) in Foo#two_lines' | 66 'Array#each' | 66 'block in Foo#two_lines' | 65 'Array#each' | 65 'Foo#two_lines'
show { f.call_arity } # => 71 'Foo#arity' | 72 'Foo#call_arity'
show { Foo.cm } # => 11 'Foo.cm'
show { Foo.sm } # => 27 'Foo.sm'
show { Mod.mf } # => 78 'Mod.mf'
show { f.extend(Mod).mi } # => 79 'Mod#mi'
def f.sing = raise("x")
show { f.sing } # => 121 'sing'
c = Class.new do
  def q = raise("x")
  def self.s = raise("x")
end
show { c.new.q } # => 124 'q'
show { c.s } # => 125 's'
show { [3, nil].sort } # => 129 'Array#sort'
show { Struct.new(:a).new(1, 2) } # => 130 'Struct#initialize'
show { [3].each(&:foo) } # => 131 'Array#each'
o = Object.new
def o.each = yield(1)
o.extend(Enumerable)
show { o.map { raise "x" } } # =>

def locations = caller_locations(1, 1).map { |l| [l.lineno, l.path == __FILE__] }
p locations # => [[138, true]]
class Foo
  def loc = [1].each { p caller_locations(0, 3).map { |l| [l.label, l.base_label, l.lineno] } }
end
f.loc # => [["block in Foo#loc", "loc", 140], ["Array#each", "each", 140], ["Foo#loc", "loc", 140]]
def level0 = caller(0, 1).map { |l| l[/in .*/] }
p level0 # => ["in 'Object#level0'"]
def level1 = caller(1, 1).size
p level1 # => 1
def outer_level = inner_level
def inner_level = caller(1..1).map { |l| l[/in .*/] }
p outer_level # => ["in 'Object#outer_level'"]
p caller(100) # => nil
p((caller(-1) rescue $!.message)) # => "negative level (-1)"
p((caller(0, -1) rescue $!.message)) # => "negative size (-1)"
begin
  f.two_lines
rescue => e
  p e.backtrace_locations.first.lineno, e.backtrace_locations.first.label # => 67
  # => "block (2 levels) in Foo#two_lines"
  p e.backtrace.equal?(e.backtrace) # => true
end
begin
  eval("raise 'in eval'", binding, "evaled.rb", 77)
rescue => e
  p e.backtrace.first[/\A.*?:\d+/] # => "evaled.rb:77"
end
p __method__.inspect # => "nil"
def lineno_after_multi
  x = [
    1,
    2
  ].map { |v|
    v.nope if v == 2
  }
end
begin
  lineno_after_multi
rescue => e
  p e.backtrace_locations.first.lineno - __LINE__ # => -6
end
