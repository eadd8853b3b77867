extension Redaction {
  /// Whether a member's value must be hidden: see ``secretMembers``.
  package func isSecret(member name: String) -> Bool {
    guard !secretMembers.contains(name) else { return true }
    let parts = Self.parts(of: name)
    for start in parts.indices {
      var run = ""
      for part in parts[start...] {
        run += part
        if secretMembers.contains(run) { return true }
        guard run.utf8.count < Self.longestName else { break }
      }
    }
    return parts.contains { part in
      !Self.innocent.contains(part) && longMembers.contains { $0.utf8.count < part.utf8.count && part.contains($0) }
    }
  }

  /// The maximum length of a secret member.
  private static let longestName = 64

  /// English words that contain a secret member but are not secret.
  private static let innocent: Set<String> = [
    "secretary", "secretaries", "secretariat", "secretarial", "tokenize", "tokenized", "tokenizer", "tokenizers",
    "tokenization",
    "tokenise", "tokenised", "tokeniser", "tokenisers", "tokenisation", "obsession", "obsessions",
  ]

  /// Returns the names in the form that is compared, and the names that also match within longer words.
  static func prepared(_ names: Set<String>) -> (Set<String>, [String]) {
    let bare = Set(names.map { parts(of: $0).joined() }.filter { !$0.isEmpty })
    return (bare, bare.filter { $0.utf8.count >= 5 }.sorted())
  }

  /// Returns the parts of a name, in lower case: `APIKey_v2` is `api`, `key`, `v`, `2`.
  static func parts(of name: String) -> [String] {
    var parts: [String] = []
    var part = ""
    var last = Kind.other
    let kinds = name.map(Kind.init)
    for (index, character) in name.enumerated() {
      let kind = kinds[index]
      let beginsWord =
        switch (last, kind) {
        case (.lower, .upper), (.digit, .lower), (.digit, .upper), (.lower, .digit), (.upper, .digit): true
        // The last capital of several begins the next word: `APIKey`.
        case (.upper, .upper): index + 1 < kinds.count && kinds[index + 1] == .lower
        default: false
        }
      if (beginsWord || kind == .other) && !part.isEmpty {
        parts.append(part)
        part = ""
      }
      if kind != .other { part += character.lowercased() }
      last = kind
    }
    return part.isEmpty ? parts : parts + [part]
  }

  private enum Kind {
    case lower, upper, digit, other

    init(_ character: Character) {
      if character.isNumber {
        self = .digit
      } else if character.isUppercase {
        self = .upper
      } else {
        self = character.isLetter ? .lower : .other
      }
    }
  }
}
