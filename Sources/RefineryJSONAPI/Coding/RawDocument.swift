import RefineryCore

/// A document whose structure was checked from top to bottom before anything is read from it.
struct RawDocument: Sendable {
  /// The primary data: missing, null, one or several. Elements of a list may have faults.
  enum PrimaryData: Sendable {
    case absent
    case null
    case one(RawResource)
    case many([Result<RawResource, MappingError>])
  }

  let data: PrimaryData
  let included: [RawResource]
  let links: ResourceLinks
  let meta: JSONValue.Object
  /// Whether there is a `meta` object, even an empty one.
  let hasMeta: Bool
  let jsonapi: JSONAPIObject?
  let pool: ResourcePool

  /// - Throws: `MappingError` with the place of the first fault; for an error document its underlying error is
  ///   ``JSONAPIErrors``. A fault inside one element of the primary data is thrown when that element is read.
  init(_ json: JSONValue, settings: ResourcePool.Settings) throws(MappingError) {
    let top = try json.members(at: .top)
    // Some servers write null beside errors.
    if let errors = JSONAPIErrors(json), top["data"] == nil || (top["data"]?.isNull == true && !errors.errors.isEmpty) {
      throw DocumentPath.top.member("errors").error(.invalid, underlying: errors)
    }
    guard top["data"] != nil || top["meta"] != nil || top["errors"] != nil else {
      throw DocumentPath.top.member("data").error(.missing)
    }
    data = try Self.data(top["data"])
    included = try Self.included(top["included"])
    links = try ResourceLinks(top["links"], at: DocumentPath.top.member("links"))
    meta = try top.members(of: "meta", at: .top)
    hasMeta = top["meta"]?.object != nil
    jsonapi = JSONAPIObject(top["jsonapi"])
    pool = ResourcePool(data.resources + included, settings: settings)
  }

  private static func data(_ json: JSONValue?) throws(MappingError) -> PrimaryData {
    let place = DocumentPath.top.member("data")
    switch json {
    case nil: return .absent
    case .null?: return .null
    case .array(let elements)?:
      let resources = elements.enumerated().map { index, element in
        Result { () throws(MappingError) in try RawResource(element, at: place.element(index)) }
      }
      return .many(resources)
    case let json?: return .one(try RawResource(json, at: place))
    }
  }

  private static func included(_ json: JSONValue?) throws(MappingError) -> [RawResource] {
    guard let json, !json.isNull else { return [] }
    let place = DocumentPath.top.member("included")
    guard case .array(let elements) = json else { throw place.error(.wrongShape, expected: "array") }
    return try elements.enumerated().map { (index, element) throws(MappingError) in
      try RawResource(element, at: place.element(index))
    }
  }

  func one<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let place = DocumentPath.top.member("data")
    switch data {
    case .one(let resource): return try ResourceReader<Value>(pool).value(of: resource)
    case .null: throw place.error(.null, expected: String(describing: type))
    case .absent: throw place.error(.missing, expected: String(describing: type))
    case .many: throw place.error(.wrongShape, expected: "object")
    }
  }

  func many<Value: Decodable>(
    _ type: Value.Type, onFailure: ElementPolicy
  ) throws -> (elements: [Value], skipped: [SkippedElement]) {
    let place = DocumentPath.top.member("data")
    switch data {
    case .many(let elements):
      var list: (elements: [Value], skipped: [SkippedElement]) = ([], [])
      list.elements.reserveCapacity(elements.count)
      let reader = ResourceReader<Value>(pool)
      for (index, element) in elements.enumerated() {
        do {
          list.elements.append(try reader.value(of: element.get()))
        } catch let error as MappingError where onFailure == .skip {
          list.skipped.append(SkippedElement(index: index, reason: error))
        }
      }
      return list
    case .null: throw place.error(.null, expected: "array")
    case .absent: throw place.error(.missing, expected: "array")
    case .one: throw place.error(.wrongShape, expected: "array")
    }
  }
}

extension RawDocument.PrimaryData {
  var resources: [RawResource] {
    switch self {
    case .absent, .null: []
    case .one(let resource): [resource]
    case .many(let elements): elements.compactMap { try? $0.get() }
    }
  }
}

/// A type that reads itself from a whole document.
protocol DocumentReadable {
  init(reading document: RawDocument) throws
}

extension Optional: DocumentReadable where Wrapped: Decodable {
  /// Nil if the data is null or missing.
  init(reading document: RawDocument) throws {
    switch document.data {
    case .absent, .null: self = nil
    case .one, .many: self = try document.read(Wrapped.self)
    }
  }
}

extension Array: DocumentReadable where Element: Decodable {
  init(reading document: RawDocument) throws { self = try document.many(Element.self, onFailure: .fail).elements }
}

extension RawDocument {
  /// Reads the primary data, or the whole document, as the given type.
  func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let type = type as? any DocumentReadable.Type, let value = try type.init(reading: self) as? Value { return value }
    return try one(type)
  }
}
