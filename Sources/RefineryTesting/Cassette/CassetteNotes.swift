import Synchronization

/// The list of hidden parts of one exchange, one line each, for review before a cassette is committed.
final class CassetteNotes: Sendable {
  private struct Lines {
    var all: [String] = []
    var known: Set<String> = []
  }

  private let lines = Mutex(Lines())

  /// The lines in the order of the exchange, without duplicates.
  var all: [String] { lines.withLock { $0.all } }

  func add(_ place: String, _ reason: Reason) {
    let line = "\(place): \(reason.rawValue)"
    lines.withLock { lines in
      if lines.known.insert(line).inserted { lines.all.append(line) }
    }
  }

  enum Reason: String {
    case notAllowed = "not on the list of what may be shown"
    case name = "its name is that of a secret"
    case capability = "the server gave it, and it may permit access"
    case content = "it looks like a token, or names a secret"
  }
}
