import HTTPTypes
public import RefineryCore
import RefineryTesting

extension Redaction {
  /// The lists of `Redaction.cassette`, and further header fields that browsers and servers usually send and that do not
  /// identify a person, such as media types, origins and policies. A `Referer` is shown without the values of its query.
  public static let traffic = Redaction(
    headers: cassette.headers.union(
      [
        "access-control-allow-credentials", "access-control-allow-headers", "access-control-allow-methods",
        "access-control-allow-origin", "access-control-expose-headers", "access-control-max-age",
        "access-control-request-headers", "access-control-request-method", "alt-svc", "cross-origin-embedder-policy",
        "cross-origin-opener-policy", "cross-origin-resource-policy", "dnt", "if-modified-since", "if-unmodified-since",
        "keep-alive", "origin", "pragma", "priority", "referer", "referrer-policy", "sec-ch-ua", "sec-ch-ua-mobile",
        "sec-ch-ua-platform", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user",
        "strict-transport-security", "te", "upgrade", "upgrade-insecure-requests", "via", "x-content-type-options",
        "x-frame-options", "x-requested-with", "x-xss-protection",
      ].compactMap { HTTPField.Name($0) }),
    queryKeys: cassette.queryKeys)
}
