public import FoundationEssentials
import HTTPTypes

/// A row with its arguments, its body, and how the response is read. A value: nothing happens until a client sends it.
///
/// Capabilities make calls (`Person.read(5)`); a custom row makes one by hand:
///
/// ```swift
/// extension User {
///   static let activeEndpoint = Endpoint("User.active", .get, "users/active")
///   static func active() -> Call<[User]> { Call(activeEndpoint) }
/// }
/// ```
///
/// Sending a call twice sends two requests.
///
/// `Parent` is the model whose call must come before, joined with `/`. A call at the root has none: its type is ``Call``. Only
/// a call at the root can be sent. Every modifier serves both:
///
/// ```swift
/// let comment = try await api.send(Post.read(1) / Comment.read(2))      // GET posts/1/comments/2
/// try await api.send(post.read() / comment.delete())                    // DELETE posts/1/comments/2
/// ```
///
/// A custom row of a child makes one by hand. The path of the row continues the path of one parent:
///
/// ```swift
/// extension Comment {
///   static let hideEndpoint = endpoint("hide", .post, "comments/{id}/hide")
///   static func hide(_ id: ID) -> ScopedCall<Okay, Parent> { ScopedCall(hideEndpoint, ["id": PathValue(id: id)]) }
/// }
/// ```
public struct ScopedCall<Output: Sendable, Parent>: Sendable {
  /// The row.
  public internal(set) var endpoint: Endpoint
  /// The values of the placeholders of the row's path.
  public internal(set) var values: PathValues
  /// What is added to the query.
  public internal(set) var query: Query
  /// The header fields that only this call sets or removes.
  public internal(set) var headers: HeaderChanges
  /// The options of this call, which override those of its row.
  public internal(set) var options: Options
  var payload: Payload
  var mapping: Mapping<Output>
  var router: (any PathRouter)?
  /// A server's link that replaces the row's path, if there is one.
  var link: ServerLink?

  init(
    _ endpoint: Endpoint, _ values: PathValues = PathValues(), query: Query = [:], payload: Payload = .none,
    mapping: Mapping<Output>
  ) {
    self.endpoint = endpoint
    self.values = values
    self.query = query
    headers = HeaderChanges()
    options = Options()
    self.payload = payload
    self.mapping = mapping
  }
}

/// A call at the root, which a client can send.
public typealias Call<Output: Sendable> = ScopedCall<Output, Never>

extension ScopedCall where Output: Decodable {
  // Without the attribute, the compiler would prefer this initializer to the one for lists, which is generic over their
  // element.
  /// A call on a row of your own that returns any type the coder can decode.
  ///
  /// For a model, the call uses the coder of the model, unless the row has one. As `Data`, the output is the bytes of the body,
  /// as with ``data``. As `Data?`, it is nil if there is no body. The coder is not used for either. As `String` or `String?`,
  /// it is the text of the body, if the media type of the response is text, such as `text/plain`, and the call has no envelope:
  /// see ``text``. The coder reads any other response, so a JSON string is decoded; ``TextCoder`` reads every response as text.
  @_disfavoredOverload
  public init(_ endpoint: Endpoint, _ values: PathValues = PathValues(), query: Query = [:]) {
    self.init(endpoint, values, query: query, mapping: Mapping<Output>.bytes ?? .characters ?? .object)
    adopt(Output.self)
  }

  /// A call on a row of your own that returns a list, element by element: see ``ElementPolicy``.
  ///
  /// For models, the call uses the coder of the model, unless the row has one.
  public init<Element: Decodable & Sendable>(
    _ endpoint: Endpoint, _ values: PathValues = PathValues(), query: Query = [:]
  ) where Output == [Element] {
    self.init(endpoint, values, query: query, mapping: .list(of: Element.self))
    adopt(Element.self)
  }

  private mutating func adopt(_ type: Any.Type) {
    guard let coder = (type as? any Resource.Type)?.coder, endpoint.options.explicit(CoderKey.self) == nil else { return }
    options.coder = coder
  }
}

extension ScopedCall where Output == Okay {
  /// A call on a row of your own that only reports success.
  public init(_ endpoint: Endpoint, _ values: PathValues = PathValues(), query: Query = [:]) {
    self.init(endpoint, values, query: query, mapping: .okay)
  }
}

extension ScopedCall {
  /// Says why a call does not compile.
  @_disfavoredOverload
  @available(*, unavailable, message: "the output cannot be decoded: make it Decodable, or write Okay to read only the status")
  public init(_ endpoint: Endpoint, _ values: PathValues = PathValues(), query: Query = [:]) {
    self.init(endpoint, values, query: query, mapping: Mapping { _ in throw MappingError.emptyBody(expecting: Output.self) })
  }
}

/// The body of a call.
enum Payload: Sendable {
  case none
  case value(any Encodable & Sendable, nulls: NullPolicy?, coder: (any Coder)? = nil)
  case body(Body, contentType: String?)
}

extension ScopedCall {
  /// The same call with an optional output: nil for an empty body, a JSON null, or status 304.
  ///
  /// A body of only white space counts as empty. For the outputs ``data`` and ``text``, only a body without bytes is empty.
  public var optional: ScopedCall<Output?, Parent> { remapped(mapping.optional) }

  /// The same call, which returns ``Okay`` for every success and ignores the body.
  public var okay: ScopedCall<Okay, Parent> { remapped(.okay) }

  /// The same call, which returns the body as untyped JSON. If a member is repeated, the first one counts, as for models.
  public var json: ScopedCall<JSONValue, Parent> { remapped(.json) }

  /// The same call, which returns the bytes of the body.
  public var data: ScopedCall<Data, Parent> { remapped(.data) }

  /// The same call, which returns the body as text, whatever its media type. No coder reads it.
  ///
  /// The bytes are decoded by their byte order mark, or else by the `charset` of `Content-Type`, or else as UTF-8. Known are
  /// `utf-8`, `utf-16`, `utf-16le`, `utf-16be`, `us-ascii`, `iso-8859-1` and `windows-1252`; the last three are decoded as
  /// windows-1252, as in browsers (WHATWG Encoding). Another charset, or bytes that it does not permit, end the call at stage
  /// mapping with ``MappingError/Kind/malformed``. An envelope does not apply.
  ///
  /// Unless the row or the call sets `Accept`, the call sends `text/plain, text/*;q=0.9, */*;q=0.8`.
  public var text: ScopedCall<String, Parent> {
    let call = remapped(.text)
    let isDecided = headers.mentions(.accept) || endpoint.options.explicit(HeadersKey.self)?.mentions(.accept) == true
    return isDecided ? call : call.header(.accept, TextCoder().accept)
  }

  /// The same call, which decodes the body as another type.
  public func decoding<Other: Decodable & Sendable>(_ type: Other.Type) -> ScopedCall<Other, Parent> { remapped(.object) }

  /// The same call, with an output that your closure makes from the response.
  ///
  /// ```swift
  /// let range = Person.enumerate().mapping { $0.head.headerFields[.contentRange] ?? "none" }
  /// ```
  ///
  /// A list may leave elements out and report them in ``MappingInput/skipped``.
  ///
  /// - Parameters:
  ///   - envelope: the path of the value in the body, for ``MappingInput/place`` and ``optional``, unless the row or the call
  ///     sets another. Default: the body itself.
  ///   - transform: makes the output. If it throws, the call ends at stage mapping, with its error as the underlying error.
  public func mapping<Other: Sendable>(
    at envelope: MemberPath = [], _ transform: @escaping @Sendable (inout MappingInput) throws -> Other
  ) -> ScopedCall<Other, Parent> {
    remapped(Mapping(at: { envelope }, transform))
  }

  func remapped<Other: Sendable>(_ mapping: Mapping<Other>) -> ScopedCall<Other, Parent> { copy(mapping) }

  /// Returns the parts of this call with another mapping, and below another parent.
  func copy<Other: Sendable, Scope>(_ mapping: Mapping<Other>) -> ScopedCall<Other, Scope> {
    var call = ScopedCall<Other, Scope>(endpoint, values, query: query, payload: payload, mapping: mapping)
    call.headers = headers
    call.options = options
    call.router = router
    call.link = link
    return call
  }
}

extension ScopedCall where Output: Decodable {
  /// The same call, with the response merged into the sent body: members of the response win, and members that the response
  /// lacks keep the sent value.
  ///
  /// For servers that respond to a create with only the new id, and to an update with nothing. If the coder wraps bodies, the
  /// wrapping is removed from both first. A response that is not a JSON object ends the call at stage mapping.
  public var mergingSent: Self { remapped(.mergingSent) }
}

extension ScopedCall: Redacted {
  /// The row: `Call(Person.read GET people/{id})`.
  public var description: String { Redaction.escaped("Call(\(endpoint))") }
}
