import FoundationEssentials
import HTTPTypes
import RefineryCore

/// A body in a cassette, without secrets.
enum CassetteContent: Sendable, Equatable {
  case text(String)
  case bytes(Data)
  /// The content was too long to write, or may contain a secret that cannot be removed.
  case withheld(length: Int, reason: String)

  static let none = CassetteContent.text("")

  var isEmpty: Bool { self == .none }

  /// The bytes to replay; nil if withheld.
  var data: Data? {
    switch self {
    case .text(let text): Data(text.utf8)
    case .bytes(let data): data
    case .withheld: nil
    }
  }

  /// Equal for two requests with the same content. For JSON, the order of members is ignored.
  var fingerprint: String {
    switch self {
    case .text(let text): (try? JSONValue(parsing: text))?.text(sortedKeys: true) ?? text
    case .bytes(let data): data.base64EncodedString()
    case .withheld(let length, let reason): reason == Self.tooLong ? "\(reason) \(length)" : reason
    }
  }

  /// Whether the server responded before the whole content was sent.
  var isUnfinished: Bool {
    if case .withheld(_, Self.unfinished) = self { true } else { false }
  }

  static let unfinished = "not sent to its end"
  static let tooLong = "longer than the limit"
  static let coded = "its content coding hides what may be secret"
  static let parted = "a part of it may be secret"
  static let unparsable = "it has the name of a secret, and cannot be parsed"
}
