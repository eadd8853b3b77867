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
  func json() throws(ResourceFault) -> JSONValue {
    guard isComplete else { throw ResourceFault.unidentified(type: type) }
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

/// Why a resource cannot be read or written, in one line that is safe to log. The `MappingError` around it has the place.
package struct ResourceFault: SafelyDescribed, Equatable {
  package let description: String

  /// A resource has neither an id nor a local id, so a document cannot refer to it.
  package static func unidentified(type: String) -> ResourceFault {
    ResourceFault(description: "a resource of type \(shown(type)) has neither id nor lid: nothing can refer to it")
  }

  /// The type of a resource is not the type of the model that it is read as.
  static func unexpected(type: String) -> ResourceFault {
    ResourceFault(description: "the resource is not of type \(shown(type))")
  }

  /// Attributes were passed to a coder that does not know their resource type. Use the coder of a model, or pass the type to
  /// the coder.
  package static let unknownType = ResourceFault(
    description: "the coder does not know the JSON:API type of these attributes")

  private static func shown(_ type: String) -> String { Redaction.escaped(String(type.prefix(64))) }
}
