# Rounding integers to tens and hundreds.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
show { [15.round(-1), 25.round(-1), -25.round(-1), 14.round(-1), 25.round, 25.round(1)] } # => [20, 30, -30, 10, 25, 25]
show { [25.round(-1, half: :up), 25.round(-1, half: :even), 25.round(-1, half: :down), 35.round(-1, half: :even)] } # => [30, 20, 20, 40]
show { [-25.round(-1, half: :even), -25.round(-1, half: :down), -35.round(-1, half: :even)] } # => [-20, -20, -40]
show { 25.round(-1, half: "even") } # => 20
show { 25.round(-1, half: nil) } # => 30
show { 25.round(-1, half: :foo) } # => ArgumentError: invalid rounding mode: foo
show { 25.round(-1, half: 1) } # => ArgumentError: invalid rounding mode: 1
show { 25.round(1, half: :foo) } # => ArgumentError: invalid rounding mode: foo
show { 25.round(half: :foo) } # => 25
show { 25.round(-100) } # => 0
show { 25.round(1.9) } # => 25
show { 25.round("a") } # => TypeError: no implicit conversion of String into Integer
show { [25.floor(-1), -25.floor(-1), 25.ceil(-1), -25.ceil(-1), 25.truncate(-1), -25.truncate(-1), 25.ceil(-3)] } # => [20, -30, 30, -20, 20, -20, 1000]
show { (10**30 + 5).round(-1) } # => 1000000000000000000000000000010
show { (10**30 + 15).round(-1, half: :even) } # => 1000000000000000000000000000020
show { (10**30).floor(-40) } # => 0
show { (10**30).ceil(-40) } # => 10000000000000000000000000000000000000000
show { 25.floor(half: :up) } # => TypeError: no implicit conversion of Hash into Integer
