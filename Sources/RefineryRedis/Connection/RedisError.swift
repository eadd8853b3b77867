#if Redis
  public import RefineryCore

  /// Why a command got no usable reply. The texts contain no key, no value and no password.
  public enum RedisError: SafelyDescribed, Equatable {
    /// There is no connection, or the server does not reply in time; the text says which. The command was not sent, or its
    /// reply is lost.
    case away(String)
    /// The reply did not arrive within the limit. The server may have run the command.
    case late(limit: Duration)
    /// Too many commands of this process wait for replies, so this one was not sent.
    case busy(commands: Int)
    /// The server refused the command. The text is the first word of the server's reason, such as `NOPERM`, and what to do if
    /// that is known.
    case refused(String)
    /// The reply is not one that the command can have. Another program may use the same keys.
    case unexpected
    /// The connection was shut down.
    case closed

    /// One line, safe to log.
    public var description: String {
      switch self {
      case .away(let reason): "Redis is away: \(reason)"
      case .late(let limit): "Redis did not reply within \(limit)"
      case .busy(let commands): "\(commands) commands wait for replies of Redis: this one was not sent"
      case .refused(let reason): "Redis refused a command: \(reason)"
      case .unexpected: "Redis sent an unexpected reply: check that no other program uses the same prefix"
      case .closed: "the connection to Redis was shut down"
      }
    }

    /// Returns the first word of the server's text. For an error within a script, Redis 6 has that of the script's command
    /// after the place in the script, and Redis 7 hides that the user lacks a permission.
    static func code(of text: String) -> String {
      if text.contains("can't run this command") || text.contains("No permissions to") { return "NOPERM" }
      var text = text[...]
      if text.hasPrefix("ERR Error running script"), let mark = text.firstRange(of: ": -") { text = text[mark.upperBound...] }
      return String(text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(32))
    }

    /// Whether a refusal ends without a change, as after a failover.
    var isTemporary: Bool {
      guard case .refused(let reason) = self else { return false }
      return ["READONLY", "LOADING", "OOM", "BUSY", "CLUSTERDOWN", "MASTERDOWN"].contains(Self.code(of: reason))
    }

    /// Creates an error from the text of the server, of which only the first word is used: the rest may quote arguments.
    static func refusal(_ text: String) -> RedisError {
      let code = code(of: text)
      let advice: String? =
        switch code {
        case "MOVED", "ASK", "CLUSTERDOWN", "CROSSSLOT":
          "the server is a node of a Redis Cluster, and redirects are not followed: name the node of the slot, or a proxy"
        case "READONLY": "the server is a replica: name the primary, or an address that follows it; Sentinel is not asked"
        case "NOAUTH": "it requires a user and a password in the URL"
        case "WRONGPASS": "the user or the password is wrong"
        case "NOPERM": "the user needs permission for the commands and keys that the documentation lists"
        case "LOADING": "the server is loading its data"
        case "OOM": "its memory is full: raise maxmemory, or lower the byte limit of the cache"
        default: nil
        }
      return .refused(advice.map { "\(code), \($0)" } ?? code)
    }
  }
#endif
