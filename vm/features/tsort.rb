# Topological sorting by Tarjan's algorithm: classes define tsort_each_node and tsort_each_child.
module TSort
  VERSION = "0.2.0"

  class Cyclic < StandardError
  end

  def tsort = TSort.tsort(method(:tsort_each_node), method(:tsort_each_child))
  def tsort_each(&block) = TSort.tsort_each(method(:tsort_each_node), method(:tsort_each_child), &block)

  def strongly_connected_components
    TSort.strongly_connected_components(method(:tsort_each_node), method(:tsort_each_child))
  end

  def each_strongly_connected_component(&block)
    TSort.each_strongly_connected_component(method(:tsort_each_node), method(:tsort_each_child), &block)
  end

  def self.tsort(each_node, each_child) = tsort_each(each_node, each_child).to_a

  def self.tsort_each(each_node, each_child)
    return to_enum(:tsort_each, each_node, each_child) unless block_given?

    each_strongly_connected_component(each_node, each_child) do |component|
      if component.size > 1
        raise Cyclic, "topological sort failed: #{component.inspect}"
      end

      yield component.first
    end
  end

  def self.strongly_connected_components(each_node, each_child)
    each_strongly_connected_component(each_node, each_child).to_a
  end

  def self.each_strongly_connected_component(each_node, each_child, &block)
    return to_enum(:each_strongly_connected_component, each_node, each_child) unless block

    numbers = {}
    stack = []
    each_node.call { |node| visit(node, each_child, numbers, stack, &block) unless numbers.key?(node) }
    nil
  end

  # The lowest number reachable from `node`; a component's number becomes nil when it is complete.
  def self.visit(node, each_child, numbers, stack, &block)
    lowest = own = numbers[node] = numbers.size
    height = stack.size
    stack << node
    each_child.call(node) do |child|
      if numbers.key?(child)
        seen = numbers[child]
        lowest = seen if seen && seen < lowest
      else
        below = visit(child, each_child, numbers, stack, &block)
        lowest = below if below && below < lowest
      end
    end
    return lowest unless lowest == own

    component = stack.slice!(height..)
    component.each { |member| numbers[member] = nil }
    block.call(component)
    nil
  end
  private_class_method :visit

  def tsort_each_node = raise(NotImplementedError)
  def tsort_each_child(_node) = raise(NotImplementedError)
end
