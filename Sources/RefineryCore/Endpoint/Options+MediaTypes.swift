import HTTPTypes

extension Options {
  /// The error of a response whose media type the call does not accept: see ``acceptedMediaTypes``. Nil if it accepts it.
  func mediaTypeFault(in fields: HTTPFields) -> MappingError? {
    let accepted = acceptedMediaTypes
    guard !accepted.isEmpty else { return nil }
    let mediaType = fields[.contentType]?.prefix { $0 != ";" && $0 != " " }.lowercased()
    guard !accepted.contains(where: { $0.lowercased() == mediaType }) else { return nil }
    let found = mediaType.map { "not " + Redaction.escaped(Redaction.shortened($0, to: 64)) } ?? "but the response has none"
    return MappingError(.wrongMediaType, expected: "\(accepted.sorted().joined(separator: " or ")), \(found)")
  }
}

extension MappingError.Kind {
  /// The media type of a response is not among ``Options/acceptedMediaTypes``.
  public static let wrongMediaType = MappingError.Kind("wrong media type")
}
