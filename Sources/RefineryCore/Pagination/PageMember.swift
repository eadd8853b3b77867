import FoundationEssentials

/// A member of an envelope, as far as links and cursors need it.
enum PageMember: Decodable, Equatable {
  case nothing
  case text(String)
  case flag(Bool)
  case other

  private enum CodingKeys: String, CodingKey { case href }

  init(from decoder: any Decoder) throws {
    guard let value = try? decoder.singleValueContainer() else {
      self = .other
      return
    }
    if value.decodeNil() {
      self = .nothing
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Int.self) {
      self = .text(String(number))
    } else if let number = try? value.decode(UInt64.self) {
      self = .text(String(number))
    } else if let number = try? value.decode(Double.self) {
      self = .text("\(number)")
    } else {
      self = Self.target(of: decoder)
    }
  }

  private static func target(of decoder: any Decoder) -> PageMember {
    guard let object = try? decoder.container(keyedBy: CodingKeys.self), object.contains(.href) else { return .other }
    if (try? object.decodeNil(forKey: .href)) == true { return .nothing }
    guard let target = try? object.decode(String.self, forKey: .href) else { return .other }
    return .text(target)
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
