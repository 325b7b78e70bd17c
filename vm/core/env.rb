# ENV's methods that yield or are made of others.
class << ENV
  def fetch(name, default = (missing = true))
    value = self[name]
    return value unless value.nil?
    return yield(name) if block_given?
    raise KeyError.new("key not found: #{name.inspect}", receiver: self, key: name) if missing

    default
  end

  def delete(name)
    value = __remove(name)
    value.nil? && block_given? ? yield(name) : value
  end

  def each
    return to_enum(:each) { size } unless block_given?

    to_hash.each { |name, value| yield [name, value] }
    self
  end
  alias each_pair each

  def each_key
    return to_enum(:each_key) { size } unless block_given?

    keys.each { |name| yield name }
    self
  end

  def each_value
    return to_enum(:each_value) { size } unless block_given?

    values.each { |value| yield value }
    self
  end

  def to_h(&block)
    block ? to_hash.to_h(&block) : to_hash
  end

  def to_a = to_hash.to_a
  def key(value) = to_hash.key(value)
  def value?(value) = values.include?(value)
  alias has_value? value?
  def assoc(name) = key?(name) ? [name, self[name]] : nil
  def rassoc(value) = to_hash.rassoc(value)
  def invert = to_hash.invert
  def values_at(*names) = names.map { |name| self[name] }
  def slice(*names) = to_hash.slice(*names)
  def except(*names) = to_hash.except(*names)
  def rehash = nil
  def freeze = raise(TypeError, "cannot freeze ENV")
  def clone(freeze: nil) = raise(TypeError, "Cannot clone ENV, use ENV.to_h to get a copy of ENV as a hash")
  def dup = raise(TypeError, "Cannot dup ENV, use ENV.to_h to get a copy of ENV as a hash")

  def select(&block)
    return to_enum(:select) { size } unless block

    to_hash.select(&block)
  end
  alias filter select

  def reject(&block)
    return to_enum(:reject) { size } unless block

    to_hash.reject(&block)
  end

  def delete_if
    return to_enum(:delete_if) { size } unless block_given?

    to_hash.each { |name, value| delete(name) if yield(name, value) }
    self
  end

  def reject!(&block)
    return to_enum(:reject!) { size } unless block

    before = size
    delete_if(&block)
    size == before ? nil : self
  end

  def keep_if
    return to_enum(:keep_if) { size } unless block_given?

    to_hash.each { |name, value| delete(name) unless yield(name, value) }
    self
  end

  def select!(&block)
    return to_enum(:select!) { size } unless block

    before = size
    keep_if(&block)
    size == before ? nil : self
  end
  alias filter! select!

  def update(*hashes)
    hashes.each do |hash|
      hash.each do |name, value|
        value = yield(name, self[name], value) if block_given? && key?(name)
        self[name] = value
      end
    end
    self
  end
  alias merge! update

  def replace(hash)
    (keys - hash.keys).each { |name| delete(name) }
    update(hash)
  end

  def shift
    name = keys.first
    name && [name, __remove(name)]
  end
end
