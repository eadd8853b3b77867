public import HTTPTypes

/// A link of a `Link` header field (RFC 8288 section 3): `</people?page=2>; rel="next"; title="more"`.
///
/// ```swift
/// let next = reply.headers.webLinks.first { $0.relations.contains("next") }?.target
/// ```
public struct WebLink: Sendable, Hashable, Redacted {
  /// A parameter of a link.
  package struct Parameter: Sendable, Hashable, Redacted {
    /// The name, in lower case.
    let name: String
    /// The value without quotes; empty if there is none.
    let value: String

    /// A parameter.
    package init(_ name: String, _ value: String) {
      self.name = name.lowercased()
      self.value = value
    }
  }

  /// The target as written: a URI reference, relative to the URL of the response.
  public let target: String
  /// The relation types, in lower case and in order. Extension types are whole URIs.
  public let relations: [String]
  /// The parameters in order, including `rel`. Of a repeated parameter, the first is used.
  let parameters: [Parameter]

  /// A link.
  package init(target: String, relations: [String], parameters: [Parameter] = []) {
    self.target = target
    self.relations = relations.map { $0.lowercased() }
    self.parameters = parameters
  }

  /// The links in the value of a header field, in order.
  ///
  /// Links without a relation are left out. Malformed text is left out, too, but the links around it are kept.
  package static func links(in value: String) -> [WebLink] {
    var parser = WebLinkParser(value)
    return parser.links()
  }

  /// The value of a parameter, its name in any case; nil if the link does not have it.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return parameters.first { $0.name == name }?.value
  }

  /// The title of the target: from `title*` (RFC 8187), or else from `title`.
  public var title: String? { self["title*"].flatMap(extendedText) ?? self["title"] }

  /// The context of the link if it is not the URL of the response: a URI reference.
  public var anchor: String? { self["anchor"] }

  /// Whether the link's context is this URL. A link with another anchor has another context.
  func isAbout(_ url: URIReference) -> Bool {
    guard let anchor, !anchor.isEmpty else { return true }
    guard let context = URIReference(anchor)?.resolved(against: url), context.fragment == nil else { return false }
    return Origin(scheme: context.scheme, authority: context.authority) == Origin(scheme: url.scheme, authority: url.authority)
      && context.requestTarget == url.requestTarget
  }
}

extension HTTPFields {
  /// The links of all `Link` fields, in order.
  public var webLinks: [WebLink] { HTTPField.Name("Link").map { self[values: $0].flatMap(WebLink.links(in:)) } ?? [] }
}

/// The text of a value with its character set and language: `UTF-8'de'n%c3%a4chstes` (RFC 8187 section 3.2).
///
/// Nil if it is malformed, or its character set is not UTF-8.
private func extendedText(_ value: String) -> String? {
  let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
  guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
  return String(validating: Octets(String(parts[2])).map(\.byte), as: UTF8.self)
}
