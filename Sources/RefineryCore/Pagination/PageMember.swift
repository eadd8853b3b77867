/// A member of an envelope, so far as links and cursors go.
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
