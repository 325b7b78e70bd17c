# Objects that tell others when they change.
module Observable
  VERSION = "0.1.2"

  def add_observer(observer, method = :update)
    raise NoMethodError, "observer does not respond to `#{method}'" unless observer.respond_to?(method)

    (@observer_peers ||= {})[observer] = method
  end

  def delete_observer(observer) = @observer_peers&.delete(observer)
  def delete_observers = @observer_peers&.clear
  def count_observers = @observer_peers ? @observer_peers.size : 0
  def changed(state = true) = @observer_state = state
  def changed? = !!@observer_state

  def notify_observers(*args)
    return unless changed?

    @observer_peers&.each { |observer, method| observer.__send__(method, *args) }
    @observer_state = false
  end
end
