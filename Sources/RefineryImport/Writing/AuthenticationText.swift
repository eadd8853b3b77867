import RefineryOpenAPI

/// How the credentials of an API are made, for the documentation of its namespace.
extension Description {
  /// The scheme that most operations take: the default credential.
  var mainScheme: String {
    var counts: [String: Int] = [:]
    for operation in operations {
      for name in Set(operation.security.flatMap { $0.map(\.scheme) }) { counts[name, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }

  /// A line for each scheme that an operation takes, the default one first.
  var authenticationLines: [String] {
    let used = Set(operations.flatMap { $0.security.flatMap { $0.map(\.scheme) } })
    let main = mainScheme
    let names = used.filter { securitySchemes[$0] != nil }.sorted { $0 == main || ($1 != main && $0 < $1) }
    guard !names.isEmpty else { return [] }
    let lines = names.compactMap { name in securitySchemes[name].map { "- `\(name.oneLine)`: \(Self.text(of: $0.kind))" } }
    return names.count == 1 && names == [main]
      ? ["", "Authentication, by `AuthMiddleware`:"] + lines
      : ["", "Authentication, by `AuthMiddleware`. The first is the default credential; rows name the others:"] + lines
  }

  private static func text(of kind: SecurityScheme.Kind) -> String {
    switch kind {
    case .http("basic"): "`.basic(user:password:)`"
    case .http("bearer"): "`.bearer(token)`"
    case .http(let scheme): "`.header(\"Authorization\", …)` of the scheme \(scheme.oneLine)"
    case .apiKey(let name, .query): "`.apiKey(key, query: \(name.literal))`"
    case .apiKey(let name, .header): "`.header(\(name.literal), key)`"
    case .apiKey(let name, _): "a cookie \(name.literal): `.header(\"Cookie\", …)`"
    case .oauth2(let url?): "OAuth 2, with tokens from <\(url.oneLine)>"
    case .oauth2(nil): "OAuth 2"
    case .openIDConnect(let url): "OpenID Connect, described at <\(url.oneLine)>"
    case .mutualTLS: "a certificate of the client (TLS)"
    }
  }
}
