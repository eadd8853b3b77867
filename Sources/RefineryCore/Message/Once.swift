import Synchronization

/// Something that may be done by one caller alone, once.
final class Once: Sendable {
  private let claimed = Atomic(false)

  /// True for the first caller, false for every other.
  func claim() -> Bool {
    !claimed.exchange(true, ordering: .acquiringAndReleasing)
  }
}
