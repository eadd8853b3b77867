import RefineryJSON

/// Ways to authenticate.
extension DescriptionBuilder {
  func readSecurity(_ root: DocumentNode) {
    let schemes =
      format == .swagger2
      ? object(root, "securityDefinitions") : object(root, "components").flatMap { object($0, "securitySchemes") }
    for (name, member) in schemes?.members ?? [] {
      guard let node = resolved(member), let scheme = securityScheme(node) else { continue }
      description.securitySchemes[name] = scheme
    }
    defaults.security = security(root) ?? []
  }

  /// The alternatives of `security`; nil if the member does not exist.
  func security(_ node: DocumentNode) -> [[SecurityNeed]]? {
    guard let list = array(node, "security") else { return nil }
    return list.compactMap { alternative in
      guard alternative.isObject else {
        report(.fault, at: alternative.place, "it must be an object; it was skipped")
        return nil
      }
      return alternative.members.map { name, scopes in
        if description.securitySchemes[name] == nil {
          report(.fault, at: scopes.place, "there is no security scheme of this name")
        }
        return SecurityNeed(scheme: name, scopes: texts(alternative, name) ?? [])
      }
    }
  }

  private func securityScheme(_ node: DocumentNode) -> SecurityScheme? {
    guard node.isObject, let type = text(node, "type") else {
      report(.fault, at: node.place, "a security scheme must be an object with a type; it was skipped")
      return nil
    }
    guard let kind = securityKind(node, type) else { return nil }
    return SecurityScheme(kind: kind, description: text(node, "description"))
  }

  private func securityKind(_ node: DocumentNode, _ type: String) -> SecurityScheme.Kind? {
    switch type {
    case "apiKey":
      guard let name = text(node, "name"), let place = text(node, "in").flatMap(Parameter.Place.init(rawValue:)),
        [.query, .header, .cookie].contains(place)
      else {
        report(.fault, at: node.place, "an API key needs a name and a place; it was skipped")
        return nil
      }
      return .apiKey(name: name, place)
    case "basic" where format == .swagger2: return .http(scheme: "basic")
    case "http":
      guard let scheme = text(node, "scheme") else {
        report(.fault, at: node.place, "a scheme of HTTP must be named; it was skipped")
        return nil
      }
      return .http(scheme: scheme.lowercased())
    case "oauth2": return .oauth2(tokenURL: tokenURL(node))
    case "openIdConnect":
      guard let url = text(node, "openIdConnectUrl") else {
        report(.fault, at: node.place, "OpenID Connect needs `openIdConnectUrl`; it was skipped")
        return nil
      }
      return .openIDConnect(url: url)
    case "mutualTLS": return .mutualTLS
    default:
      report(.fault, at: node.place, "there is no security scheme of the type `\(type)`; it was skipped")
      return nil
    }
  }

  /// The token endpoint that a server-side client is most likely to use.
  private func tokenURL(_ node: DocumentNode) -> String? {
    guard format != .swagger2 else { return text(node, "tokenUrl") }
    guard let flows = object(node, "flows") else { return nil }
    for name in ["clientCredentials", "authorizationCode", "password", "deviceAuthorization"] {
      if let url = object(flows, name).flatMap({ text($0, "tokenUrl") }) { return url }
    }
    return nil
  }
}
