import RefineryCore

extension SecretSearch {
  /// Reads a JSON Web Token. Returns its end, also if it is an example.
  mutating func readWebToken(at start: Int) -> Int? {
    guard text[start + 1] == UInt8(ascii: "y") else { return nil }
    let head = start..<runEnd(of: .word, from: start, most: 8192)
    guard head.count >= 12, text[head.upperBound] == 0x2E else { return nil }
    let claims = head.upperBound + 1..<runEnd(of: .word, from: head.upperBound + 1, most: 16384)
    guard text[claims.upperBound] == 0x2E, WebToken.isHead(text[head]) else { return nil }
    var end = claims.upperBound
    // Three parts, or the five of an encrypted token.
    for _ in 0..<3 where text[end] == 0x2E { end = runEnd(of: .word, from: end + 1, most: 8192) }
    let token = text[start..<end]
    if claims.count >= 8, !WebToken.isExample(text[claims]), !SecretValue(token).isPlaceholder, !Documented.contains(token) {
      matches.append(
        SecretMatch(range: start..<end, kind: "JSON Web Token", method: .format, confidence: .certain, secret: token))
    }
    return end
  }

  /// Reads a private key in the text encoding of RFC 7468. Returns its end, and that of certificates and public keys.
  mutating func readPrivateKey(at start: Int) -> Int? {
    guard text.holds("-----BEGIN ", at: start) else { return nil }
    let label = start + 11..<runEnd(of: Self.labels, from: start + 11, most: 64)
    guard text.holds("-----", at: label.upperBound) else { return nil }
    let name = text[label]
    let begin = label.upperBound + 5
    var end = begin
    var body: [UInt8] = []
    while end - begin < 16384, !text.holds("-----", at: end), end < text.count {
      if Alphabet.base64.contains(text[end]) { body.append(text[end]) }
      end += 1
    }
    let isPrivate = String(decoding: name, as: UTF8.self).utf8.firstRange(of: "PRIVATE KEY".utf8) != nil
    let value = SecretValue(body)
    if isPrivate, body.count >= 48, value.entropy >= 4, !value.hasWords(share: 0.5) {
      matches.append(
        SecretMatch(range: start..<end, kind: "Private key", method: .format, confidence: .certain, secret: body))
    }
    return body.count >= 48 ? end : nil
  }

  private static let labels = Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ")

  /// Reads the credential after `Bearer` or `Basic`.
  mutating func readScheme(at start: Int) {
    let isBearer = holdsWord("bearer ", at: start)
    guard isBearer || holdsWord("basic ", at: start) else { return }
    let begin = start + (isBearer ? 7 : 6)
    let range = begin..<runEnd(of: .credential, from: begin, most: 8192)
    isBearer ? readBearer(range) : readBasic(range)
  }

  mutating func readBearer(_ range: Range<Int>) {
    let value = SecretValue(text[range])
    guard value.isTokenLike, value.bytes.count >= 16, !value.isPlaceholder, !Documented.contains(value.bytes) else {
      return
    }
    matches.append(
      SecretMatch(range: range, kind: "Bearer token", method: .format, confidence: .likely, secret: value.bytes))
  }

  /// Reads a user and a password in Base64 (RFC 7617).
  mutating func readBasic(_ range: Range<Int>) {
    guard range.count >= 8, range.count <= 1024 else { return }
    let decoded = Alphabet.decoded(text[range])
    guard decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), let colon = decoded.firstIndex(of: 0x3A), !decoded.isEmpty else {
      return
    }
    let password = SecretValue(Array(decoded[(colon + 1)...]))
    let user = SecretValue(Array(decoded[..<colon]))
    let isKey = password.bytes.isEmpty && user.isTokenLike
    let isPassword = password.bytes.count >= 3 && !password.isStockWord && password.bytes != user.bytes
    guard isKey ? !user.isPlaceholder : isPassword && !password.isPlaceholder, !Self.examples.contains(decoded),
      !Documented.contains(text[range])
    else { return }
    matches.append(
      SecretMatch(
        range: range, kind: "Basic credentials", method: .format, confidence: .certain, secret: text[range], isGuessable: true))
  }

  /// The credentials of RFC 7617.
  private static let examples: Set<[UInt8]> = Set(["Aladdin:open sesame", "Aladdin:OpenSesame"].map { Array($0.utf8) })

  /// Reads the user information of a URL (RFC 3986 section 3.2.1).
  mutating func readUserInformation(at colon: Int) {
    guard Alphabet.letters.contains(text[colon - 1]), Alphabet.alphanumeric.contains(text[colon - 2]) else { return }
    let begin = colon + 3
    let end = runEnd(of: Self.authority, from: begin, most: 400)
    guard let at = (begin..<end).last(where: { text[$0] == 0x40 }), at > begin else { return }
    let host = String(decoding: text[at..<end], as: UTF8.self)
    let separator = (begin..<at).first { text[$0] == 0x3A }
    let password = (separator.map { $0 + 1 } ?? begin)..<at
    let value = SecretValue(text[password])
    guard !value.isPlaceholder, !value.isStockWord else { return }
    if let separator {
      guard value.bytes.count >= 3, value.bytes != text[begin..<separator], value.isPassword(inData: true) || value.isTokenLike
      else { return }
    } else {
      // The public key of a Sentry DSN, and a name, are no secrets.
      guard value.isTokenLike, value.bytes.count >= 20, host.utf8.firstRange(of: "sentry".utf8) == nil else { return }
    }
    matches.append(
      SecretMatch(
        range: password, kind: separator == nil ? "Token in a URL" : "Password in a URL", method: .format,
        confidence: value.isPassword(inData: false) ? .certain : .likely, secret: value.bytes, isGuessable: separator != nil))
  }

  private static let authority = Alphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&()*+,;=:@%^{}")

  /// Whether a text in small letters is at an index, in any case.
  func holdsWord(_ word: StaticString, at index: Int) -> Bool {
    word.withUTF8Buffer { word in
      for offset in word.indices where Alphabet.lower(text[index + offset]) != word[offset] { return false }
      return true
    }
  }
}
