import RefineryCore

/// What the name of a member, header field or query parameter says about its value.
enum NameRule: Sendable, Equatable {
  /// Nothing: the value may be anything.
  case unknown
  /// An id, a hash, a link and the like: the value may look random.
  case harmless
  case password
  /// A one-time code or a PIN: a few digits.
  case code
  /// A token or a key.
  case token
  /// `key` and other words that often name something else: the value has to look random.
  case session
  /// A signature, which is a secret only in a URL.
  case signature
  /// `Authorization`.
  case credential
  /// The members that name the next member's value in a HAR: `name`, and `value`.
  case pairName
  case pairValue
}

/// Reads names, and remembers what they were.
struct SecretNames {
  private let redaction = Redaction()
  private var known: [String: NameRule] = [:]
  private static let capacity = 4096

  mutating func rule(for name: [UInt8]) -> NameRule {
    let name = String(decoding: name, as: UTF8.self)
    if let rule = known[name] { return rule }
    let rule = read(name)
    if known.count >= Self.capacity { known = [:] }
    known[name] = rule
    return rule
  }

  private func read(_ name: String) -> NameRule {
    let parts = Self.parts(of: name)
    let joined = parts.joined()
    guard let last = parts.last else { return .unknown }
    if joined == "name" { return .pairName }
    if joined == "value" { return .pairValue }
    if joined.hasSuffix("authorization") { return .credential }
    if joined.hasSuffix("cookie") || joined.hasSuffix("cookies") { return .harmless }
    guard redaction.isSecret(member: name) else { return parts.contains(where: Self.ids.contains) ? .harmless : .unknown }
    if Self.ends.contains(last) || parts.contains(where: Self.others.contains) { return .harmless }
    if parts.contains(where: { Self.passwords.contains($0) || $0.hasSuffix("password") }) { return .password }
    if parts.contains(where: Self.codes.contains) { return .code }
    if parts.contains(where: Self.signatures.contains) { return .signature }
    if Self.tokens.contains(where: joined.contains) { return .token }
    return .session
  }

  /// The parts of a name, in lower case: `apiKey_v2` is `api`, `key`, `v`, `2`.
  static func parts(of name: String) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    let bytes = Array(name.utf8)
    for (index, byte) in bytes.enumerated() {
      guard Alphabet.alphanumeric.contains(byte) else {
        if !part.isEmpty { parts.append(String(decoding: part, as: UTF8.self)) }
        part = []
        continue
      }
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      let before = index > 0 ? bytes[index - 1] : 0
      let begins =
        isUpper(byte) && (!isUpper(before) || (Alphabet.letters.contains(next) && !isUpper(next)))
        || Alphabet.digits.contains(byte) != Alphabet.digits.contains(before)
      if begins, !part.isEmpty {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
      }
      part.append(Alphabet.lower(byte))
    }
    return part.isEmpty ? parts : parts + [String(decoding: part, as: UTF8.self)]
  }

  private static let passwords: Set<String> = [
    "password", "passwords", "passwd", "pwd", "pswd", "passphrase", "passcode", "pass", "pw",
  ]
  private static let codes: Set<String> = ["pin", "pincode", "otp", "totp", "cvv", "cvc"]
  private static let signatures: Set<String> = ["sig", "signature", "signatures", "hmac"]
  private static let tokens = [
    "token", "secret", "apikey", "accesskey", "privatekey", "masterkey", "encryptionkey", "signingkey", "authkey", "credential",
    "bearer", "jwt", "assertion", "codeverifier", "devicecode", "authorizationcode", "connectionstring", "subscriptionkey",
    "accountkey", "licensekey", "servicekey",
  ]
  /// Last words of names whose values describe a secret, and are none.
  private static let ends: Set<String> = [
    "type", "types", "url", "urls", "uri", "endpoint", "endpoints", "name", "names", "id", "ids", "count", "counts", "length",
    "size", "file", "filename", "path", "ttl", "expiry", "expires", "expiration", "expired", "at", "in", "on", "status",
    "policy",
    "hint", "label", "placeholder", "error", "errors", "message", "field", "format", "prefix", "header", "headers", "required",
    "enabled", "valid", "algorithm", "alg", "manager", "provider", "store", "class", "page", "cursor", "limit", "limits",
    "budget",
    "usage", "used", "index", "position", "offset", "kind", "method", "methods", "mode", "reset", "strength", "min", "max",
    "ref",
    "version", "scheme", "scope", "scopes", "audience", "issuer", "domain", "title", "description", "text", "arn", "tests",
    "test", "info", "state", "date", "time", "timestamp", "created", "updated", "last4", "fingerprint", "thumbprint", "digest",
    "supported", "present", "set", "source", "owner", "group", "role", "hash", "equals", "missing", "per", "second", "rate",
  ]
  /// Words within names that only look like those of secrets: pages of lists, keys of maps, counts of language models.
  private static let others: Set<String> = [
    "next", "page", "pagination", "continuation", "sync", "cursor", "public", "pub", "primary", "foreign", "partition", "sort",
    "cache", "object", "row", "column", "storage", "idempotency", "routing", "dedup", "unique", "group", "prompt", "completion",
    "max", "min", "num", "total", "tokens", "keys", "keyword", "keyboard", "keycode", "issue", "project", "translation", "i18n",
    "locale", "metric", "host", "ssh", "known", "authority", "keyid", "marker", "file", "s3", "surrogate", "tracking", "verify",
    "resume", "upload", "change", "delta", "shortcut", "websocket",
  ]
  /// Words in the names of values that look random and are not secret.
  private static let ids: Set<String> = [
    "id", "ids", "uid", "uuid", "guid", "urn", "etag", "hash", "hashes", "sha", "sha1", "sha256", "sha384", "sha512", "md5",
    "crc",
    "checksum", "digest", "integrity", "fingerprint", "thumbprint", "commit", "revision", "rev", "version", "cursor", "next",
    "prev", "previous", "continuation", "page", "nonce", "trace", "traceparent", "tracestate", "span", "request", "correlation",
    "thumbnail", "image", "img", "icon", "avatar", "photo", "picture", "logo", "data", "blob", "content", "body", "payload",
    "base64", "encoded", "tracking", "params", "visitor", "file", "filename", "path", "url", "uri", "href", "src", "link",
    "links",
    "ref", "build", "chunk", "node", "object", "tree", "parent", "resolved", "cert", "certificate", "x5c", "x5t", "kid", "n",
    "e",
    "x", "y", "modulus", "public", "asset", "bundle", "module", "slug", "code", "text", "message", "html", "css", "style",
    "class",
    "title", "description", "query", "key", "state", "snapshot", "generation", "serial", "subject", "issuer", "host", "server",
    "via", "ray", "cache", "client", "device", "anonymous", "segment", "experiment", "variant", "salt", "seed", "address", "tx",
    "transaction", "block", "wallet", "txid", "hostname", "dn", "sri", "csp", "policy", "report", "nel", "location", "referer",
    "agent", "font", "woff", "signature", "mac", "proof", "root", "leaf", "offset", "marker", "token", "vector", "embedding",
    "cid", "oid", "handle", "thread", "event", "job", "task", "run", "session", "upload", "resource", "name", "target",
    "boundary", "pubkey",
  ]
}
