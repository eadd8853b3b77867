/// The place of an error in a streamed list: see ``CallError/place``.
public struct StreamPlace: Sendable, Hashable, CustomStringConvertible {
  /// The index of the item, from 0: the one at fault, or the first incomplete one. It is also the number of items read before.
  public let index: Int
  /// A byte offset from the start of the decoded body: the byte at fault, the start of the item, or the number of bytes that
  /// had arrived.
  public let offset: Int

  /// Creates a place from an index and a byte offset.
  public init(index: Int, offset: Int) {
    self.index = index
    self.offset = offset
  }

  /// One line, safe to log.
  public var description: String { "item \(index), byte \(offset)" }
}
