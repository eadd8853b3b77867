import Synchronization

/// A count that several tasks may increase at the same time.
public final class Counter: Sendable {
  private let value = Atomic(0)

  public init() {}

  public var count: Int { value.load(ordering: .sequentiallyConsistent) }
  public func add() { value.add(1, ordering: .sequentiallyConsistent) }
}
