import Synchronization

/// A flag that only one caller can claim.
final class OnceFlag: Sendable {
  private let claimed = Atomic(false)

  /// Returns true for the first caller and false for every other.
  func claim() -> Bool {
    !claimed.exchange(true, ordering: .acquiringAndReleasing)
  }
}
