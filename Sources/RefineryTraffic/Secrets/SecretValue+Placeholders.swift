extension SecretValue {
  /// Whether it holds the place of a secret: a mark of a cassette, a variable, a pattern, or an example of documentation.
  var isPlaceholder: Bool {
    guard let first = bytes.first else { return true }
    // `$NAME`, `${NAME}`, `{{name}}`, `<name>`, `%NAME%`, `#{name}`, `@Name`, `*****`.
    if Alphabet("$<{%#*[").contains(first) { return true }
    let text = bytes.prefix(1024).map(Alphabet.lower)
    for word in Self.words where Self.contains(text, word) { return true }
    return holdsFiller || Set(text).count <= Swift.min(4, bytes.count / 2)
  }

  /// Whether it is one of the words that hold the place of a password.
  var isStockWord: Bool {
    var text = bytes.map(Alphabet.lower)[...]
    while let last = text.last, !Alphabet.letters.contains(last) { text = text.dropLast() }
    while let first = text.first, !Alphabet.letters.contains(first) { text = text.dropFirst() }
    return Self.stock.contains(String(decoding: text, as: UTF8.self))
  }

  /// Whether there is a run of six equal bytes, or of eight that each follow the one before (`12345678`, `abcdefgh`).
  private var holdsFiller: Bool {
    var (equal, rising) = (1, 1)
    for (first, second) in zip(bytes, bytes.dropFirst()) {
      equal = first == second ? equal + 1 : 1
      // After 9 comes 0.
      rising = second == first &+ 1 || (first == 0x39 && second == 0x30) ? rising + 1 : 1
      if equal >= 6 || rising >= 8 { return true }
    }
    return false
  }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return false }
    for start in 0...(text.count - word.count) where text[start] == first {
      if text[start..<(start + word.count)].elementsEqual(word) { return true }
    }
    return false
  }

  private static let words: [[UInt8]] = [
    "redacted", "example", "placeholder", "changeme", "change-me", "change_me", "xxxx", "your-", "your_", "yourtoken",
    "yourapikey", "yoursecret", "<token", "dummy", "sample", "insert-", "insert_", "replace-", "replace_", "****", "....", "{{",
    "${", "$(", "\\(", "#{", "fake", "[hidden", "[filtered", "mysecret", "my-secret", "my_secret", "notreal", "not-real",
    "to-be-set", "not-a-", "not_a_", "deadbeef", "lorem",
  ].map { Array($0.utf8) }

  private static let stock: Set<String> = [
    "password", "passwd", "passwort", "pass", "pwd", "secret", "string", "text", "none", "null", "nil", "true", "false", "test",
    "testing", "demo", "change", "required", "optional", "invalid", "incorrect", "wrong", "hidden", "removed", "masked",
    "unknown", "empty", "undefined", "default", "user", "username", "admin", "root", "postgres", "guest", "value", "prompt",
    "field", "input", "sha", "bcrypt", "argon", "scrypt", "pbkdf", "hash", "plain", "basic", "object", "number", "boolean",
    "new", "old", "current", "reset", "forgot", "mypassword", "newpassword", "oldpassword", "passphrase", "token", "varchar",
    "missing", "foobar", "foo", "bar", "mismatch", "expired", "disabled", "enabled", "minlength", "maxlength", "utf", "base",
    "self", "this", "str", "int", "bytes", "char", "never", "always", "session", "visible", "placeholder",
  ]
}
