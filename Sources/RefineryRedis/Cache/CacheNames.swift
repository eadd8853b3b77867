#if Redis
  import FoundationEssentials
  import RefineryAuth
  import RefineryCache

  /// The names of a key of the cache in the server. They show what the sealing lets them show: with a key, nothing.
  ///
  /// The name of an identity depends on the target, so that a reader of the server cannot see which responses belong to one
  /// user.
  struct CacheNames {
    let target: String
    let identity: String
    let member: String
    /// What the responses are sealed for.
    let label: String
    private let keys: CacheRedisKeys

    init(_ key: CacheKey, _ sealing: Sealing, _ keys: CacheRedisKeys) {
      target = Self.target(key.target, sealing)
      identity = Self.short(sealing.name(of: "identity \(key.target.utf8.count) \(key.target)\(key.identity)"))
      member = "\(target.utf8.count):\(target)\(identity)"
      label = "response \(member)"
      self.keys = keys
    }

    var responses: String { keys.key("r:\(member)") }
    var identities: String { keys.identities(ofTarget: target) }
    var mark: String { keys.mark(member) }
    var targetMark: String { keys.mark(target) }

    static func target(_ target: String, _ sealing: Sealing) -> String { short(sealing.name(of: "target \(target)")) }

    static func variant(_ json: Data, _ sealing: Sealing) -> String {
      short(sealing.name(of: "variant \(String(decoding: json, as: UTF8.self))"))
    }

    /// A digest in hexadecimal digits as Base64, which is a third shorter: the server keeps each name several times. The
    /// first character tells it from other names.
    private static func short(_ name: String) -> String {
      let digits = Array(name.utf8)
      guard digits.count >= 32, digits.count % 2 == 0 else { return "t\(name)" }
      var bytes = Data(capacity: digits.count / 2)
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return "t\(name)" }
        bytes.append(high << 4 | low)
      }
      return "x\(bytes.base64EncodedString().filter { $0 != "=" })"
    }

    private static func value(_ digit: UInt8) -> UInt8? {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      default: nil
      }
    }
  }

  /// The keys of a cache in the server, all in one slot of a Cluster.
  struct CacheRedisKeys: Sendable {
    let prefix: String

    init(_ prefix: String) { self.prefix = "{\(prefix):cache}:" }

    func key(_ name: String) -> String { prefix + name }
    func identities(ofTarget name: String) -> String { key("t:\(name)") }
    func mark(_ name: String) -> String { key("m:\(name)") }
    /// The mark of a removal of everything.
    var mark: String { key("m") }
    /// The two keys that every script uses.
    var books: [String] { [key("uses"), key("sizes")] }
  }
#endif
