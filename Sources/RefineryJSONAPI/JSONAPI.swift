import HTTPTypes
public import RefineryCore

/// Names and settings of JSON:API 1.1 (<https://jsonapi.org/format/1.1/>).
public enum JSONAPI {
  /// `application/vnd.api+json`, sent without parameters as `Content-Type` and `Accept`.
  package static let mediaType = "application/vnd.api+json"

  /// The settings of every ``JSONAPIResource``: error documents are read as ``JSONAPIErrors``, the exact media type is sent as
  /// `Accept` even if nothing is decoded, and queries keep the order in which they were built, with plain commas in lists.
  ///
  /// To add settings to a model: `static let options = JSONAPI.options.merging(Options { $0.timeout = .seconds(5) })`.
  public static let options = Options {
    $0.errors.add(JSONAPIErrors.self, for: StatusSet(100...599))
    $0.headers = [.accept: mediaType]
    $0.queryEncoding = queryEncoder
  }

  /// ``options``, with one addition: a response with another media type is an error.
  public static let strictOptions = options.merging(Options { $0.acceptedMediaTypes = [mediaType] })

  /// `include=a,b&fields%5Bt%5D=x,y`, in the given order.
  static let queryEncoder = QueryEncoder(arrays: .comma, order: .asWritten)
}
