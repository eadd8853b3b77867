extension Endpoint {
  /// The operations of the capabilities.
  public enum Operation: Sendable, CaseIterable {
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
  }
}
