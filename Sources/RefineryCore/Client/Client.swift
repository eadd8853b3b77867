public import FoundationEssentials
import HTTPTypes

/// A REST client: the address of the server, the defaults of every request, the chain of middleware, and the transport at its
/// end.
///
/// A client is a value: changing a copy does not affect the original. Several clients in one process are independent. Any
/// number of tasks may use a client at once.
///
/// ```swift
/// let api = Client(baseURL: "https://api.example.com/v1", middleware: [RetryMiddleware()], transport: URLSessionTransport())
/// let person = try await api.send(Person.read(5))
/// ```
public struct Client: Sendable {
  var base: BaseURL {
    didSet { prepared = RequestDefaults(self) }
  }
  private(set) var prepared: RequestDefaults

  /// The name of this client in log lines, to tell several clients in one process apart. Default nil: no name.
  public var name: String?
  /// Header fields of every request; nil removes one. `Accept` comes from the coder unless it is set or removed here. Fields
  /// that carry credentials are sent only to the origin of the base URL: a row or call for another origin sets its own.
  /// ``problems`` reports a value with a control character and a field that only a transport may set, such as `Host`. In both
  /// cases, the calls fail.
  public var headers: HeaderChanges {
    didSet { prepared = RequestDefaults(self) }
  }
  /// The middleware that every request passes, in order: the first sees the request first and the response last.
  public var middleware: [any Middleware] {
    didSet { prepared = RequestDefaults(self) }
  }
  /// The transport that sends requests over the network.
  public var transport: any Transport {
    didSet { prepared = RequestDefaults(self) }
  }
  /// How bodies are encoded and decoded, unless a model, row or call sets another coder.
  public var coder: any Coder {
    didSet { prepared = RequestDefaults(self) }
  }
  /// How query values are written, unless the option ``Options/queryEncoding`` sets another encoder.
  public var queryEncoder: QueryEncoder
  /// Options that models, rows, overrides and calls may replace.
  public var options: Options {
    didSet { prepared = RequestDefaults(self) }
  }
  /// The changes of operators to rows.
  public var overrides: EndpointOverrides
  /// Decides paths that a template cannot express. A call's own router takes precedence, and so does a path that operators set.
  public var router: (any PathRouter)?
  /// The clock of every call.
  public var clock: CallClock
  /// The observers, which receive an event when a call has ended. Default: none, which costs nothing.
  public var observers: [any CallObserver]
  let calls = CallRegistry()

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - name: the name of the client in log lines.
  ///   - baseURL: the start of relative paths, as text or as a URL. Its path and its query are kept; a trailing slash of the
  ///     path does not matter. If it is faulty, ``problems`` reports it and every call fails.
  ///   - headers: header fields of every request.
  ///   - middleware: the steps of the chain, in order.
  ///   - transport: sends requests over the network. With `import Refinery` it may be left out.
  ///   - coder: how bodies are encoded and decoded.
  ///   - queryEncoder: how query values are written.
  ///   - options: settings that models, rows, overrides and calls may replace.
  ///   - overrides: the changes of operators to rows.
  ///   - router: decides paths that a template cannot express.
  ///   - clock: the clock of every call.
  ///   - observers: receive an event when a call has ended.
  public init(
    name: String? = nil, baseURL: some BaseURLConvertible, headers: HeaderChanges = [:], middleware: [any Middleware] = [],
    transport: any Transport, coder: any Coder = JSONCoder(), queryEncoder: QueryEncoder = QueryEncoder(),
    options: Options = Options(), overrides: EndpointOverrides = EndpointOverrides(), router: (any PathRouter)? = nil,
    clock: CallClock = .continuous, observers: [any CallObserver] = []
  ) {
    self.name = name
    base = BaseURL(baseURL.makeURL())
    self.headers = headers
    self.middleware = middleware
    self.transport = transport
    self.coder = coder
    self.queryEncoder = queryEncoder
    self.options = options
    self.overrides = overrides
    self.router = router
    self.clock = clock
    self.observers = observers
    prepared = RequestDefaults(base, headers, middleware, transport, coder, options)
  }

  /// The start of relative paths. A new value applies from the next call on.
  public var baseURL: URL? {
    get { base.url }
    set { base = BaseURL(newValue) }
  }

  /// Sends a call and returns its output.
  ///
  /// - Throws: ``CallError``; `CancellationError` when the task is cancelled.
  @discardableResult
  public func send<Output>(_ call: Call<Output>) async throws -> Output {
    try await reply(to: call).value
  }

  /// Sends a call and returns its output with the head of the response, the attempts and the time.
  ///
  /// - Throws: ``CallError``; `CancellationError` when the task is cancelled.
  public func reply<Output>(to call: Call<Output>) async throws -> Reply<Output> {
    try await replyAndBody(to: request(for: call), of: call).reply
  }

  /// Sends a call and returns the response unchanged, whatever its status.
  ///
  /// The body is whole, or a stream if the option ``Options/delivery`` says so. The call's ``Options/timeout`` also limits the
  /// whole stream, so a body that is read slowly ends with a ``CallError``; ``open(_:accept:)`` limits only the head and each
  /// wait. A stream that ends too early throws a ``CallError``.
  ///
  /// - Throws: ``CallError``; `CancellationError` when the task is cancelled.
  public func respond<Output>(to call: Call<Output>) async throws -> Response {
    try await respond(to: request(for: call))
  }

  /// Sends a request through the chain and returns the response unchanged, whatever its status.
  ///
  /// If the request does not set the option ``Options/homeOrigin``, it gets the client's. Middleware therefore sends
  /// credentials only to the origin of the base URL.
  ///
  /// - Throws: ``CallError``; `CancellationError` when the task is cancelled.
  public func respond(to request: Request) async throws -> Response {
    guard request.options.explicit(HomeOriginKey.self) != nil else {
      var own = request
      own.options.homeOrigin = base.origin
      return try await respond(to: own)
    }
    return try await perform(request) { response in handOver(try tracked(response), to: request) }
  }
}

/// The parts that all requests of a client share, made once.
struct RequestDefaults: Sendable {
  let chain: Next
  /// The middleware of the chain, including what the client adds.
  let links: [any Middleware]
  /// The client's options, and the origin of its base URL.
  let options: Options
  /// A header field whose value cannot be sent.
  let fault: TransportError?
  /// The head of a GET request with the client's header fields and `Accept`, without its path.
  let head: HTTPRequest
  /// Whether all middleware and the transport end their own waits by the deadline.
  let enforcesDeadline: Bool

  init(
    _ base: BaseURL, _ headers: HeaderChanges, _ middleware: [any Middleware], _ transport: any Transport, _ coder: any Coder,
    _ options: Options
  ) {
    links = Self.completed(middleware)
    chain = Next(links, transport: transport)
    self.options = options.merging(Options { $0.homeOrigin = base.origin })
    var fields = HTTPFields()
    do throws(TransportError) {
      fields = try headers.applied(to: fields)
      if !headers.mentions(.accept) { try fields.set(.accept, to: coder.accept) }
      fault = nil
    } catch {
      fault = error
    }
    head = HTTPRequest(method: .get, scheme: base.scheme, authority: base.authority, path: nil, headerFields: fields)
    enforcesDeadline = transport.enforcesDeadline && middleware.allSatisfy(\.enforcesDeadline)
  }

  /// Returns the middleware. If none of it follows redirects, ``RedirectMiddleware`` is added before the first middleware that
  /// sees each hop.
  private static func completed(_ middleware: [any Middleware]) -> [any Middleware] {
    if middleware.contains(where: { $0.stage == .redirect }) { return middleware }
    let first = middleware.firstIndex { link in link.stage.map { $0 > .redirect } ?? false }
    var links = middleware
    links.insert(RedirectMiddleware(), at: first ?? links.count)
    return links
  }

  init(_ client: Client) {
    self.init(client.base, client.headers, client.middleware, client.transport, client.coder, client.options)
  }
}

extension Client: Redacted {
  /// The origin of the base URL, the links of the chain, and the transport: `Client(https://api.example, RetryMiddleware)`.
  public var description: String {
    "Client(\(([base.url == nil ? "no base URL" : Redaction.escaped(base.origin)] + middleware.map(\.name) + [transport.name]).joined(separator: ", ")))"
  }
}
