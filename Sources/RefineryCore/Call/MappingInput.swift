public import FoundationEssentials
public import HTTPTypes

/// The input of a mapping, which makes the output of a call: a successful response with its whole body, and parts of the call.
///
/// ``ScopedCall/mapping(at:_:)`` passes it to a closure, so a module of your own can add outputs to every call:
///
/// ```swift
/// struct Dated<Model: Sendable>: Sendable { let model: Model, date: String? }
///
/// extension ScopedCall where Output: Resource & Decodable {
///   var dated: ScopedCall<Dated<Output>, Parent> {
///     mapping(at: Output.objectEnvelope) { input in
///       Dated(model: try input.decode(Output.self), date: input.head.headerFields[.date])
///     }
///   }
/// }
///
/// let person = try await api.send(Person.read(5).dated)
/// ```
public struct MappingInput: Sendable, Redacted {
  /// Status and header fields of the response.
  public let head: HTTPResponse
  /// The bytes of the body, as the chain delivered them.
  public let data: Data
  /// The coder that applies to the call.
  public let coder: any Coder
  /// The options that apply to the call.
  public let options: Options
  /// The bytes of the request's content; nil if there was none, or if it was a file or a stream.
  public let sent: Data?
  /// The values of the placeholders of the call's path.
  public let values: PathValues
  /// The elements of a list that were left out, for ``Reply/skipped``.
  public var skipped: [SkippedElement] = []
  let envelope: @Sendable () -> MemberPath

  /// The path of the value in the body: the row's or the call's ``Options/envelope``, or the path that the mapping was made
  /// with.
  public var place: MemberPath { options.explicit(EnvelopeKey.self) ?? envelope() }

  /// Decodes the value at ``place`` with the coder of the call.
  ///
  /// - Throws: ``MappingError``.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A coder does not get the header fields, which name the charset of a text.
    let data = coder is TextCoder && place.parts.isEmpty ? Data(try text().utf8) : data
    return try coder.decode(type, from: data, at: place.parts)
  }

  /// Returns the body as untyped JSON; nil if it is empty or only white space. If a name is repeated, the first member
  /// counts. The body is parsed on each call.
  ///
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/malformed``.
  public func json() throws -> JSONValue? {
    guard !data.isBlank else { return JSONValue?.none }
    do { return try JSONValue(parsing: data) } catch { throw MappingError(decoding: error, expecting: JSONValue.self) }
  }
}
