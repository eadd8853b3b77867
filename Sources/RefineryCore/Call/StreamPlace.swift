/// Where in a streamed list something happened: see ``CallError/place``.
public struct StreamPlace: Sendable, Hashable, CustomStringConvertible {
  /// Which item, from 0: the one at fault, or the first that did not come whole. So many were read before it.
  public let index: Int
  /// Where, in bytes from the start of the body as it was decoded: the byte at fault, the start of the item, or how many bytes
  /// had come.
  public let offset: Int

  /// A place.
  public init(index: Int, offset: Int) {
    self.index = index
    self.offset = offset
  }

  /// One line, safe to log.
  public var description: String { "item \(index), byte \(offset)" }
}
