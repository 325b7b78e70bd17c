# Random: the same seed gives the same numbers as in CRuby.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
r = Random.new(42)
show { r.rand } # => 0.3745401188473625
show { r.rand(100) } # => 92
show { r.rand(1.5) } # => 0.2751521847992457
show { r.rand(1..6) } # => 5
show { r.rand(1...6) } # => 5
show { r.rand(1.0..2.0) } # => 1.1560186386215112
show { r.rand(1.0...2.0) } # => 1.1559945203362028
show { r.rand(2**70) } # => 192939087440948082775
show { r.rand(2**40) } # => 500797975651
show { r.rand(1..2**70) } # => 732484652515010322563
show { r.bytes(10) } # => "\x95\x06E\x054\xFDp\x0E\x01\x03"
show { r.seed } # => 42
show { r.random_number } # => 0.7219987722668247
show { r.random_number(10) } # => 5
show { r.random_number(0) } # => 0.0007787658410143283
show { r.random_number(-5) } # => 0.9922115592912175
show { r.random_number(1.5) } # => 0.9262222644415747
show { r.rand(1..1) } # => 1
show { r.rand(1.0..1.0) } # => 1.0
show { r.rand(0) } # => ArgumentError: invalid argument - 0
show { r.rand(-1) } # => ArgumentError: invalid argument - -1
show { r.rand(nil) } # => ArgumentError: invalid argument - 
show { r.rand("a") } # => TypeError: no implicit conversion of String into Integer
show { r.rand(-1.5) } # => ArgumentError: invalid argument - -1.5
show { r.rand(1..0) } # => ArgumentError: invalid argument - 1..0
show { r.rand(1, 2) } # => ArgumentError: wrong number of arguments (given 2, expected 0..1)

# Seeds of all sizes.
show { [0, 1, -5, 2**31, 2**32 - 1, 2**32, 2**40, 2**64 - 1, 2**64, 2**100].map { Random.new(_1).rand } } # => [0.5488135039273248, 0.417022004702574, 0.22199317108973948, 0.15200287353446562, 0.0976320289940138, 0.8444218515250481, 0.1036394562812375, 0.021825695401270107, 0.1507172537105722, 0.7586581712996778]
show { [Random.new(-5).seed, Random.new(1.9).seed, Random.new(2**100).rand(1000)] } # => [-5, 1, 21]
show { Random.new("a") } # => TypeError: no implicit conversion of String into Integer
show { Random.new(nil) } # => TypeError: no implicit conversion of nil into Integer
show { [2**32, 2**32 + 1, 2**33, 2**62, 2**64, 2**64 + 1].map { Random.new(7).rand(_1) } } # => [327741615, 1322904761, 5271381188, 1407639518939636932, 1407639518939636932, 5681832686530518414]
show { [Random.new(7).rand(1r..3r), Random.new(7).rand(1..3.5)] } # => [(1/1), 1.1907707280638504]
show { [Random.new(1) == Random.new(1), Random.new(1) == Random.new(2), Random.new(1) == 1] } # => [true, false, false]
show { Random.new(1).then { |a| a.rand; a.dup.rand == a.rand } } # => true

# The default generator.
show { srand(5); [rand, rand(10), rand(1..3), rand(2.5), rand(-7), rand(0), rand(nil), rand(1..0), Random.rand, Random.rand(3)] } # => [0.22199317108973948, 6, 3, 0, 1, 0.48841118879482914, 0.6117438629026457, nil, 0.7659078564803156, 2]
show { srand(6) } # => 5
show { Random.srand(3) } # => 6
show { Random.seed } # => 3
show { Random.rand(0) } # => ArgumentError: invalid argument - 0
show { rand("a") } # => TypeError: no implicit conversion of String into Integer
show { [Random.bytes(3).size, Random.bytes(3).encoding, Random.urandom(3).size, Random.new_seed.class] } # => [3, #<Encoding:BINARY (ASCII-8BIT)>, 3, Integer]
show { Random.bytes(-1) } # => ArgumentError: negative string size (or size too big)
show { Random.new.seed == Random.new.seed } # => false

# Arrays draw from it.
show { srand(10); (1..10).to_a.shuffle } # => [9, 3, 6, 7, 4, 2, 1, 8, 5, 10]
show { (1..10).to_a.shuffle(random: Random.new(42)) } # => [9, 2, 6, 1, 8, 3, 10, 5, 4, 7]
show { (1..10).to_a.sample(random: Random.new(42)) } # => 7
show { (1..10).to_a.sample(3, random: Random.new(42)) } # => [7, 4, 6]
show { (1..100).to_a.sample(15, random: Random.new(42)) } # => [52, 94, 17, 75, 65, 26, 89, 2, 83, 84, 98, 35, 15, 12, 67]
