import RefineryOpenAPI

extension Comparer {
  /// Compares the schemes that both descriptions have under one name.
  mutating func compareSchemes() {
    let (oldSchemes, newSchemes) = (old.description.securitySchemes, new.description.securitySchemes)
    for (name, scheme) in oldSchemes.sorted(by: { $0.key < $1.key }) {
      guard let other = newSchemes[name], scheme.kind != other.kind else { continue }
      let pointer = "securitySchemes/\(name)"
      var effect = Drift.Effect.breaking
      // The URLs are where tokens come from; calls are signed as before.
      if case .oauth2 = scheme.kind, case .oauth2 = other.kind { effect = .harmless }
      if case .openIDConnect = scheme.kind, case .openIDConnect = other.kind { effect = .harmless }
      ledger.record(
        .securityScheme, effect, "the scheme `\(name)` is \(other.kind.text) now, not \(scheme.kind.text)", old: pointer,
        new: pointer, nil)
    }
  }

  mutating func compareSecurity(
    _ old: [[SecurityNeed]], _ new: [[SecurityNeed]], _ oldPointer: String, _ newPointer: String
  ) {
    let (oldNeeds, newNeeds) = (old.isEmpty ? [[]] : old, new.isEmpty ? [[]] : new)
    let suffices = oldNeeds.map { known in newNeeds.contains { meets(known, $0) } }
    let isSame = suffices.allSatisfy { $0 } && newNeeds.allSatisfy { needed in oldNeeds.contains { isEqual($0, needed) } }
    guard !isSame else { return }
    // The same change of many operations is one drift.
    let text = "the operation needs \(Self.text(newNeeds)) now, not \(Self.text(oldNeeds))"
    ledger.record(
      .security, suffices.allSatisfy { $0 } ? .harmless : .breaking, text, old: "security", new: "security", nil, detail: text)
  }

  /// Whether a client that has what `known` lists may make calls that need what `needed` lists.
  private func meets(_ known: [SecurityNeed], _ needed: [SecurityNeed]) -> Bool {
    needed.allSatisfy { need in
      known.contains { isEqual($0.scheme, need.scheme) && Set($0.scopes).isSuperset(of: need.scopes) }
    }
  }

  private func isEqual(_ old: [SecurityNeed], _ new: [SecurityNeed]) -> Bool { meets(old, new) && old.count == new.count }

  /// Whether two names mean one scheme. A scheme may have another name.
  private func isEqual(_ old: String, _ new: String) -> Bool {
    if old == new { return true }
    let (oldSchemes, newSchemes) = (self.old.description.securitySchemes, self.new.description.securitySchemes)
    guard newSchemes[old] == nil, let scheme = oldSchemes[old], let other = newSchemes[new] else { return false }
    return scheme.kind == other.kind
  }

  private static func text(_ needs: [[SecurityNeed]]) -> String {
    let texts = needs.map { needs in
      needs.isEmpty
        ? "nothing"
        : needs.map { $0.scheme + ($0.scopes.isEmpty ? "" : " (\($0.scopes.joined(separator: " ")))") }
          .joined(separator: " and ")
    }
    return texts.joined(separator: " or ")
  }
}

extension SecurityScheme.Kind {
  fileprivate var text: String {
    switch self {
    case .apiKey(let name, let place): "a key in the \(place.rawValue) `\(name)`"
    case .http(let scheme): "the HTTP scheme \(scheme)"
    case .oauth2: "OAuth 2"
    case .openIDConnect: "OpenID Connect"
    case .mutualTLS: "mutual TLS"
    }
  }
}
