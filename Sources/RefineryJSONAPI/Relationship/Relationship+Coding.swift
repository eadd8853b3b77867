import RefineryCore
import Synchronization

/// The context in which a relationship is decoded.
struct RelationshipContext {
  private let decoder: any Decoder
  let pool: ResourcePool?

  init(_ decoder: any Decoder) {
    self.decoder = decoder
    pool = CodingUserInfoKey.resourcePool.flatMap { decoder.userInfo[$0] as? ResourcePool }
  }

  var relationship: Relationship {
    get throws { try Relationship(from: decoder) }
  }

  func mismatch(_ expected: String) -> MappingError {
    DocumentPath(decoder.codingPath).member("data").error(.wrongShape, expected: expected)
  }
}

/// Marks relationships while a resource is written: each is written as an object with one member, whose name is random. Also
/// collects the new resources of relationships.
final class RelationshipMark: Sendable {
  static let userInfoKey = CodingUserInfoKey(rawValue: "RefineryJSONAPI.RelationshipMark")

  private let name = "\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))"
  private let models = Mutex<[any ResourceObject]>([])

  /// The resources without an id that relationships lead to.
  var newResources: [any ResourceObject] { models.withLock { $0 } }

  /// The relationship object, if a member is marked as one.
  func relationship(in json: JSONValue) -> JSONValue? {
    guard case .object(let object) = json, object.count == 1 else { return nil }
    return object[name]
  }

  static func encode(_ linkage: Linkage?, sending targets: [any ResourceObject], to encoder: any Encoder) throws {
    let mark = Self.userInfoKey.flatMap { encoder.userInfo[$0] as? RelationshipMark }
    let isMember = encoder.codingPath.count == 1
    if let mark, isMember {
      let new = targets.filter { $0.resourceIdentifier.id == nil }
      if !new.isEmpty { mark.models.withLock { $0 += new } }
    }
    let relationship: JSONValue = try linkage.map { .object(["data": try $0.json()]) } ?? .object([:])
    var container = encoder.singleValueContainer()
    if let mark, isMember {
      try container.encode(JSONValue.object([mark.name: relationship]))
    } else {
      try container.encode(relationship)
    }
  }
}

extension KeyedDecodingContainer {
  /// Reads a relationship that may be absent. A synthesized `Codable` calls this.
  public func decode<Target>(_ type: ToOne<Target>.Type, forKey key: Key) throws -> ToOne<Target> {
    try decodeIfPresent(type, forKey: key) ?? .absent
  }

  /// Reads a relationship that may be absent. A synthesized `Codable` calls this.
  public func decode<Target>(_ type: ToMany<Target>.Type, forKey key: Key) throws -> ToMany<Target> {
    try decodeIfPresent(type, forKey: key) ?? .absent
  }

  /// Reads a relationship that may be absent. A synthesized `Codable` calls this.
  public func decode(_ type: Relationship.Type, forKey key: Key) throws -> Relationship {
    try decodeIfPresent(type, forKey: key) ?? Relationship(nil)
  }
}

extension KeyedEncodingContainer {
  /// Writes nothing for an absent relationship. A synthesized `Codable` calls this.
  public mutating func encode<Target>(_ relationship: ToOne<Target>, forKey key: Key) throws {
    if !relationship.linkage.isAbsent { try encodeIfPresent(Optional(relationship), forKey: key) }
  }

  /// Writes nothing for an absent relationship. A synthesized `Codable` calls this.
  public mutating func encode<Target>(_ relationship: ToMany<Target>, forKey key: Key) throws {
    if !relationship.isAbsent { try encodeIfPresent(Optional(relationship), forKey: key) }
  }

  /// Writes nothing for an absent or nil relationship, whatever the policy for nil attributes is. A synthesized `Codable` calls
  /// this.
  public mutating func encodeIfPresent<Target>(_ relationship: ToOne<Target>?, forKey key: Key) throws {
    guard let relationship, !relationship.linkage.isAbsent else { return }
    try encodeValue(relationship, forKey: key)
  }

  /// Writes nothing for an absent or nil relationship, whatever the policy for nil attributes is. A synthesized `Codable` calls
  /// this.
  public mutating func encodeIfPresent<Target>(_ relationship: ToMany<Target>?, forKey key: Key) throws {
    guard let relationship, !relationship.isAbsent else { return }
    try encodeValue(relationship, forKey: key)
  }

  /// Writes nothing for an absent relationship. A synthesized `Codable` calls this.
  public mutating func encode(_ relationship: Relationship, forKey key: Key) throws {
    try encodeIfPresent(Optional(relationship), forKey: key)
  }

  /// Writes nothing for an absent or nil relationship, whatever the policy for nil attributes is. A synthesized `Codable` calls
  /// this.
  public mutating func encodeIfPresent(_ relationship: Relationship?, forKey key: Key) throws {
    guard let relationship, relationship.linkage != nil else { return }
    try encodeValue(relationship, forKey: key)
  }

  /// Calls the container's own method, which the methods above hide.
  private mutating func encodeValue<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encode(value, forKey: key)
  }
}
