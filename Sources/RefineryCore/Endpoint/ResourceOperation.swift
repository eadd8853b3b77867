/// The operations of the capabilities.
public enum ResourceOperation: UInt8, Sendable, CaseIterable {
  /// POST to the collection.
  case create
  /// GET of one.
  case read
  /// PUT of one.
  case update
  /// PATCH of one.
  case patch
  /// DELETE of one.
  case delete
  /// GET of the collection.
  case enumerate
  /// POST of several to the collection.
  case createAll
  /// PATCH of several at the collection.
  case updateAll

  /// The second part of a row's name.
  public var name: String { "\(self)" }
}
