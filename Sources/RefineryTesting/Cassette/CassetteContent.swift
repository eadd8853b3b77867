import FoundationEssentials
import HTTPTypes
import RefineryCore

/// A body as a cassette holds it: without secrets.
enum CassetteContent: Sendable, Equatable {
  case text(String)
  case bytes(Data)
  /// It was too long to keep, or may hold a secret that cannot be taken out.
  case withheld(length: Int, reason: String)

  static let none = CassetteContent.text("")

  var isEmpty: Bool { self == .none }

  /// The bytes to replay; nil for what was withheld.
  var data: Data? {
    switch self {
    case .text(let text): Data(text.utf8)
    case .bytes(let data): data
    case .withheld: nil
    }
  }

  /// What two requests with the same content have in common: JSON whatever the order of its members.
  var fingerprint: String {
    switch self {
    case .text(let text): (try? RawJSON(parsing: text))?.text(sortedKeys: true) ?? text
    case .bytes(let data): data.base64EncodedString()
    case .withheld(let length, let reason): reason == Self.tooLong ? "\(reason) \(length)" : reason
    }
  }

  /// Whether it is the content of a request that was answered before all of it had been sent.
  var isUnfinished: Bool {
    if case .withheld(_, Self.unfinished) = self { true } else { false }
  }

  static let unfinished = "not sent to its end"
  static let tooLong = "longer than the limit"
  static let coded = "its content coding hides what may be secret"
  static let parted = "a part of it may be secret"
  static let unparsable = "it has the name of a secret, and is not in a form that can be taken apart"
}
