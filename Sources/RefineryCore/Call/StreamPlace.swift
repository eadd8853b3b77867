/// The place of an error in a streamed list: see ``CallError/place``.
public struct StreamPlace: Sendable, Hashable, CustomStringConvertible {
  /// The index, from 0, of the item at fault or of the first incomplete item. It is also the number of items read before.
  public let index: Int
  /// A byte offset from the start of the decoded body: of the byte at fault, of the start of the item, or of the end of the
  /// bytes that had arrived.
  public let offset: Int

  /// Creates a place from an index and a byte offset.
  public init(index: Int, offset: Int) {
    self.index = index
    self.offset = offset
  }

  /// One line, safe to log.
  public var description: String { "item \(index), byte \(offset)" }
}
