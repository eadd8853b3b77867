extension URITemplate {
  /// The path of a row whose URL is the `Location` of an earlier response, as of a job or of an upload.
  ///
  /// ```swift
  /// static let stateEndpoint = endpoint("state", .get, .location)
  /// static func state(at location: String) -> Call<Job> { Call(stateEndpoint).following(location) }
  /// ```
  ///
  /// A call of the row follows a link: see ``ScopedCall/following(_:adding:)``. Without a link it fails with
  /// ``CallError/Kind/badRequest``, and nothing is sent. Tables print the path as `Location`. The link is an absolute URL or
  /// begins with a slash. For any other link, declare ``location(of:)``.
  public static let location = URITemplate(storage: Storage(locationOf: nil))

  /// The path of a row whose URL is the `Location` of a response of another row, with the path of that row.
  ///
  /// It differs from ``location`` in one point: if the link is not an absolute URL and does not begin with a slash, it is
  /// relative to this path, as RFC 9110 section 10.2.2 says. Only for such a link, a call needs the values of this path.
  public static func location(of path: URITemplate) -> URITemplate {
    path.isLocation ? path : URITemplate(storage: Storage(locationOf: path.storage))
  }

  /// Whether only a link says the URL.
  var isLocation: Bool { storage.isLocation }

  /// The template that a relative `Location` is relative to; nil if it is not known.
  var locationBase: URITemplate? { storage.locationBase.map { URITemplate(storage: $0) } }

  /// Returns the same `Location` with another template that it is relative to.
  func mapLocation(_ change: (URITemplate) -> URITemplate) -> URITemplate {
    locationBase.map { .location(of: change($0)) } ?? self
  }
}

extension URITemplate.Storage {
  /// The storage of a path that only a link says. A relative link is relative to `base`.
  convenience init(locationOf base: URITemplate.Storage?) {
    self.init(base ?? URITemplate.Storage(""), text: base.map { "Location of \($0.text)" } ?? "Location", locationBase: base)
  }
}
