public import RefineryCore
import RefineryParts

/// Identifies a resource: its type, and its id or, until the server has created it, its local id.
///
/// ```swift
/// let ann = ResourceIdentifier("people", "9")
/// ```
/// Two are equal if type, id and local id have the same code points; ``meta`` is ignored.
public struct ResourceIdentifier: Sendable, Hashable {
  /// The type.
  public var type: String
  /// The server's id; nil until the server has created the resource.
  public var id: String?
  /// The client's id of a resource that the server has not created yet (JSON:API 1.1).
  public var lid: String?
  /// The meta members of the identifier.
  public var meta: JSONValue.Object = [:]

  /// The identifier of a resource on the server.
  public init(_ type: String, _ id: String) { self.init(type: type, id: id) }

  /// An identifier with an id, a local id, or neither yet.
  public init(type: String, id: String? = nil, lid: String? = nil, meta: JSONValue.Object = [:]) {
    self.type = type
    self.id = id
    self.lid = lid
    self.meta = meta
  }

  /// Whether both name the same resource.
  public static func == (left: Self, right: Self) -> Bool {
    areSame(left.id, right.id) && areSame(left.lid, right.lid) && areSame(left.type, right.type)
  }

  private static func areSame(_ left: String?, _ right: String?) -> Bool {
    left.map(ExactText.init) == right.map(ExactText.init)
  }

  /// Hashes type, id and local id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(type))
    hasher.combine(id.map(ExactText.init))
    hasher.combine(lid.map(ExactText.init))
  }
}

extension ResourceIdentifier {
  /// Whether a document can name the resource by this identifier.
  var isComplete: Bool { id != nil || lid != nil }

  /// The identifier object.
  ///
  /// - Throws: an error if there is neither id nor local id.
  func json() throws(UnidentifiedResource) -> JSONValue {
    guard isComplete else { throw UnidentifiedResource(type: type) }
    var object: JSONValue.Object = ["type": .string(type)]
    if let id { object["id"] = .string(id) } else { object["lid"] = lid.map(JSONValue.string) }
    if !meta.isEmpty { object["meta"] = .object(meta) }
    return .object(object)
  }
}

extension ResourceIdentifier: Codable {
  /// Reads an identifier object.
  ///
  /// - Throws: `MappingError` with the place of the fault in the object.
  public init(from decoder: any Decoder) throws {
    self = try Self(JSONValue(from: decoder), at: DocumentPath(decoder.codingPath))
  }

  /// Writes an identifier object.
  ///
  /// - Throws: an error if there is neither id nor local id.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(json())
  }
}

/// A resource has neither an id nor a local id, so a document cannot refer to it. Give it an id, or a `lid`.
package struct UnidentifiedResource: SafelyDescribed, Equatable {
  /// The type of the resource.
  package let type: String

  /// One line, safe to log.
  package var description: String {
    "a resource of type \(Redaction.escaped(String(type.prefix(64)))) has neither id nor lid: nothing can refer to it"
  }
}
