module Process
  Tms = Struct.new(:utime, :stime, :cutime, :cstime)

  def self.times = Tms.new(*Primitive.process_times)
end
