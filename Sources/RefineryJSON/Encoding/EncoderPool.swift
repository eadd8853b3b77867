import Synchronization

/// Root encoders with their storage and their cached facts about types, for the next documents with the same settings. For a
/// small document, creating them takes longer than encoding. A task that finds the pool empty or locked creates its own.
final class EncoderPool: Sendable {
  private static let limit = 8

  // Unchecked because a `ValueEncoder` is not `Sendable`. It is safe because `ValueEncoder.end` returns true only if no other
  // object holds the encoder or its parts. So the task that takes the encoder is its only owner.
  private struct PooledEncoder: @unchecked Sendable {
    let root: ValueEncoder
  }

  private let encoders = Mutex<[PooledEncoder]>([])

  func take() -> ValueEncoder? {
    let pooled = encoders.withLockIfAvailable { $0.popLast() }
    return (pooled ?? nil)?.root
  }

  func give(_ root: ValueEncoder) {
    let pooled = PooledEncoder(root: root)
    encoders.withLockIfAvailable { if $0.count < Self.limit { $0.append(pooled) } }
  }
}
