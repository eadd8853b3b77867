public import RefineryCore

/// A place in a document: a linked list of names from the inside out, so that making a place is cheap.
struct DocumentPath: Sendable {
  private indirect enum Step: Sendable {
    case top
    case member(String, of: Step)
    case element(Int, of: Step)
    case path([String])
  }

  private let step: Step
  private init(_ step: Step) { self.step = step }

  static let top = DocumentPath(.top)
  init(_ path: [String]) { step = .path(path) }

  func member(_ name: String) -> DocumentPath { DocumentPath(.member(name, of: step)) }
  func element(_ index: Int) -> DocumentPath { DocumentPath(.element(index, of: step)) }

  /// In the form of `MappingError`: places in lists are `[3]`.
  var path: [String] {
    var parts: [String] = []
    var current = step
    while true {
      switch current {
      case .top: return parts.reversed()
      case .path(let path): return path + parts.reversed()
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
    codingPath.reduce(into: "") { text, part in
      var name = part
      if name.hasPrefix("["), name.hasSuffix("]"), let index = Int(name.dropFirst().dropLast()) { name = String(index) }
      text += "/"
      for character in name {
        switch character {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.append(character)
        }
      }
    }
  }

  static func path(_ keys: [any CodingKey]) -> [String] {
    keys.map { key in
      guard let index = key.intValue, key.stringValue != String(index) else { return key.stringValue }
      return "[\(index)]"
    }
  }
}

extension JSONValue.Object {
  /// The members of the object in a member; none if the member is missing, or null, which some servers write.
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
