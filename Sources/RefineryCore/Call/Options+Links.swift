extension Options {
  /// Whether ``ScopedCall/following(_:adding:)`` follows a link whose origin (scheme, host, port) differs from the call's.
  /// Default: the link is refused. A link from https to http is refused unless the rule is ``CrossOriginLinks/atOwnOrigin``.
  public var crossOriginLinks: CrossOriginLinks {
    get { self[CrossOriginLinksKey.self] }
    set { self[CrossOriginLinksKey.self] = newValue }
  }
}

package enum CrossOriginLinksKey: OptionKey {
  package static let name = "crossOriginLinks"
  package static let defaultValue = CrossOriginLinks.refuse

  /// Reports text that is not an origin.
  package static func problems(of value: CrossOriginLinks, in row: Endpoint) -> [String] {
    guard case .allow(let origins) = value else { return [] }
    return origins.filter { Origin(url: $0) == nil }.map {
      "crossOriginLinks allows '\(Redaction.escaped($0))', which is not an origin; write it as https://api.example.com"
    }
  }
}
