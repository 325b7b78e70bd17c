# Files that go when they are no longer needed.
require "tmpdir"

class Tempfile < File
  def self.create(basename = "", folder = nil, mode: 0, **options)
    file = nil
    path = Dir::Tmpname.create(basename, folder) do |candidate|
      file = File.open(candidate, File::RDWR | File::CREAT | File::EXCL | mode, 0o600, **options)
    end
    return file unless block_given?

    begin
      yield file
    ensure
      file.close unless file.closed?
      File.unlink(path) if File.exist?(path)
    end
  end

  def self.open(*args, **options)
    file = new(*args, **options)
    return file unless block_given?

    begin
      yield file
    ensure
      file.close
    end
  end

  def initialize(basename = "", folder = nil, mode: 0, **options)
    Dir::Tmpname.create(basename, folder) do |candidate|
      super(candidate, File::RDWR | File::CREAT | File::EXCL | mode, 0o600, **options)
    end
    path = self.path
    owner = $$
    at_exit { File.unlink(path) if $$ == owner && File.exist?(path) }
  end

  def close(unlink_now = false)
    super()
    unlink if unlink_now
  end

  def close! = close(true)

  def unlink
    File.unlink(path) if File.exist?(path)
  end
  alias delete unlink

  def length = size
end
