public import RefineryJSON

/// How a member of an ``ObjectModel`` is read and written, if its coder or its type does not decide it.
///
/// ```swift
/// members.required("created", &created, .unixTime)
/// members.optional("total", &total, .text)
/// members.required("seen", &seen, .list(.rfc2822))
/// ```
/// A coding of your own converts a `JSONValue`:
///
/// ```swift
/// extension MemberCoding<Duration> {
///   static var seconds: Self {
///     MemberCoding(
///       decode: { json in
///         guard let seconds = json.int else { throw MappingError(.wrongType, expected: "Int") }
///         return .seconds(seconds)
///       },
///       encode: { .number($0.components.seconds) })
///   }
/// }
/// ```
public struct MemberCoding<Value>: Sendable {
  // One reference: it costs the calls of generated code less than a struct of functions.
  let storage: Storage

  final class Storage: Sendable {
    let decode: @Sendable (JSONValue) throws -> Value
    let encode: @Sendable (Value) throws -> JSONValue
    /// Its name in a description, and the type that is read and written instead.
    let description: ModelShape.Coding
    /// Whether a text is accepted where the decoder reads numbers from text, as in a form.
    let isNumber: Bool

    init(
      _ description: ModelShape.Coding, isNumber: Bool = false, decode: @escaping @Sendable (JSONValue) throws -> Value,
      encode: @escaping @Sendable (Value) throws -> JSONValue
    ) {
      self.decode = decode
      self.encode = encode
      self.description = description
      self.isNumber = isNumber
    }
  }

  init(storage: Storage) { self.storage = storage }

  /// A coding of your own. A thrown error becomes the underlying error of a ``MappingError`` with the path to the member.
  public init(
    decode: @escaping @Sendable (JSONValue) throws -> Value, encode: @escaping @Sendable (Value) throws -> JSONValue
  ) {
    storage = Storage(ModelShape.Coding(name: "custom", wire: JSONValue.self), decode: decode, encode: encode)
  }

  var description: ModelShape.Coding { storage.description }

  /// The coding of each element of a list.
  public static func list<Element>(_ element: MemberCoding<Element>) -> Self where Value == [Element] {
    MemberCoding(
      storage: Storage(
        ModelShape.Coding(name: "list(\(element.description.name))", wire: listType(of: element.description.wire)),
        decode: { json in
          guard case .array(let elements) = json else { throw CodingFault.kind([Any].self, json) }
          return try elements.enumerated().map { index, json in
            try CodingFault.within(.element(index)) { try element.storage.decode(json) }
          }
        },
        encode: { list in
          .array(
            try list.enumerated().map { index, value in
              try CodingFault.within(.element(index)) { try element.storage.encode(value) }
            })
        }))
  }

  /// The coding of each value of a dictionary.
  public static func dictionary<Element>(_ value: MemberCoding<Element>) -> Self where Value == [String: Element] {
    MemberCoding(
      storage: Storage(
        ModelShape.Coding(name: "dictionary(\(value.description.name))", wire: dictionaryType(of: value.description.wire)),
        decode: { json in
          guard case .object(let object) = json else { throw CodingFault.kind([String: Any].self, json) }
          var values: [String: Element] = [:]
          for (key, json) in object { values[key] = try CodingFault.within(.member(key)) { try value.storage.decode(json) } }
          return values
        },
        encode: { values in
          var members: [(key: String, value: JSONValue)] = []
          for (key, element) in values.sorted(by: { $0.key < $1.key }) {
            members.append((key, try CodingFault.within(.member(key)) { try value.storage.encode(element) }))
          }
          return .object(members)
        }))
  }
}

private func listType<Element>(of type: Element.Type) -> any Any.Type { [Element].self }
private func dictionaryType<Element>(of type: Element.Type) -> any Any.Type { [String: Element].self }
