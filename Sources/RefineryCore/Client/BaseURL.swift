import FoundationEssentials
import HTTPTypes

/// A client's base URL, parsed once, so that building a request only concatenates text.
struct BaseURL: Sendable {
  let url: URL?
  let scheme: String
  let authority: String
  /// Scheme, host and port. Rules for credentials and redirects compare it.
  let origin: String
  /// The path, without a trailing slash.
  let prefix: String
  let query: String?
  let problem: String?

  init(_ url: URL?) {
    self.url = url
    let components = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
    scheme = components?.scheme?.lowercased() ?? ""
    let hasValidPort = Self.hasValidPort(url)
    authority = hasValidPort ? Self.authority(of: components) : ""
    origin = "\(scheme)://\(authority)"
    var path = HTTPRequest.normalized(components?.percentEncodedPath ?? "")
    while path.hasSuffix("/") { path.removeLast() }
    prefix = path
    query = components?.percentEncodedQuery.flatMap { $0.isEmpty ? nil : $0 }
    problem = hasValidPort ? Self.problem(of: url, components) : "the port of the base URL is not a number from 1 to 65535"
  }

  private static func authority(of components: URLComponents?) -> String {
    // The ASCII form of an international name (RFC 5891), as DNS, TLS and HTTP require.
    guard let components, let host = components.encodedHost?.lowercased(), !host.isEmpty else { return "" }
    return components.port.map { "\(host):\($0)" } ?? host
  }

  /// Checks the text of the URL, because Foundation reports no port if the number is too large for an integer.
  private static func hasValidPort(_ url: URL?) -> Bool {
    guard let authority = url.flatMap({ URIReference($0.absoluteString)?.authority }) else { return true }
    return Authority(authority).hasValidPort
  }

  private static func problem(of url: URL?, _ components: URLComponents?) -> String? {
    guard url != nil else {
      return "the base URL is missing or malformed: it must begin with http:// or https:// and contain no space"
    }
    guard let components else { return "the base URL is malformed" }
    guard let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      return "the base URL must begin with http:// or https://"
    }
    guard let host = components.host, !host.isEmpty else { return "the base URL has no host" }
    if components.user != nil || components.password != nil {
      return "the base URL holds a user or password: use AuthMiddleware instead"
    }
    if components.fragment != nil { return "the base URL holds a fragment, which is never sent" }
    if Origin(scheme: scheme, authority: authority(of: components)) == nil {
      return "the host or the port of the base URL is malformed"
    }
    return nil
  }
}
