import HTTPTypes
public import RefineryCore

/// What all of JSON:API 1.1 (<https://jsonapi.org/format/1.1/>) has in common.
public enum JSONAPI {
  /// `application/vnd.api+json`, sent without parameters as `Content-Type` and `Accept`.
  public static let mediaType = "application/vnd.api+json"

  /// The settings of every ``JSONAPIResource``: error documents as ``JSONAPIErrors``, the exact media type as `Accept` also
  /// where nothing is decoded, and queries in the order in which they were built, lists with plain commas.
  ///
  /// A model that has settings of its own adds them: `static let options = JSONAPI.options.setting(Timeout.self, .seconds(5))`.
  public static let options = Options()
    .setting(ErrorTypes.self, ErrorTypes.Map().adding(JSONAPIErrors.self, for: StatusSet(100...599)))
    .setting(RowHeaders.self, [.accept: mediaType])
    .setting(QueryEncoding.self, queryEncoder)

  /// ``options``, and an answer of any other media type is an error whatever its body holds.
  public static let strictOptions = options.setting(AcceptedMediaTypes.self, [mediaType])

  /// `include=a,b&fields%5Bt%5D=x,y`, in the order in which it was given.
  static let queryEncoder = QueryEncoder(arrays: .comma, order: .asWritten)
}
