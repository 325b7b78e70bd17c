# Copying, moving and removing files, as the shell's commands do.
module FileUtils
  VERSION = "1.8.0"

  module_function

  def pwd = Dir.pwd
  alias getwd pwd
  module_function :getwd

  def cd(folder, verbose: nil, &block)
    report(verbose, "cd #{folder}")
    Dir.chdir(folder, &block)
  end
  alias chdir cd
  module_function :chdir

  def mkdir(list, mode: nil, noop: nil, verbose: nil)
    names = names_of(list)
    report(verbose, "mkdir #{names.join(" ")}")
    return if noop

    names.each { |name| Dir.mkdir(name, *mode) }
  end

  def mkdir_p(list, mode: nil, noop: nil, verbose: nil)
    names = names_of(list)
    report(verbose, "mkdir -p #{names.join(" ")}")
    return names if noop

    names.each do |name|
      missing = []
      path = name.chomp("/")
      until path.empty? || File.directory?(path)
        missing.unshift(path)
        parent = File.dirname(path)
        break if parent == path

        path = parent
      end
      missing.each { |folder| Dir.mkdir(folder, *mode) unless File.directory?(folder) }
    end
  end
  alias mkpath mkdir_p
  alias makedirs mkdir_p
  module_function :mkpath, :makedirs

  def rmdir(list, parents: nil, noop: nil, verbose: nil)
    names = names_of(list)
    report(verbose, "rmdir #{names.join(" ")}")
    return if noop

    names.each do |name|
      Dir.rmdir(name)
      while parents && (name = File.dirname(name)) != "." && name != "/"
        Dir.rmdir(name)
      end
    rescue Errno::ENOTEMPTY, Errno::EEXIST, Errno::ENOENT
      nil
    end
  end

  def touch(list, noop: nil, verbose: nil, mtime: nil, nocreate: nil)
    names = names_of(list)
    report(verbose, "touch #{names.join(" ")}")
    return if noop

    names.each do |name|
      File.utime(mtime, mtime, name)
    rescue Errno::ENOENT
      raise if nocreate

      File.open(name, "a") { nil }
      File.utime(mtime, mtime, name) if mtime
    end
  end

  def rm(list, force: nil, noop: nil, verbose: nil)
    names = names_of(list)
    report(verbose, "rm#{force ? " -f" : ""} #{names.join(" ")}")
    return if noop

    names.each { |name| quietly(force) { File.unlink(name) } }
  end
  alias remove rm
  module_function :remove

  def rm_f(list, **options) = rm(list, force: true, **options)
  alias safe_unlink rm_f
  module_function :safe_unlink

  def rm_r(list, force: nil, noop: nil, verbose: nil, secure: nil)
    names = names_of(list)
    report(verbose, "rm -r#{force ? "f" : ""} #{names.join(" ")}")
    return if noop

    names.each { |name| remove_entry(name, force) }
  end

  def rm_rf(list, **options) = rm_r(list, force: true, **options)
  alias rmtree rm_rf
  module_function :rmtree

  def remove_entry(path, force = false)
    quietly(force) do
      if File.directory?(path) && !File.symlink?(path)
        Dir.each_child(path) { |name| remove_entry(File.join(path, name), force) }
        Dir.rmdir(path)
      else
        File.unlink(path)
      end
    end
  end
  alias remove_entry_secure remove_entry
  alias remove_dir remove_entry
  alias remove_file remove_entry
  module_function :remove_entry_secure, :remove_dir, :remove_file

  def cp(source, target, preserve: nil, noop: nil, verbose: nil)
    report(verbose, "cp #{names_of(source).join(" ")} #{target}")
    return if noop

    each_target(source, target) { |from, to| copy_file(from, to, preserve) }
  end
  alias copy cp
  module_function :copy

  def copy_file(from, to, preserve = false, _dereference = true)
    IO.copy_stream(from, to)
    status = File.stat(from)
    File.chmod(status.mode & 0o7777, to)
    File.utime(status.atime, status.mtime, to) if preserve
  end

  def cp_r(source, target, preserve: nil, noop: nil, verbose: nil, dereference_root: true, remove_destination: nil)
    report(verbose, "cp -r #{names_of(source).join(" ")} #{target}")
    return if noop

    each_target(source, target) { |from, to| copy_entry(from, to, preserve) }
  end

  def copy_entry(from, to, preserve = false, *)
    if File.symlink?(from)
      File.symlink(File.readlink(from), to)
    elsif File.directory?(from)
      Dir.mkdir(to) unless File.directory?(to)
      Dir.each_child(from) { |name| copy_entry(File.join(from, name), File.join(to, name), preserve) }
    else
      copy_file(from, to, preserve)
    end
  end

  def mv(source, target, force: nil, noop: nil, verbose: nil, secure: nil)
    report(verbose, "mv #{names_of(source).join(" ")} #{target}")
    return if noop

    each_target(source, target) do |from, to|
      File.rename(from, to)
    rescue Errno::EXDEV
      copy_entry(from, to, true)
      remove_entry(from, force)
    end
  end
  alias move mv
  module_function :move

  def ln(source, target, force: nil, noop: nil, verbose: nil)
    report(verbose, "ln #{names_of(source).join(" ")} #{target}")
    return if noop

    each_target(source, target) do |from, to|
      File.unlink(to) if force && File.exist?(to)
      File.link(from, to)
    end
  end
  alias link ln
  module_function :link

  def ln_s(source, target, force: nil, noop: nil, verbose: nil, relative: false)
    report(verbose, "ln -s#{force ? "f" : ""} #{names_of(source).join(" ")} #{target}")
    return if noop

    each_target(source, target) do |from, to|
      File.unlink(to) if force && (File.exist?(to) || File.symlink?(to))
      File.symlink(from, to)
    end
  end
  alias symlink ln_s
  module_function :symlink

  def ln_sf(source, target, **options) = ln_s(source, target, force: true, **options)

  def chmod(mode, list, noop: nil, verbose: nil)
    names = names_of(list)
    report(verbose, "chmod #{mode.is_a?(Integer) ? format("%o", mode) : mode} #{names.join(" ")}")
    return if noop

    names.each { |name| File.chmod(mode.is_a?(Integer) ? mode : symbolic_mode(mode, name), name) }
  end

  def chmod_R(mode, list, noop: nil, verbose: nil, force: nil)
    names_of(list).each do |root|
      entries = File.directory?(root) ? [root, *Dir.glob("#{root}/**/*", File::FNM_DOTMATCH)] : [root]
      chmod(mode, entries, noop: noop, verbose: verbose)
    end
  end

  def compare_file(a, b)
    return false unless File.size(a) == File.size(b)

    File.open(a, "rb") { |x| File.open(b, "rb") { |y| compare_stream(x, y) } }
  end
  alias cmp compare_file
  alias identical? compare_file
  module_function :cmp, :identical?

  def compare_stream(a, b)
    loop do
      x, y = a.read(65_536), b.read(65_536)
      return false if x != y
      return true if x.nil?
    end
  end

  def install(source, target, mode: nil, preserve: nil, noop: nil, verbose: nil, **)
    report(verbose, "install #{names_of(source).join(" ")} #{target}")
    return if noop

    each_target(source, target) do |from, to|
      File.unlink(to) if File.exist?(to)
      copy_file(from, to, preserve)
      File.chmod(mode, to) if mode
    end
  end

  def uptodate?(file, others)
    return false unless File.exist?(file)

    time = File.mtime(file)
    others.none? { |other| File.exist?(other) && File.mtime(other) > time }
  end

  def names_of(list) = [list].flatten.map { |name| name.respond_to?(:to_path) ? name.to_path : name.to_str }

  def each_target(source, target)
    target = target.to_path if target.respond_to?(:to_path)
    if source.is_a?(Array)
      names_of(source).each { |from| yield from, File.join(target, File.basename(from)) }
    else
      from = names_of(source).first
      yield from, File.directory?(target) ? File.join(target, File.basename(from)) : target
    end
  end

  def quietly(force)
    yield
  rescue SystemCallError
    raise unless force
  end

  def report(verbose, text)
    $stderr.puts text if verbose
  end

  def symbolic_mode(text, path)
    bits = File.stat(path).mode & 0o7777
    users = { "u" => 6, "g" => 3, "o" => 0 }
    text.split(",").each do |clause|
      who, operator, what = clause.match(/\A([ugoa]*)([-+=])([rwxX]*)\z/)&.captures
      raise ArgumentError, "invalid symbolic file mode: #{clause}" unless operator

      mask = what.each_char.sum { |c| { "r" => 4, "w" => 2, "x" => 1, "X" => File.directory?(path) ? 1 : 0 }[c] }
      (who.empty? || who.include?("a") ? users.keys : who.chars.uniq).each do |user|
        shift = users[user]
        bits &= ~(7 << shift) if operator == "="
        operator == "-" ? bits &= ~(mask << shift) : bits |= mask << shift
      end
    end
    bits
  end
  private_class_method :names_of, :each_target, :quietly, :report, :symbolic_mode
  private :names_of, :each_target, :quietly, :report, :symbolic_mode
end
