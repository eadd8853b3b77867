public import HTTPTypes

extension Options {
  /// Creates options by setting properties. Plugins add their own properties in an extension, as the example shows.
  ///
  /// ```swift
  /// let options = Options {
  ///   $0.timeout = .seconds(5)
  ///   $0.tenant = "north"
  /// }
  ///
  /// extension Options {
  ///   var tenant: String? {
  ///     get { self[Tenant.self] }
  ///     set { self[Tenant.self] = newValue }
  ///   }
  /// }
  /// ```
  public init(_ change: (inout Options) -> Void) {
    self.init()
    change(&self)
  }

  /// The time limit of the whole call: chain, back-off, transport, body and mapping. Default 60 s; nil for no limit.
  ///
  /// If the response is read while it arrives (a streamed list, events, parts, a download), it limits the time to the head, and
  /// then each wait for a chunk, unless ``idleTimeout`` limits that.
  ///
  /// Reading a streamed body after the limit throws ``TimedOut``, even if the rest of the body has already arrived.
  public var timeout: Duration? {
    get { self[TimeoutKey.self] }
    set { self[TimeoutKey.self] = newValue }
  }

  /// The time limit of one attempt, until its response is returned. Default nil: only the limit of the call applies.
  ///
  /// The limit begins when the transport has a place for the request. The wait for a place, if
  /// `TransportConfiguration.maximumConnectionsPerOrigin` requests are under way, has only the limit of the call. A transport
  /// of your own with a queue calls ``Request/waitsForPlace(_:)``; without these calls, the limit includes the wait.
  public var attemptTimeout: Duration? {
    get { self[AttemptTimeoutKey.self] }
    set { self[AttemptTimeoutKey.self] = newValue }
  }

  /// The time limit of the transport's wait for the next byte. Default nil: only the limit of the call applies.
  ///
  /// It may be longer than ``timeout``: once the head of a stream has arrived, only this option limits the waits.
  public var idleTimeout: Duration? {
    get { self[IdleTimeoutKey.self] }
    set { self[IdleTimeoutKey.self] = newValue }
  }

  /// The maximum number of bytes of a decoded response body that one call takes into memory. Default 16 MiB.
  ///
  /// A larger whole body ends the transfer with ``BodyError/tooLarge(limit:observed:)``. For a status that is not a success,
  /// the call still gets the response, and only reading its body beyond the limit fails. A streamed body has no limit unless
  /// this option is set: see ``Request/responseLimit``.
  public var responseLimit: Int {
    get { self[ResponseLimitKey.self] }
    set { self[ResponseLimitKey.self] = newValue }
  }

  /// How the response body is delivered: whole, or chunk by chunk as it arrives. Default: whole.
  public var delivery: Delivery {
    get { self[DeliveryKey.self] }
    set { self[DeliveryKey.self] = newValue }
  }

  /// The statuses that count as success. Default 200 to 299.
  public var successCodes: StatusSet {
    get { self[SuccessCodesKey.self] }
    set { self[SuccessCodesKey.self] = newValue }
  }

  /// Whether a row may be sent twice without harm. Default nil: the method decides, and a request with the field
  /// `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header) may be sent twice.
  public var idempotent: Bool? {
    get { self[IdempotentKey.self] }
    set { self[IdempotentKey.self] = newValue }
  }

  /// Which redirects are followed. Default: only those within the origin.
  public var redirects: RedirectPolicy {
    get { self[RedirectsKey.self] }
    set { self[RedirectsKey.self] = newValue }
  }

  /// Header fields of a row. They override those of the client, and a call's fields override them.
  public var headers: HeaderChanges {
    get { self[HeadersKey.self] }
    set { self[HeadersKey.self] = newValue }
  }

  /// Where the value is in the responses of a row or a call. It replaces the envelope of the model. Default: empty, so that of
  /// the model applies. For a list, it is the path of the array; ``itemEnvelope`` is the path in each of its items.
  public var envelope: MemberPath {
    get { self[EnvelopeKey.self] }
    set { self[EnvelopeKey.self] = newValue }
  }

  /// The path of the element in each item of a list, for servers that wrap each one: `result` for the lines
  /// `{"result": {...}}` of a gRPC gateway, `object` for those of a Kubernetes watch, `node` for
  /// `{"edges": [{"node": {...}}]}`. Default: empty, so an item is an element.
  ///
  /// It applies to lists of models, whole, page by page and streamed, in arrays, lines and sequences. An item without these
  /// members is an error at stage mapping, which names it; ``ElementPolicy/skip`` does not leave it out. The coder must be a
  /// ``StreamingCoder``. On a call that does not return a list, the option is an error at stage building.
  public var itemEnvelope: MemberPath {
    get { self[ItemEnvelopeKey.self] }
    set { self[ItemEnvelopeKey.self] = newValue }
  }

  /// What a list does with an element that cannot be read. Default: the call fails.
  public var elements: ElementPolicy {
    get { self[ElementsKey.self] }
    set { self[ElementsKey.self] = newValue }
  }

  /// Whether a list may be absent; it then has no elements. A list is absent if the member at the end of the envelope is
  /// missing or null, or if there is no envelope and the body is empty or null. Default: no, so the call ends at stage mapping.
  public var acceptsAbsentList: Bool {
    get { self[AcceptsAbsentListKey.self] }
    set { self[AcceptsAbsentListKey.self] = newValue }
  }

  /// The coder of a row or a call. It replaces that of the client. Default nil: the coder of the client applies.
  public var coder: (any Coder)? {
    get { self[CoderKey.self]?.coder }
    set { self[CoderKey.self] = newValue.map(AnyCoder.init) }
  }

  /// How the query of a row or a call is written. It replaces the encoder of the client. Default nil: the encoder of the client
  /// applies.
  public var queryEncoding: QueryEncoder? {
    get { self[QueryEncodingKey.self] }
    set { self[QueryEncodingKey.self] = newValue }
  }

  /// The media types that a successful response with a body may have. Default: any.
  ///
  /// Parameters and case do not matter. A response of another type, or without a type, ends the call at stage mapping with
  /// ``MappingError/Kind/wrongMediaType``.
  public var acceptedMediaTypes: Set<String> {
    get { self[AcceptedMediaTypesKey.self] }
    set { self[AcceptedMediaTypesKey.self] = newValue }
  }

  /// The types of a row's error bodies by status: see ``CallError/details(as:)``. Default: none.
  ///
  /// For a status without a type here, the types of the client apply, unless the map of the row or the call is empty.
  public var errors: ErrorTypes {
    get { self[ErrorsKey.self] }
    set { self[ErrorsKey.self] = newValue }
  }

  /// The largest number of bytes of an item of a streamed list, which bounds the memory of the reading. Default 16 MiB.
  public var itemLimit: Int {
    get { self[ItemLimitKey.self] }
    set { self[ItemLimitKey.self] = newValue }
  }

  /// When an event stream or the transfer of a file connects again: see ``Reconnection``.
  public var reconnection: Reconnection {
    get { self[ReconnectionKey.self] }
    set { self[ReconnectionKey.self] = newValue }
  }

  /// Header fields that carry a credential in this request, in addition to `Authorization`, `Cookie` and `Proxy-Authorization`.
  /// A redirect to another origin is sent without them. Middleware that adds such a field adds its name here.
  public var credentialFields: Set<HTTPField.Name> {
    get { self[CredentialFieldsKey.self] }
    set { self[CredentialFieldsKey.self] = newValue }
  }

  /// Whether a request must carry no credential. Middleware that adds credentials must leave such a request unchanged. The
  /// client sets it.
  public package(set) var credentialsWithheld: Bool {
    get { self[CredentialsWithheldKey.self] }
    set { self[CredentialsWithheldKey.self] = newValue }
  }

  /// The origin of the client's base URL as `scheme://authority`; nil if it is not known. Credentials are sent only there. The
  /// client sets it.
  public package(set) var homeOrigin: String? {
    get { self[HomeOriginKey.self] }
    set { self[HomeOriginKey.self] = newValue }
  }

  /// Whether status 304 is a success of this call, because the call is conditional.
  var acceptsNotModified: Bool {
    get { self[AcceptsNotModifiedKey.self] }
    set { self[AcceptsNotModifiedKey.self] = newValue }
  }
}
