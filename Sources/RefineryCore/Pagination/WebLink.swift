public import HTTPTypes

/// A link of a `Link` header field (RFC 8288 section 3): `</people?page=2>; rel="next"; title="more"`.
///
/// ```swift
/// let next = reply.headers.webLinks.first { $0.relations.contains("next") }?.target
/// ```
public struct WebLink: Sendable, Hashable {
  /// A parameter of a link.
  public struct Parameter: Sendable, Hashable {
    /// The name, in lower case.
    public let name: String
    /// The value, out of its quotes; empty where there is none.
    public let value: String

    /// A parameter.
    public init(_ name: String, _ value: String) {
      self.name = name.lowercased()
      self.value = value
    }
  }

  /// The target as it was written: a URI reference, relative to the URL of the answer.
  public let target: String
  /// The relation types, in lower case, in their order. Extension types are whole URIs.
  public let relations: [String]
  /// The parameters in their order, `rel` among them. Of one that stands twice, the first counts.
  public let parameters: [Parameter]

  /// A link.
  public init(target: String, relations: [String], parameters: [Parameter] = []) {
    self.target = target
    self.relations = relations.map { $0.lowercased() }
    self.parameters = parameters
  }

  /// The links in the value of a header field, in their order.
  ///
  /// Links without a relation are left out, and so is what is no link; those around it are not lost.
  public static func links(in value: String) -> [WebLink] {
    var parser = WebLinkParser(value)
    return parser.links()
  }

  /// The value of a parameter, its name in any case; nil where the link has none.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return parameters.first { $0.name == name }?.value
  }

  /// What the target is called, for people: of `title*` (RFC 8187), or else of `title`.
  public var title: String? { self["title*"].flatMap(ExtendedValue.init)?.text ?? self["title"] }

  /// What the link is about, where that is not the URL of the answer: a URI reference.
  public var anchor: String? { self["anchor"] }

  /// Whether the link is about what this URL gives, and not by its anchor about anything else.
  func isAbout(_ url: URIReference) -> Bool {
    guard let anchor, !anchor.isEmpty else { return true }
    guard let context = URIReference(anchor)?.resolved(against: url), context.fragment == nil else { return false }
    return Origin(scheme: context.scheme, authority: context.authority) == Origin(scheme: url.scheme, authority: url.authority)
      && context.requestTarget == url.requestTarget
  }
}

extension HTTPFields {
  /// The links of all `Link` fields, in their order.
  public var webLinks: [WebLink] { HTTPField.Name("Link").map { self[values: $0].flatMap(WebLink.links(in:)) } ?? [] }
}

/// A value with its character set and language: `UTF-8'de'n%c3%a4chstes` (RFC 8187 section 3.2).
struct ExtendedValue {
  let text: String

  /// Nil where it is malformed, or of another character set than UTF-8.
  init?(_ value: String) {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    let bytes = Octets(String(parts[2])).map(\.byte)
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self.text = text
  }
}
