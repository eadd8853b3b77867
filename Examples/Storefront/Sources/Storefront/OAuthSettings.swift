import Configuration
import Refinery

/// The app's registration at the token endpoint of an upstream (RFC 6749 section 4.4), from the keys under `oauth`.
struct OAuthSettings {
  let tokenURL: String
  let clientID: String
  let clientSecret: Secret<String>

  /// Reads the keys, all of which are required. Adds a fault to `faults` for each key that is missing, empty or not a text.
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
