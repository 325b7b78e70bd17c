# Time's methods.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end
x = Time.utc(2024, 2, 29, 13, 5, 9.5)
show { [x.to_s, x.inspect, x.to_i, x.to_f, x.to_r] } # => ["2024-02-29 13:05:09 UTC", "2024-02-29 13:05:09.5 UTC", 1709211909, 1709211909.5, (3418423819/2)]
show { [x.year, x.month, x.mon, x.day, x.mday, x.hour, x.min, x.sec, x.usec, x.nsec, x.subsec, x.wday, x.yday, x.zone, x.utc?, x.utc_offset, x.dst?] } # => [2024, 2, 2, 29, 29, 13, 5, 9, 500000, 500000000, (1/2), 4, 60, "UTC", true, 0, false]
show { [x.sunday?, x.thursday?, x.to_a] } # => [false, true, [9, 5, 13, 29, 2, 2024, 4, 60, false, "UTC"]]
show { [Time.utc(2024, 12, 31).yday, Time.utc(2023, 12, 31).yday, Time.utc(1900, 3, 1).yday, Time.utc(2000, 3, 1).yday] } # => [366, 365, 60, 61]
show { [Time.utc(1969, 12, 31, 23, 59, 59).to_i, Time.utc(1600, 1, 1).to_i, Time.utc(-4713, 11, 24).wday] } # => [-1, -11676096000, 1]

# Arithmetic.
show { [x + 1, x - 1, x + 86400 * 366, x - Time.utc(2024), (x + 1/3r).inspect, (x + 0.25).inspect] } # => [2024-02-29 13:05:10.5 UTC, 2024-02-29 13:05:08.5 UTC, 2025-03-01 13:05:09.5 UTC, 5144709.5, "2024-02-29 13:05:09 5/6 UTC", "2024-02-29 13:05:09.75 UTC"]
show { x + x } # => TypeError: time + time?
show { x + "a" } # => TypeError: can't convert String into an exact number
show { x + nil } # => TypeError: can't convert NilClass into an exact number
show { x - "a" } # => TypeError: can't convert String into an exact number
show { x + Float::NAN } # => FloatDomainError: NaN
show { (Time.new(2024, 1, 1, 0, 0, 0, "+09:00") + 1).utc_offset } # => 32400

# Comparison.
show { [x <=> x + 1, x <=> 1, x == x.dup, x == 1, x.eql?(x + 0), x.hash == (x + 0).hash, Time.utc(2024) == Time.new(2024, 1, 1, 9, 0, 0, "+09:00")] } # => [-1, nil, true, false, true, true, true]
show { x < 1 } # => ArgumentError: comparison of Time with 1 failed
show { [Time.utc(2025), Time.utc(2023), Time.utc(2024)].min } # => 2023-01-01 00:00:00 UTC

# Rounding.
show { [x.round, x.floor, x.ceil].map(&:inspect) } # => ["2024-02-29 13:05:10 UTC", "2024-02-29 13:05:09 UTC", "2024-02-29 13:05:10 UTC"]
y = Time.utc(2024, 1, 1, 0, 0, 1.23456789r)
show { [y.round(3), y.floor(3), y.ceil(3), y.round(10), y.round(6)].map(&:inspect) } # => ["2024-01-01 00:00:01.235 UTC", "2024-01-01 00:00:01.234 UTC", "2024-01-01 00:00:01.235 UTC", "2024-01-01 00:00:01.23456789 UTC", "2024-01-01 00:00:01.234568 UTC"]
show { [Time.at(1.15r).utc.round(1), Time.at(-1.25r).utc.round(1)].map(&:inspect) } # => ["1970-01-01 00:00:01.2 UTC", "1969-12-31 23:59:58.8 UTC"]
show { y.round(-1) } # => ArgumentError: negative ndigits given
show { y.floor("a") } # => TypeError: no implicit conversion of String into Integer

# Zones.
show { [x.getlocal("+09:00"), x.getlocal(3600), x.getlocal("-02:30"), x.getlocal("+05"), x.getlocal("M").utc_offset, x.getlocal("Y").utc_offset, x.getlocal("utc").utc?, x.getlocal("+090030").utc_offset] } # => [2024-02-29 22:05:09.5 +0900, 2024-02-29 14:05:09.5 +0100, 2024-02-29 10:35:09.5 -0230, 2024-02-29 18:05:09.5 +0500, 43200, -43200, true, 32430]
show { [x.getlocal("+09:00").to_a, x.getlocal("+09:00").zone] } # => [[9, 5, 22, 29, 2, 2024, 4, 60, false, nil], nil]
show { [x.getlocal("-23:59:59"), x.getlocal("+09:00:30").to_s] } # => [2024-02-28 13:05:10.5 -235959, "2024-02-29 22:05:39 +0900"]
show { x.getlocal("x") } # => ArgumentError: "+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: x
show { x.getlocal("J") } # => ArgumentError: "+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: J
show { x.getlocal("+9:00") } # => ArgumentError: "+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: +9:00
show { x.getlocal("+24:00") } # => ArgumentError: utc_offset out of range
show { x.getlocal("") } # => ArgumentError: "+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: 
show { x.getlocal([]) } # => TypeError: can't convert Array into an exact number
show { x.dup.localtime("+01:00").utc_offset } # => 3600
show { x.dup.freeze.localtime("+01:00") } # => FrozenError: can't modify frozen Time: 2024-02-29 13:05:09.5 UTC
show { [x.utc.equal?(x), x.getutc.equal?(x)] } # => [true, false]

# Text and patterns.
show { [x.ctime, x.asctime, x.iso8601, x.xmlschema(3), x.getlocal("+09:00").iso8601, Time.utc(-5).iso8601] } # => ["Thu Feb 29 13:05:09 2024", "Thu Feb 29 13:05:09 2024", "2024-02-29T13:05:09Z", "2024-02-29T13:05:09.500Z", "2024-02-29T22:05:09+09:00", "-0005-01-01T00:00:00Z"]
show { x.iso8601("a") } # => TypeError: no implicit conversion of String into Integer
show { x.deconstruct_keys([:year, :zone, :foo]) } # => {year: 2024, zone: "UTC"}
show { x.deconstruct_keys(nil) } # => {year: 2024, month: 2, day: 29, yday: 60, wday: 4, hour: 13, min: 5, sec: 9, subsec: (1/2), dst: false, zone: "UTC"}
show { x.deconstruct_keys(1) } # => TypeError: wrong argument type Integer (expected Array or nil)
