import Synchronization

/// A place for one object that whoever comes first puts there, for good.
///
/// Does what `AtomicLazyReference` does; that one's `load` is not inlined, and is asked twice on the way of every call.
struct OnceReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  private let stored = Atomic<Unmanaged<Instance>?>(nil)

  deinit { stored.load(ordering: .acquiring)?.release() }

  /// The object, if one is there.
  func load() -> Instance? {
    stored.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Stores the object, unless one is there already. Returns the one that is there now.
  func storeIfNil(_ instance: Instance) -> Instance {
    let offered = Unmanaged.passRetained(instance)
    let (isStored, present) = stored.compareExchange(expected: nil, desired: offered, ordering: .acquiringAndReleasing)
    guard !isStored, let present else { return instance }
    offered.release()
    return present.takeUnretainedValue()
  }
}
