import Synchronization

/// A write-once reference: the first store wins.
///
/// It does the same as `AtomicLazyReference`, but its `load` is inlined. Every call loads twice.
struct OnceReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  private let stored = Atomic<Unmanaged<Instance>?>(nil)

  deinit { stored.load(ordering: .acquiring)?.release() }

  /// Returns the object, if one is stored.
  func load() -> Instance? {
    stored.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Stores the object if none is stored. Returns the stored one.
  func storeIfNil(_ instance: Instance) -> Instance {
    let offered = Unmanaged.passRetained(instance)
    let (isStored, present) = stored.compareExchange(expected: nil, desired: offered, ordering: .acquiringAndReleasing)
    guard !isStored, let present else { return instance }
    offered.release()
    return present.takeUnretainedValue()
  }
}
