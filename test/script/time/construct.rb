# Making Times.

def show
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end

# By fields.
show { Time.utc(2024, 2, 29, 13, 5, 9.5) } # => 2024-02-29 13:05:09.5 UTC
show { [Time.utc(2024), Time.utc(2024, "feb"), Time.utc(2024, "Feb", 3), Time.utc(2024, "2", "3", "4", "5", "6"), Time.utc("2024")] } # => [2024-01-01 00:00:00 UTC, 2024-02-01 00:00:00 UTC, 2024-02-03 00:00:00 UTC, 2024-02-03 04:05:06 UTC, 2024-01-01 00:00:00 UTC]
show { [Time.utc(2024, 2, 30), Time.utc(2023, 2, 29), Time.utc(2024, 4, 31), Time.utc(2024, 1, 1, 24), Time.utc(2024, 1, 1, 0, 0, 60)] } # => [2024-03-01 00:00:00 UTC, 2023-03-01 00:00:00 UTC, 2024-05-01 00:00:00 UTC, 2024-01-02 00:00:00 UTC, 2024-01-01 00:01:00 UTC]
show { Time.utc(2024, 1, 1, 0, 0, 5.25r).inspect } # => "2024-01-01 00:00:05.25 UTC"
show { Time.utc(2024, 1, 1, 0, 0, 0, 999_999.999r).inspect } # => "2024-01-01 00:00:00.999999999 UTC"
show { Time.gm(2000, "jan", 1, 20, 15, 1, 123) } # => 2000-01-01 20:15:01.000123 UTC
show { Time.utc(9, 5, 13, 29, 2, 2024, nil, nil, nil, nil) } # => 2024-02-29 13:05:09 UTC
show { [Time.utc(0), Time.utc(-1), Time.utc(99999), Time.utc(10, 1), Time.utc(2**70).year] } # => [0000-01-01 00:00:00 UTC, -0001-01-01 00:00:00 UTC, 99999-01-01 00:00:00 UTC, 0010-01-01 00:00:00 UTC, 1180591620717411303424]
show { Time.utc(2024, 13) } # => ArgumentError: mon out of range
show { Time.utc(2024, 0) } # => ArgumentError: mon out of range
show { Time.utc(2024, "foo") } # => ArgumentError: invalid value for Integer(): "foo"
show { Time.utc(2024, "january") } # => ArgumentError: invalid value for Integer(): "january"
show { Time.utc(2024, :feb) } # => TypeError: no implicit conversion of Symbol into Integer
show { Time.utc(2024, 2, 32) } # => ArgumentError: argument out of range
show { Time.utc(2024, 1, 1, 25) } # => ArgumentError: hour out of range
show { Time.utc(2024, 1, 1, 24, 1) } # => ArgumentError: min out of range
show { Time.utc(2024, 1, 1, 0, 60) } # => ArgumentError: min out of range
show { Time.utc(2024, 1, 1, 0, 0, 61) } # => ArgumentError: sec out of range
show { Time.utc(2024, 1, 1, 0, 0, -1) } # => ArgumentError: argument out of range
show { Time.utc(2024, 1, 1, 0, 0, 0, 1_000_000) } # => ArgumentError: subsecx out of range
show { Time.utc } # => ArgumentError: wrong number of arguments (given 0, expected 1..8)
show { Time.utc(nil) } # => TypeError: no implicit conversion of nil into Integer

# In a zone.
show { Time.new(2024, 7, 1, 1, 2, 3, "+09:00") } # => 2024-07-01 01:02:03 +0900
show { Time.new(2024, 7, 1, in: "+09:00") } # => 2024-07-01 00:00:00 +0900
show { Time.new(2024, 7, 1, 0, 0, 0, "Z").utc? } # => true
show { Time.new(2024, 7, 1, 0, 0, 0, 3600).utc_offset } # => 3600
show { Time.new(2024, 7, 1, 0, 0, 1.5, "+00:00").inspect } # => "2024-07-01 00:00:01.5 +0000"
show { Time.new(2024, 7, 1, 0, 0, 0, "+09:00", in: "+09:00") } # => ArgumentError: timezone argument given as positional and keyword arguments
show { Time.new(2024, 7, 1, 0, 0, 0, "x") } # => ArgumentError: "+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: x
show { Time.new(2024, 7, 1, 0, 0, 0, foo: 1) } # => ArgumentError: unknown keyword: :foo
show { Time.new(1, 2, 3, 4, 5, 6, 7, 8) } # => ArgumentError: wrong number of arguments (given 8, expected 0..7)

# From text.
show { Time.new("2024-07-01T12:34:56Z") } # => 2024-07-01 12:34:56 UTC
show { Time.new("2024-07-01 12:34:56.789 +09:00").inspect } # => "2024-07-01 12:34:56.789 +0900"
show { Time.new("2024-07-01 12:34:56+09:00") } # => 2024-07-01 12:34:56 +0900
show { Time.new("2024-07-01 12:34:56 UTC") } # => 2024-07-01 12:34:56 UTC
show { Time.new("2024-07-01 12:34:56", in: "+09:00") } # => 2024-07-01 12:34:56 +0900
show { Time.new("2024-02-30 00:00:00Z") } # => 2024-02-30 00:00:00 UTC
show { Time.new("12345-07-01 12:34:56Z") } # => 12345-07-01 12:34:56 UTC
show { Time.new("2024-07-01 12:34:56.123456789123Z", precision: 3).inspect } # => "2024-07-01 12:34:56.123 UTC"
show { Time.new("2024-07-01") } # => ArgumentError: no time information
show { Time.new("2024-13-01 00:00:00") } # => ArgumentError: mon out of range
show { Time.new("2024-07-32 12:34:56") } # => ArgumentError: mday out of range
show { Time.new("2024-07-01 12:34") } # => ArgumentError: missing sec part: 12:34
show { Time.new("2024-07-01 12") } # => ArgumentError: missing min part: 12
show { Time.new("2024-07-01 12:34:56 foo") } # => ArgumentError: "+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: foo
show { Time.new("2024-07-01 25:34:56") } # => ArgumentError: hour out of range
show { Time.new("2024-7-01 12:34:56") } # => ArgumentError: two digits mon is expected after '-': -7-01 12:34
show { Time.new("24-07-01 12:34:56") } # => ArgumentError: year must be 4 or more digits: 24
show { Time.new("2024-07-01 12:34:5") } # => ArgumentError: two digits sec is expected after ':': :5
show { Time.new("2024-07-01 12:34:56.") } # => ArgumentError: subsecond expected after dot: 12:34:56.
show { Time.new("abc") } # => ArgumentError: can't parse: "abc"
show { Time.new("") } # => ArgumentError: can't parse: ""

# From seconds.
show { [Time.at(0).utc, Time.at(1.5).utc, Time.at(-1.5).utc, Time.at(1r/3).utc, Time.at(Time.at(5)).to_i] } # => [1970-01-01 00:00:00 UTC, 1970-01-01 00:00:01.5 UTC, 1969-12-31 23:59:58.5 UTC, 1970-01-01 00:00:00 1/3 UTC, 5]
show { [Time.at(1, 500).utc, Time.at(1, 500, :millisecond).utc, Time.at(1, 500, :nsec).utc, Time.at(1, 500.5, :usec).utc].map(&:inspect) } # => ["1970-01-01 00:00:01.0005 UTC", "1970-01-01 00:00:01.5 UTC", "1970-01-01 00:00:01.0000005 UTC", "1970-01-01 00:00:01.0005005 UTC"]
show { [Time.at(0, in: "+09:00"), Time.at(0, in: "UTC"), Time.at(0, in: "Z"), Time.at(0, in: "-00:00"), Time.at(0, in: "A"), Time.at(0, in: 3600), Time.at(0, in: "+0900"), Time.at(0, in: "+09")] } # => [1970-01-01 09:00:00 +0900, 1970-01-01 00:00:00 UTC, 1970-01-01 00:00:00 UTC, 1970-01-01 00:00:00 UTC, 1970-01-01 01:00:00 +0100, 1970-01-01 01:00:00 +0100, 1970-01-01 09:00:00 +0900, 1970-01-01 09:00:00 +0900]
show { [Time.at(-62167219200).utc, Time.at(253402300800).utc, Time.at(2**70).utc.year, Time.at(10**25).utc] } # => [0000-01-01 00:00:00 UTC, 10000-01-01 00:00:00 UTC, 37411459154216, 316887385068116279-08-24 17:46:40 UTC]
show { Time.at(0.1).utc.inspect } # => "1970-01-01 00:00:00 3602879701896397/36028797018963968 UTC"
show { Time.at(1, 2, :foo) } # => ArgumentError: unexpected unit: foo
show { Time.at("a") } # => TypeError: can't convert String into an exact number
show { Time.at(nil) } # => TypeError: can't convert NilClass into an exact number
show { Time.at(Float::NAN) } # => FloatDomainError: NaN
show { Time.at(1, nil) } # => TypeError: can't convert NilClass into an exact number
show { Time.at } # => ArgumentError: wrong number of arguments (given 0, expected 1..3)
show { Time.at(0, in: "foo") } # => ArgumentError: "+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: foo
show { Time.at(0, in: "+25:00") } # => ArgumentError: utc_offset out of range
show { Time.at(0, in: "+09:60") } # => ArgumentError: "+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: +09:60
show { Time.at(0, in: 86400) } # => ArgumentError: utc_offset out of range
show { Time.at(0, in: :a) } # => TypeError: can't convert Symbol into an exact number
show { Time.now.class } # => Time
show { Time.now(in: "+03:00").utc_offset } # => 10800
show { Class.new(Time).at(0).class.superclass } # => Time
show { Time.allocate.to_i } # => TypeError: uninitialized Time
