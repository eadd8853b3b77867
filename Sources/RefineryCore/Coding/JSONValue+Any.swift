extension JSONValue {
  /// Creates the JSON of a value whose type is known only at run time, such as a `[String: Any]`.
  ///
  /// Nil is `null`. Arrays and dictionaries with text keys become JSON, with members sorted by key. Any other `Encodable` is
  /// encoded as JSON. `NSNumber`, `NSString` and `NSNull` of Foundation's `JSONSerialization` become numbers, booleans, text
  /// and `null`. To read a document, use `JSONValue(parsing:)`, which keeps more.
  ///
  /// ```swift
  /// let attributes: [String: Any] = ["name": "Ann", "age": 7, "boss": NSNull()]
  /// let person = try await api.send(Person.create(JSONValue(any: attributes)))
  /// ```
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/unencodable`` with the path to the value that JSON cannot write:
  ///   infinity, NaN, a type that is not `Encodable`, values nested more than 512 deep.
  public init(any value: Any?) throws(MappingError) {
    self = try Self.json(of: value as Any, at: [])
  }

  private static func json(of value: Any, at path: [String]) throws(MappingError) -> JSONValue {
    guard path.count <= JSONPatch.maximumDepth else { throw MappingError(.unencodable, at: path) }
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.value else { return .null }
      return try json(of: wrapped, at: path)
    }
    if let json = value as? JSONValue { return json }
    if let members = value as? [String: Any] {
      var object: [(key: String, value: JSONValue)] = []
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        object.append((key: name, value: try json(of: member, at: path + [name])))
      }
      return .object(object)
    }
    if let elements = value as? [Any] {
      var array: [JSONValue] = []
      for (index, element) in elements.enumerated() { array.append(try json(of: element, at: path + ["[\(index)]"])) }
      return .array(array)
    }
    if let value = value as? any Encodable { return try json(encoding: value, at: path) }
    return try json(bridging: value, at: path)
  }

  private static func json(encoding value: some Encodable, at path: [String]) throws(MappingError) -> JSONValue {
    do {
      return try JSONValueEncoder().encode(value)
    } catch {
      throw MappingError(encoding: error).within(path)
    }
  }

  /// Returns the JSON of Foundation's classes. They are recognized by name, because the core does not import the part of
  /// Foundation that contains them.
  private static func json(bridging value: Any, at path: [String]) throws(MappingError) -> JSONValue {
    if let text = value as? any StringProtocol { return .string(String(text)) }
    let type = "\(type(of: value))"
    if type == "NSNull" { return .null }
    if type.hasSuffix("Boolean"), let bool = value as? Bool { return .bool(bool) }
    if let integer = value as? Int { return .number(integer) }
    if let integer = value as? UInt64 { return .number(integer) }
    if let number = (value as? Double).flatMap({ JSONValue.Number($0) }) { return .number(number) }
    if let text = value as? String { return .string(text) }
    throw MappingError(.unencodable, at: path, expected: "a type that is Encodable, not \(type)")
  }
}
