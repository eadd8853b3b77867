/// What a capability does with a resource.
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

  /// What rows are called behind their dot.
  public var name: String { "\(self)" }
}
