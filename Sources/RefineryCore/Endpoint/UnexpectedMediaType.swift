/// A successful response has a media type that its call does not accept: see ``Options/acceptedMediaTypes``.
public struct UnexpectedMediaType: SafelyDescribed, Equatable {
  /// The media type of the response, without parameters; nil if it has none.
  public let mediaType: String?

  /// One line, safe to log.
  public var description: String {
    guard let mediaType else { return "the response does not say its media type" }
    return "the response has another media type: \(Redaction.escaped(Redaction.shortened(mediaType, to: 64)))"
  }

  init?(_ contentType: @autoclosure () -> String?, accepted: Set<String>) {
    guard !accepted.isEmpty else { return nil }
    let mediaType = contentType()?.prefix { $0 != ";" && $0 != " " }.lowercased()
    guard !accepted.contains(where: { $0.lowercased() == mediaType }) else { return nil }
    self.mediaType = mediaType
  }
}
