public import HTTPTypes

/// A challenge of a server in a `WWW-Authenticate` field: a scheme with its parameters (RFC 9110 section 11.3).
///
/// ```swift
/// let bearer = response.head.headerFields.authenticationChallenges.first { $0.scheme == "bearer" }
/// let realm = bearer?["realm"]
/// ```
/// The server chooses every value. Before you send a secret to a URL in a challenge, check its origin.
public struct AuthenticationChallenge: Sendable, Equatable {
  /// The scheme in lower case, such as `basic` or `bearer`.
  public let scheme: String
  /// The data of a scheme without parameters, such as `Negotiate`; nil if there is none.
  public internal(set) var token68: String?
  package internal(set) var parameters: [String: String] = [:]

  init(scheme: String) { self.scheme = scheme }

  /// The parameter with a name in lower case; nil if there is none. Of a repeated parameter, the first is kept.
  public subscript(name: String) -> String? { parameters[name] }
}

extension HTTPFields {
  /// The challenges of all `WWW-Authenticate` fields, in order. Text that is not a challenge is left out.
  public var authenticationChallenges: [AuthenticationChallenge] {
    self[values: .wwwAuthenticate].flatMap { value in
      var parser = ChallengeParser(value)
      return parser.challenges()
    }
  }
}

/// Parses a list of challenges (RFC 9110 section 11.6.1) once. Each step consumes text, so parsing malformed text ends, too.
private struct ChallengeParser {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  mutating func challenges() -> [AuthenticationChallenge] {
    var challenges: [AuthenticationChallenge] = []
    var followsScheme = false
    while true {
      if skip({ $0 == UInt8(ascii: ",") || Self.isSpace($0) }) { followsScheme = false }
      guard !rest.isEmpty else { return challenges }
      let word = take { !Self.isSpace($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "=") }
      skip(Self.isSpace)
      if rest.first == UInt8(ascii: "=") {
        let (value, isQuoted) = value()
        guard let last = challenges.indices.last else { continue }
        if followsScheme, !isQuoted, value.allSatisfy({ $0 == "=" }) {
          challenges[last].token68 = "\(word)=\(value)"
        } else if !word.isEmpty, challenges[last][word.lowercased()] == nil {
          challenges[last].parameters[word.lowercased()] = value
        }
        followsScheme = false
      } else if followsScheme, let last = challenges.indices.last {
        challenges[last].token68 = word
        followsScheme = false
      } else {
        challenges.append(AuthenticationChallenge(scheme: word.lowercased()))
        followsScheme = true
      }
    }
  }

  /// The token or the quoted string after an equals sign, and whether it is quoted.
  private mutating func value() -> (String, isQuoted: Bool) {
    rest.removeFirst()
    skip(Self.isSpace)
    guard rest.first == UInt8(ascii: "\"") else {
      return (take { !Self.isSpace($0) && $0 != UInt8(ascii: ",") }, false)
    }
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      // A quoted pair means its second character. A string without an end goes to the end of the field.
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      if let escaped = rest.popFirst() { bytes.append(escaped) }
    }
    return (String(decoding: bytes, as: UTF8.self), true)
  }

  /// Skips bytes. Returns whether one of them was a comma.
  @discardableResult private mutating func skip(_ isWaste: (UInt8) -> Bool) -> Bool {
    let waste = rest.prefix(while: isWaste)
    rest = rest[waste.endIndex...]
    return waste.contains(UInt8(ascii: ","))
  }

  private mutating func take(_ isWanted: (UInt8) -> Bool) -> String {
    let taken = rest.prefix(while: isWanted)
    rest = rest[taken.endIndex...]
    return String(decoding: taken, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
