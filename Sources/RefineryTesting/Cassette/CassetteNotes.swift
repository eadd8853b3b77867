import Synchronization

/// The list of hidden parts of one exchange, one line each, for review before a cassette is committed.
final class CassetteNotes: Sendable {
  private let lines = Mutex<[String]>([])

  /// The lines in the order of the exchange, without duplicates.
  var all: [String] { lines.withLock { $0 } }

  func add(_ place: String, _ reason: Reason) {
    let line = "\(place): \(reason.rawValue)"
    lines.withLock { lines in
      if !lines.contains(line) { lines.append(line) }
    }
  }

  enum Reason: String {
    case notAllowed = "not on the list of what may be shown"
    case name = "its name is that of a secret"
    case capability = "the server gave it, and it may permit access"
    case content = "it looks like a token, or names a secret"
  }
}
