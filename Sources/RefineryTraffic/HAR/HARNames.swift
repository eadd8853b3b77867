import FoundationEssentials
import RefineryJSON

extension JSONValue {
  /// Whether the JSON text from which this value was read has more members: those whose names are repeated in an object were
  /// left out.
  func lacksMembers(of text: Data) -> Bool { Self.members(in: text) != memberCount }

  private var memberCount: Int {
    switch self {
    case .array(let elements): elements.reduce(0) { $0 + $1.memberCount }
    case .object(let members): members.reduce(members.count) { $0 + $1.value.memberCount }
    default: 0
    }
  }

  /// The number of members in well-formed JSON: its colons outside of strings.
  private static func members(in text: Data) -> Int {
    var (count, isString, isEscaped) = (0, false, false)
    for byte in text {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isString
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: ":"): if !isString { count += 1 }
      default: break
      }
    }
    return count
  }
}
