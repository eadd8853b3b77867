import FoundationEssentials

extension StringProtocol {
  /// The text without percent-encoding (RFC 3986 section 2.1); the text itself if it is malformed.
  package var percentDecoded: String {
    // `removingPercentEncoding` is not in FoundationEssentials. A query ends at a number sign.
    URLComponents(string: "?" + String(self).replacing("#", with: "%23"))?.query ?? String(self)
  }
}
