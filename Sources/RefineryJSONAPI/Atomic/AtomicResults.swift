public import RefineryCore

/// The results of ``AtomicOperations``: one for each operation, in the same order.
public struct AtomicResults: Sendable {
  /// The result of one operation.
  public struct Result: Sendable {
    /// The resource as it is now, or the resources of a relationship; empty if the server returned none.
    public let resources: [GenericResource]
    /// The meta members of the result.
    public let meta: JSONValue.Object
  }

  /// The results, one for each operation.
  public let results: [Result]

  /// The resource of one operation; nil if the server returned none.
  ///
  /// A ``JSONAPIResource`` is read with the settings of its own ``JSONAPICoder``, as ``AtomicOperations`` writes it.
  ///
  /// - Throws: `MappingError` with the place in the document.
  public func value<Model: ResourceObject>(_ type: Model.Type, at index: Int) throws -> Model? {
    guard results.indices.contains(index), let resource = results[index].resources.first else { return nil }
    let coder = (type as? any JSONAPIResource.Type)?.coder as? JSONAPICoder
    let pool = coder.map { resource.pool.read(with: $0.settings) } ?? resource.pool
    return try ResourceReader<Model>(pool).value(of: resource.raw)
  }
}

extension AtomicResults: Decodable, WholeDocument {
  /// Reads a document of results, by any coder.
  ///
  /// - Throws: `MappingError` with the place of the fault.
  public init(from decoder: any Decoder) throws {
    let settings = ResourcePool.Settings(dates: .iso8601, keys: .asWritten, userInfo: [:])
    try self.init(whole: JSONValue(from: decoder), settings: settings)
  }

  init(whole document: JSONValue, settings: ResourcePool.Settings) throws {
    let place = DocumentPath.top.member("atomic:results")
    guard let list = try document.members(at: .top)["atomic:results"] else { throw place.error(.missing) }
    guard case .array(let elements) = list else { throw place.error(.wrongShape, expected: "array") }
    var results: [Result] = []
    for (index, element) in elements.enumerated() {
      let object = try element.members(at: place.element(index))
      let data = place.element(index).member("data")
      var resources: [RawResource] = []
      switch object["data"] {
      case nil, .null?: break
      case .array(let elements)?:
        for (index, element) in elements.enumerated() { resources.append(try RawResource(element, at: data.element(index))) }
      case let json?: resources.append(try RawResource(json, at: data))
      }
      let pool = ResourcePool(resources, settings: settings)
      results.append(
        Result(
          resources: resources.map { GenericResource($0, in: pool) },
          meta: try object.members(of: "meta", at: place.element(index))))
    }
    self.results = results
  }
}
