import RefineryCore

extension Decoder {
  /// The resources of the document that is decoded.
  var pool: ResourcePool? { CodingUserInfoKey.resourcePool.flatMap { userInfo[$0] as? ResourcePool } }

  /// The error of a relationship whose linkage is of the other kind.
  func linkageMismatch(_ expected: String) -> MappingError {
    DocumentPath(codingPath).member("data").error(.wrongShape, expected: expected)
  }
}

/// Marks relationships while a resource is written: each is written as an object with one member, whose name is random.
struct RelationshipMark: Sendable {
  static let userInfoKey = CodingUserInfoKey(rawValue: "RefineryJSONAPI.RelationshipMark")

  private let name = "\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))"

  /// The relationship object, if a member is marked as one.
  func relationship(in json: JSONValue) -> JSONValue? {
    guard case .object(let object) = json, object.count == 1 else { return nil }
    return object[name]
  }

  static func encode(_ linkage: Linkage?, to encoder: any Encoder) throws {
    let relationship: JSONValue = try linkage.map { .object(["data": try $0.json()]) } ?? .object([:])
    var container = encoder.singleValueContainer()
    if encoder.codingPath.count == 1, let mark = userInfoKey.flatMap({ encoder.userInfo[$0] as? RelationshipMark }) {
      try container.encode(JSONValue.object([mark.name: relationship]))
    } else {
      try container.encode(relationship)
    }
  }
}

/// A property that is a relationship: ``ToOne``, ``ToMany`` or ``Relationship``.
public protocol RelationshipProperty: Codable {
  /// No linkage; the relationship is not sent.
  static var absent: Self { get }
  /// Whether there is no linkage.
  var isAbsent: Bool { get }
}

extension KeyedDecodingContainer {
  /// Reads a relationship that may be absent. A synthesized `Codable` calls this.
  public func decode<Property: RelationshipProperty>(_ type: Property.Type, forKey key: Key) throws -> Property {
    try decodeIfPresent(type, forKey: key) ?? .absent
  }
}

extension KeyedEncodingContainer {
  /// Writes nothing for an absent relationship. A synthesized `Codable` calls this.
  public mutating func encode<Property: RelationshipProperty>(_ relationship: Property, forKey key: Key) throws {
    try encodeIfPresent(Optional(relationship), forKey: key)
  }

  /// Writes nothing for an absent or nil relationship, whatever the policy for nil attributes is. A synthesized `Codable` calls
  /// this.
  public mutating func encodeIfPresent<Property: RelationshipProperty>(_ relationship: Property?, forKey key: Key) throws {
    guard let relationship, !relationship.isAbsent else { return }
    try encodeValue(relationship, forKey: key)
  }

  /// Calls the container's own method, which the methods above hide.
  private mutating func encodeValue<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encode(value, forKey: key)
  }
}
