# Dir's methods that yield.
class Dir
  def self.open(path, **options)
    dir = new(path, **options)
    return dir unless block_given?

    begin
      yield dir
    ensure
      dir.close
    end
  end

  def self.foreach(path)
    return to_enum(:foreach, path) unless block_given?

    entries(path).each { |name| yield name }
    nil
  end

  def self.each_child(path)
    return to_enum(:each_child, path) unless block_given?

    children(path).each { |name| yield name }
    nil
  end

  def self.glob(pattern, flags = 0, **options)
    found = Primitive.dir_glob(pattern, flags, options)
    return found unless block_given?

    found.each { |path| yield path }
    nil
  end

  def each
    return to_enum(:each) unless block_given?

    while (name = read)
      yield name
    end
    self
  end

  def each_child
    return to_enum(:each_child) unless block_given?

    each { |name| yield name unless name == "." || name == ".." }
  end

  def children
    each_child.to_a
  end

  def chdir(&block)
    Dir.chdir(path, &block)
  end
end
