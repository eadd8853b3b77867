public import FoundationEssentials

extension JSONPatch {
  /// Reads a patch: an array of objects, each with a known `op` and its required members. Other members are ignored (RFC 6902
  /// section 4). An object with a repeated name is refused (appendix A.13).
  ///
  /// - Throws: ``Malformed``; `JSONValue.Malformed` if the bytes are not JSON.
  public init(parsing data: Data) throws {
    try self.init(JSONValue(parsing: data, allowsRepeatedKeys: false))
  }

  /// Reads a patch from parsed JSON, in which repeated names can no longer be detected.
  ///
  /// - Throws: ``Malformed``.
  public init(_ json: JSONValue) throws(Malformed) {
    guard case .array(let elements) = json else {
      throw Malformed(index: nil, reason: "it is \(json.kindName) where an array of operations is needed")
    }
    var operations: [Operation] = []
    operations.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      operations.append(try OperationReader(index: index, element: element).operation())
    }
    self.operations = operations
  }

  /// The patch as JSON.
  public var json: JSONValue { .array(operations.map(\.json)) }

  /// JSON that is not a patch. The error contains the place and the reason, but never the JSON.
  public struct Malformed: Error, Equatable, CustomStringConvertible {
    /// The index of the operation, from 0; nil for the document itself.
    package let index: Int?
    /// What is wrong.
    package let reason: String

    /// One line, safe to log.
    public var description: String {
      index.map { "malformed JSON patch, operation \($0): \(reason)" } ?? "malformed JSON patch: \(reason)"
    }
  }
}

private struct OperationReader {
  let index: Int
  let element: JSONValue

  func operation() throws(JSONPatch.Malformed) -> JSONPatch.Operation {
    guard element.object != nil else { throw fault("it is \(element.kindName) where an object is needed") }
    switch try text("op") {
    case "add": return .add(try pointer("path"), try value())
    case "remove": return .remove(try pointer("path"))
    case "replace": return .replace(try pointer("path"), try value())
    case "move": return .move(from: try pointer("from"), to: try pointer("path"))
    case "copy": return .copy(from: try pointer("from"), to: try pointer("path"))
    case "test": return .test(try pointer("path"), try value())
    default: throw fault("op is not one of add, remove, replace, move, copy, test")
    }
  }

  private func text(_ member: String) throws(JSONPatch.Malformed) -> String {
    guard let value = element[member] else { throw fault("the member \(member) is missing") }
    guard let text = value.string else { throw fault("the member \(member) is \(value.kindName) where text is needed") }
    return text
  }

  private func pointer(_ member: String) throws(JSONPatch.Malformed) -> JSONPointer {
    let text = try text(member)
    do {
      return try JSONPointer(text)
    } catch {
      throw fault("the member \(member): \(error.reason)")
    }
  }

  private func value() throws(JSONPatch.Malformed) -> JSONValue {
    guard let value = element["value"] else { throw fault("the member value is missing") }
    return value
  }

  private func fault(_ reason: String) -> JSONPatch.Malformed { JSONPatch.Malformed(index: index, reason: reason) }
}

extension JSONPatch.Operation {
  /// The operation as JSON.
  package var json: JSONValue {
    let parts = parts
    var members: JSONValue.Object = ["op": .string(parts.name)]
    if let from = parts.from { members["from"] = .string(from.description) }
    members["path"] = .string(parts.path.description)
    if let value = parts.value { members["value"] = value }
    return .object(members)
  }
}

extension JSONPatch: Codable, CustomStringConvertible, ExpressibleByArrayLiteral {
  /// Reads a patch, in the same way as ``init(_:)-(JSONValue)``.
  ///
  /// - Throws: `DecodingError`, with ``Malformed`` as its underlying error.
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    do {
      try self.init(json)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "The value is not a JSON patch.", underlyingError: error))
    }
  }

  /// Writes the patch as an array of objects.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// The patch as compact JSON. It is content, so it may contain secrets.
  public var description: String { json.text() }

  /// A patch of these changes.
  public init(arrayLiteral operations: Operation...) { self.init(operations) }
}
