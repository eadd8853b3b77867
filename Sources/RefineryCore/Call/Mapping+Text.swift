import FoundationEssentials
import HTTPTypes

extension Mapping where Output == String {
  static var text: Mapping {
    var mapping = Mapping { try $0.text() }
    mapping.isVerbatim = true
    return mapping
  }
}

extension Mapping {
  /// The mapping for an output of `String` or `String?`; nil for other types. A response whose media type is text gives its
  /// text. The coder decodes any other response.
  static var characters: Mapping? {
    if Output.self == String.self {
      return Mapping<String> { $0.isText ? try $0.text() : try $0.decode(String.self) } as? Mapping
    }
    guard Output.self == String?.self else { return nil }
    return Mapping<String?> { input in
      guard input.isText else { return try input.decode(String?.self) }
      return input.isEmpty(verbatim: true) ? nil : try input.text()
    } as? Mapping
  }
}

extension MappingInput {
  private var contentType: Substring { (head.headerFields[.contentType] ?? "")[...] }

  /// Whether the body is text that no coder reads. `text/json` is an old name of JSON.
  fileprivate var isText: Bool {
    let type = contentType.prefix { $0 != ";" && $0 != " " }.lowercased()
    return place.parts.isEmpty && type.hasPrefix("text/") && type != "text/json"
  }

  /// The body as text, by the charset of the response.
  func text() throws(MappingError) -> String { try Charset.text(of: data, contentType: contentType) }
}
