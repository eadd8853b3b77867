public import RefineryCore

/// A path in a document: a linked list of names from the inside out, so that a path is cheap to make.
struct DocumentPath: Sendable {
  private indirect enum Step: Sendable {
    case top
    case member(String, of: Step)
    case element(Int, of: Step)
  }

  private let step: Step
  private init(_ step: Step) { self.step = step }

  static let top = DocumentPath(.top)

  /// The path of a decoder.
  init(_ keys: [any CodingKey]) {
    self = keys.reduce(.top) { place, key in
      // The key of an element has the text "Index 3"; the key of a dictionary with numbers has the text "3".
      guard let index = key.intValue, key.stringValue != String(index) else { return place.member(key.stringValue) }
      return place.element(index)
    }
  }

  func member(_ name: String) -> DocumentPath { DocumentPath(.member(name, of: step)) }
  func element(_ index: Int) -> DocumentPath { DocumentPath(.element(index, of: step)) }

  /// In the form of `MappingError`: an index of a list is `[3]`.
  var path: [String] {
    var parts: [String] = []
    var current = step
    while true {
      switch current {
      case .top: return parts.reversed()
      case .member(let name, let parent):
        parts.append(name)
        current = parent
      case .element(let index, let parent):
        parts.append("[\(index)]")
        current = parent
      }
    }
  }

  func error(_ kind: MappingError.Kind, expected: String? = nil, underlying: (any Error)? = nil) -> MappingError {
    MappingError(kind, at: path, expected: expected, underlying: underlying)
  }
}

extension MappingError {
  /// The place of the fault as a JSON Pointer (RFC 6901), such as `/data/0/attributes/title`; empty for the body itself.
  public var pointer: String {
    let tokens = codingPath.map { part in
      let index = part.hasPrefix("[") && part.hasSuffix("]") ? Int(part.dropFirst().dropLast()) : nil
      return index.map(String.init) ?? part
    }
    return JSONPointer(tokens: tokens).description
  }

  /// Returns the result of `encode`, or throws its error as a mapping error.
  static func encoding<Output>(_ encode: () throws -> Output) throws(MappingError) -> Output {
    do { return try encode() } catch { throw MappingError(encoding: error) }
  }

  /// Returns the error of a value whose own path begins at this one.
  func within(_ path: [String]) -> MappingError {
    MappingError(kind, at: path + codingPath, expected: expected, underlying: underlying)
  }
}

extension JSONValue.Object {
  /// The members of the object in a member. There are none if the member is missing or, as some servers write it, null.
  ///
  /// - Throws: `MappingError` for any other value.
  func members(of name: String, at place: @autoclosure () -> DocumentPath) throws(MappingError) -> JSONValue.Object {
    guard let json = self[name], !json.isNull else { return [:] }
    return try json.members(at: place().member(name))
  }
}

extension JSONValue {
  /// The members of an object.
  ///
  /// - Throws: `MappingError` for any other value.
  func members(at place: @autoclosure () -> DocumentPath) throws(MappingError) -> Object {
    guard case .object(let object) = self else {
      throw place().error(isNull ? .null : .wrongShape, expected: "object")
    }
    return object
  }
}
