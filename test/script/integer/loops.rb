# Integer's loops, and Numeric#step.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
show { 3.times.to_a } # => [0, 1, 2]
show { 3.times { } } # => 3
show { 0.times { raise } } # => 0
show { -1.times.to_a } # => []
show { 5.times.size } # => 5
show { 3.times { |i| break i * 10 if i == 1 } } # => 10
show { 5.upto(7).to_a } # => [5, 6, 7]
show { 5.upto(4).to_a } # => []
show { 5.upto(6.5).to_a } # => [5, 6]
show { 7.downto(5).to_a } # => [7, 6, 5]
show { 7.downto(7.5).to_a } # => []
show { [5.upto(7).size, 7.downto(3).size, 5.upto(4).size] } # => [3, 5, 0]
show { 5.upto("a") { } } # => ArgumentError: comparison of Integer with String failed
show { 5.upto(nil) { } } # => ArgumentError: comparison of Integer with nil failed
show { 5.downto("a") { } } # => ArgumentError: comparison of Integer with String failed
show { (2**62 - 1).upto(2**62 + 1).to_a } # => [4611686018427387903, 4611686018427387904, 4611686018427387905]

# step.
show { 1.step(10, 3).to_a } # => [1, 4, 7, 10]
show { 10.step(1, -3).to_a } # => [10, 7, 4, 1]
show { 1.step(10, -3).to_a } # => []
show { 1.step(by: 2, to: 5).to_a } # => [1, 3, 5]
show { 1.step(by: -1, to: -1).to_a } # => [1, 0, -1]
show { 1.step(by: 2).first(3) } # => [1, 3, 5]
show { 1.step(3).to_a } # => [1, 2, 3]
show { 1.step(10, 3) } # => (1.step(10, 3))
show { 1.step(by: 2, to: 5) } # => (1.step(by: 2, to: 5))
show { 1.step(10, 3).size } # => 4
show { 1.step.size } # => Infinity
show { 1.0.step(2.0, 0.5).to_a } # => [1.0, 1.5, 2.0]
show { 1.0.step(2.0, 0.1).to_a } # => [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7000000000000002, 1.8, 1.9, 2.0]
show { 1.0.step(2.0, 0.1).size } # => 11
show { 1.step(2, 0.5).to_a } # => [1.0, 1.5, 2.0]
show { 1r.step(2, 1/2r).to_a } # => [(1/1), (3/2), (2/1)]
show { [].tap { |a| 1.step(10, 4) { |x| a << x } } } # => [1, 5, 9]
show { [].tap { |a| 1.step(2, 0.25) { |x| a << x } } } # => [1.0, 1.25, 1.5, 1.75, 2.0]
show { [].tap { |a| 1.step(3.0) { |x| a << x } } } # => [1.0, 2.0, 3.0]
show { [].tap { |a| 3.step(1, -1) { |x| a << x } } } # => [3, 2, 1]
show { [].tap { |a| 1.step(by: 2, to: 6) { |x| a << x } } } # => [1, 3, 5]
show { [].tap { |a| 1.step(2**70, 2**69) { |x| a << x } } } # => [1, 590295810358705651713]
show { [].tap { |a| 1.step(Float::INFINITY, 2) { |x| a << x; break if x > 5 } } } # => [1, 3, 5, 7]
show { 1.step(10, 4) { } } # => 1
show { 1.step(5, 0) { } } # => ArgumentError: step can't be 0
show { 1.step(5, 0) } # => ArgumentError: step can't be 0
show { 1.step(by: 0) { break 3 } } # => ArgumentError: step can't be 0
show { 1.step(5, "a") { } } # => ArgumentError: comparison of String with 0 failed
show { 1.step(5, nil) { break } } # => TypeError: step must be numeric
show { 1.step("a") { } } # => ArgumentError: comparison of Integer with String failed
show { 1.step(5, 1, to: 3) { } } # => ArgumentError: to is given twice
show { 1.step(3, 2, by: 5) { } } # => ArgumentError: step is given twice
show { 1.step(3, 2, 5) { } } # => ArgumentError: wrong number of arguments (given 3, expected 0..2)
show { 1.step(3, 2, x: 5) { } } # => ArgumentError: unknown keyword: :x
show { 1.step(by: "x") } # => #<Enumerator: 1:step(nil, "x")>
