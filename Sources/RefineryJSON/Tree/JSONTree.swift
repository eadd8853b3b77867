/// A type that holds any JSON, such as an enumeration of its kinds: ``JSONModelDecoder`` makes its values piece by piece, with
/// numbers as they are written and members in the document's order.
///
/// ```swift
/// enum Anything: Decodable, JSONTree {
///   case leaf(String), list([Anything]), object([(String, Anything)])
///
///   init(node: JSONNode<Anything>) {
///     switch node {
///     case .null: self = .leaf("null")
///     case .bool(let value): self = .leaf("\(value)")
///     case .number(let text), .string(let text): self = .leaf(text)
///     case .array(let elements): self = .list(elements)
///     case .object(let members): self = .object(members.map { ($0.name, $0.value) })
///     }
///   }
///
///   init(from decoder: any Decoder) throws {
///     guard let tree = try Self.read(from: decoder) else { throw CancellationError() }  // another module's decoder
///     self = tree
///   }
/// }
/// ```
public protocol JSONTree {
  /// A value from its kind and what is in it.
  init(node: JSONNode<Self>)
}

/// A value of JSON, what is in it being values already.
public enum JSONNode<Value> {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it is written, by the grammar of RFC 8259, section 6.
  case number(String)
  /// Text.
  case string(String)
  /// A list.
  case array([Value])
  /// The members of an object in the document's order, repeated ones among them.
  case object([(name: String, value: Value)])
}

extension JSONTree {
  /// The value that a decoder stands at; nil if it is no decoder of ``JSONModelDecoder``. For `init(from:)`.
  ///
  /// - Throws: `DecodingError` with the path to a number or string that is malformed.
  public static func read(from decoder: any Decoder) throws -> Self? {
    guard let level = decoder as? Level else { return nil }
    return try level.tree(Self.self)
  }
}

extension JSONReadable where Self: JSONTree {
  /// Reads any value.
  public init(json: inout JSONReader) throws {
    self = try json.tree()
  }
}
