import FoundationEssentials

/// A member of an envelope, as far as links and cursors need it.
enum PageMember: Equatable {
  case nothing
  case text(String)
  case flag(Bool)
  case other

  /// A member that a coder of another format than JSON has decoded.
  init(_ json: JSONValue) {
    switch json {
    case .null: self = .nothing
    case .bool(let flag): self = .flag(flag)
    case .number(let number): self = .text(number.text)
    case .string(let text): self = .text(text)
    case .array: self = .other
    case .object(let object):
      switch object["href"] {
      case .string(let target)?: self = .text(target)
      case .null?: self = .nothing
      default: self = .other
      }
    }
  }
}

/// Reads only these members from the JSON, without a decoder, because the page's elements in the same body were already
/// decoded.
extension PageMember: JSONReadable {
  private static let targetKeys: JSONKeys = ["href"]

  /// The members of the object at a path; none if the path does not exist, or the data is not JSON.
  ///
  /// - Throws: ``MappingError`` if the value is not an object.
  static func members(of parent: [String], in data: Data) throws(MappingError) -> [String: PageMember] {
    do {
      return try JSONModelDecoder().decode([String: PageMember].self, from: data, at: parent)
    } catch {
      let error = MappingError(decoding: error, expecting: [String: PageMember].self)
      if error.kind == .wrongShape { throw error }
      return [:]
    }
  }

  init(json: inout JSONReader) throws {
    guard json.kind() == .object else {
      self = try Self.leaf(&json)
      return
    }
    self = .other
    var members = try json.object(Self.targetKeys)
    while try json.next(in: &members) != nil {
      let isTarget = json.kind() == .string || json.kind() == .null
      let target = try Self.leaf(&json)
      if isTarget { self = target }
    }
  }

  private static func leaf(_ json: inout JSONReader) throws -> PageMember {
    switch json.kind() {
    case .string: return .text(try json.value())
    case .bool: return .flag(try json.value())
    case .number: return .text(try json.value(JSONValue.self).number?.text ?? "")
    case .null where json.isNull(): return .nothing
    default:
      try json.skip()
      return .other
    }
  }
}
