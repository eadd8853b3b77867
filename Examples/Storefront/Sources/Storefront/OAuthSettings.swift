import Configuration
import Refinery

/// How the app is registered at the token endpoint of an upstream (RFC 6749 section 4.4): the keys below `oauth`.
struct OAuthSettings {
  let tokenURL: String
  let clientID: String
  let clientSecret: Secret<String>

  /// Reads the keys, of which each is required. A fault is added to `faults` for each key without a usable text.
  init(config: ConfigReader, faults: inout [String]) {
    func text(_ name: String, isSecret: Bool = false) -> String {
      guard let text = config.string(forKey: ["oauth", name], isSecret: isSecret), !text.isEmpty else {
        faults.append("oauth.\(name): is missing, empty or not a text")
        return ""
      }
      return text
    }
    tokenURL = text("tokenURL")
    clientID = text("clientID")
    clientSecret = Secret(text("clientSecret", isSecret: true))
  }
}
