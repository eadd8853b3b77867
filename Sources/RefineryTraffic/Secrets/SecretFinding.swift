/// The place and the kind of a secret in a file, without the secret.
public struct SecretFinding: Sendable, Hashable {
  /// How sure it is that this is a secret.
  public enum Confidence: String, Sendable, Hashable {
    /// It has the fixed form of a vendor's tokens, or a valid checksum. Or it is a private key or Basic credentials.
    case certain
    /// Its name or its form suggests that it is a secret.
    case likely
  }

  /// How a secret was found.
  public enum Method: Sendable, Hashable {
    /// By the form of the value.
    case format
    /// By the name of a member, header field, query parameter or option.
    case name(String)
    /// By the entropy of the value, because its name says nothing.
    case entropy
  }

  /// The path or name of the file, as it was given to the scanner.
  public let file: String
  /// The line in the file, from 1.
  public let line: Int
  /// The column in the line, in characters, from 1.
  public let column: Int
  /// The JSON pointer (RFC 6901) of the value in a JSON document, such as `/log/entries/3/request/headers/0/value` in a HAR.
  /// Parts that look like secrets are shown as `…`. Nil in other files.
  public let pointer: String?
  /// What it is, such as `GitHub token` or `Password`.
  public let kind: String
  /// How it was found.
  public let method: Method
  /// How sure it is that this is a secret.
  public let confidence: Confidence
  /// At most the first four characters of the secret, and its length. For a password, only the length.
  public let masked: String
  /// 16 hexadecimal digits for a ``SecretAllowList``. They do not change if the secret moves.
  ///
  /// They are a part of the SHA-256 of the secret. A password could be guessed from its hash, so the fingerprint of a password
  /// is a hash of the name of its file, the name of its member and its length.
  public let fingerprint: String

  init(_ match: SecretMatch, file: String, line: Int, column: Int, pointer: String?) {
    self.file = file
    self.line = line
    self.column = column
    self.pointer = pointer
    kind = match.kind
    method = match.method
    confidence = match.confidence
    let length = match.secret.count
    // A fifth of it at most, so that too little is shown to guess the rest.
    let shown = match.isGuessable ? 0 : min(4, length / 5)
    let start = match.secret.prefix(shown).filter(Alphabet.wordAndTilde.contains)
    masked = "\(String(decoding: start, as: UTF8.self))… (\(length) characters)"
    var hashed: [UInt8]
    if match.isGuessable {
      let name = if case .name(let name) = match.method { name } else { match.kind }
      hashed = Array("place\0\(file.split(separator: "/").last ?? "")\0\(name)\0\(length)".utf8)
    } else {
      hashed = Array("value\0".utf8) + match.secret
    }
    hashed = SHA256.digest(hashed)
    fingerprint = hashed.prefix(8).map { byte in
      let text = String(byte, radix: 16)
      return text.count < 2 ? "0" + text : text
    }.joined()
  }
}

extension SecretFinding: Comparable {
  /// By file, line and column.
  public static func < (left: SecretFinding, right: SecretFinding) -> Bool {
    (left.file, left.line, left.column, left.kind) < (right.file, right.line, right.column, right.kind)
  }
}

extension SecretFinding: CustomStringConvertible {
  /// One line, such as `log.txt:3:14: GitHub token, certain, by its format: ghp_… (40 characters) [6b1f0c2d9e8a7b54]`.
  public var description: String {
    let how =
      switch method {
      case .format: "by its format"
      case .name(let name): "by the name \(name)"
      case .entropy: "by its entropy"
      }
    let place = pointer.map { " at \($0)" } ?? ""
    return "\(file):\(line):\(column): \(kind), \(confidence), \(how)\(place): \(masked) [\(fingerprint)]"
  }
}

/// A secret in a text that is searched.
struct SecretMatch {
  /// Where it is in the text.
  var range: Range<Int>
  let kind: String
  let method: SecretFinding.Method
  let confidence: SecretFinding.Confidence
  /// The secret itself. It never leaves the scanner.
  let secret: [UInt8]
  /// Whether the secret could be guessed from a hash of it.
  var isGuessable = false

  /// Of two matches that overlap, the one with the greater rank stays.
  var rank: Int {
    let certain = confidence == .certain ? 4 : 0
    switch method {
    case .format: return certain + 2
    case .name: return certain + 1
    case .entropy: return certain
    }
  }
}

extension SecretMatch: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
