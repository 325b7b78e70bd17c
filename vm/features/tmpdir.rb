# The folder for temporary files.
require "fileutils"

class Dir
  def self.tmpdir
    [ENV["TMPDIR"], ENV["TMP"], ENV["TEMP"], "/tmp", "."].each do |path|
      return File.expand_path(path) if path && File.directory?(path) && File.writable?(path)
    end
    raise ArgumentError, "could not find a temporary directory"
  end

  module Tmpname
    def self.create(prefix_suffix, folder = nil)
      prefix, suffix = Array(prefix_suffix)
      folder ||= Dir.tmpdir
      loop do
        name = "#{prefix}#{Time.now.strftime("%Y%m%d")}-#{$$}-#{Random.rand(36**6).to_s(36)}#{suffix}"
        path = File.join(folder, name)
        begin
          yield path
        rescue Errno::EEXIST
          next
        end
        return path
      end
    end
  end

  def self.mktmpdir(prefix_suffix = "d", folder = nil)
    path = Tmpname.create(prefix_suffix, folder) { |candidate| mkdir(candidate, 0o700) }
    return path unless block_given?

    begin
      yield path.dup
    ensure
      FileUtils.remove_entry(path) if File.directory?(path)
    end
  end
end
