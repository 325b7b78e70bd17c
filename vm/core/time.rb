class Time
  def sunday? = wday == 0
  def monday? = wday == 1
  def tuesday? = wday == 2
  def wednesday? = wday == 3
  def thursday? = wday == 4
  def friday? = wday == 5
  def saturday? = wday == 6

  def ctime = strftime("%a %b %e %H:%M:%S %Y")
  def asctime = strftime("%a %b %e %H:%M:%S %Y")

  def to_a = [sec, min, hour, day, month, year, wday, yday, isdst, zone]

  def deconstruct_keys(keys)
    unless nil == keys || Array === keys
      raise TypeError, "wrong argument type #{keys.class} (expected Array or nil)"
    end
    all = {year:, month:, day:, yday:, wday:, hour:, min:, sec:, subsec:, dst: dst?, zone:}
    keys ? all.slice(*keys) : all
  end
end
