public import FoundationEssentials
import HTTPTypes
import Synchronization

/// A REST client: where the server is, what every request carries, the chain of middleware, and the transport at its end.
///
/// A value: a changed copy does not affect the original, and several clients in one process are independent. Any number of tasks
/// may use a client at once.
///
/// ```swift
/// let api = Client(baseURL: "https://api.example.com/v1", middleware: [RetryMiddleware()], transport: URLSessionTransport())
/// let person = try await api.send(Person.read(5))
/// ```
public struct Client: Sendable {
  var base: BaseURL {
    didSet { prepared = Prepared(self) }
  }
  private(set) var prepared: Prepared

  /// What log lines call this client, so that several clients in one process can be told apart. Default nil: no name.
  public var name: String?
  /// Header fields of every request; nil takes one off. `Accept` follows from the coder unless it is mentioned. Fields that
  /// carry credentials go only to the origin of the base URL: a row or call for another origin gives its own. A value with a
  /// control character is reported by ``problems`` and thrown by every call.
  public var headers: HeaderChanges {
    didSet { prepared = Prepared(self) }
  }
  /// The links every request goes through, in order: the first sees the request first and the response last.
  public var middleware: [any Middleware] {
    didSet { prepared = Prepared(self) }
  }
  /// What puts requests on the wire.
  public var transport: any Transport {
    didSet { prepared = Prepared(self) }
  }
  /// How bodies are encoded and decoded where neither model, row nor call says otherwise.
  public var coder: any Coder {
    didSet { prepared = Prepared(self) }
  }
  /// How query values are written.
  public var queryEncoder: QueryEncoder
  /// Settings under those of models, rows, overrides and calls.
  public var options: Options {
    didSet { prepared = Prepared(self) }
  }
  /// What operators changed about rows.
  public var overrides: EndpointOverrides
  /// What decides paths where templates cannot. A call's own router wins over it, and so does a path that operators gave.
  public var router: (any Router)?
  /// The time of every call.
  public var clock: CallClock
  /// Told of each call when it has ended. Default: none, which costs nothing.
  public var observers: [any CallObserver]
  private let counter = CallCounter()

  /// A client.
  ///
  /// - Parameters:
  ///   - name: what log lines call the client.
  ///   - baseURL: where relative paths begin. Its path and its query are kept; a slash at the end of the path does not matter. If
  ///     it is faulty, ``problems`` reports it and every call throws it.
  ///   - headers: header fields of every request.
  ///   - middleware: the links of the chain, in order.
  ///   - transport: what puts requests on the wire.
  ///   - coder: how bodies are encoded and decoded.
  ///   - queryEncoder: how query values are written.
  ///   - options: settings that models, rows, overrides and calls may replace.
  ///   - overrides: what operators changed about rows.
  ///   - router: decides paths that a template cannot express.
  ///   - clock: the time of every call.
  ///   - observers: told of each call when it has ended.
  public init(
    name: String? = nil, baseURL: URL?, headers: HeaderChanges = [:], middleware: [any Middleware] = [],
    transport: any Transport,
    coder: any Coder = JSONCoder(), queryEncoder: QueryEncoder = QueryEncoder(), options: Options = Options(),
    overrides: EndpointOverrides = EndpointOverrides(), router: (any Router)? = nil, clock: CallClock = .continuous,
    observers: [any CallObserver] = []
  ) {
    self.name = name
    base = BaseURL(baseURL)
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
    prepared = Prepared(base, headers, middleware, transport, coder, options)
  }

  /// A client whose base URL is given as text.
  public init(
    name: String? = nil, baseURL: String, headers: HeaderChanges = [:], middleware: [any Middleware] = [],
    transport: any Transport,
    coder: any Coder = JSONCoder(), queryEncoder: QueryEncoder = QueryEncoder(), options: Options = Options(),
    overrides: EndpointOverrides = EndpointOverrides(), router: (any Router)? = nil, clock: CallClock = .continuous,
    observers: [any CallObserver] = []
  ) {
    self.init(
      name: name, baseURL: URL(string: baseURL), headers: headers, middleware: middleware, transport: transport, coder: coder,
      queryEncoder: queryEncoder, options: options, overrides: overrides, router: router, clock: clock,
      observers: observers)
  }

  /// Where relative paths begin. The next call uses what is set here.
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
    try await answer(to: request(for: call), of: call).reply
  }

  /// Sends a call and returns the response as it came, whatever its status.
  ///
  /// The body is whole, or a stream if the option ``Delivery`` says so. The call's deadline also applies to the stream. A stream that
  /// ends too early throws a ``CallError``.
  ///
  /// - Throws: ``CallError``; `CancellationError` when the task is cancelled.
  public func respond<Output>(to call: Call<Output>) async throws -> Response {
    try await respond(to: request(for: call))
  }

  /// Sends a request through the chain and returns the response as it came, whatever its status.
  ///
  /// - Throws: ``CallError``; `CancellationError` when the task is cancelled.
  public func respond(to request: Request) async throws -> Response {
    do {
      return handedOver(bounded(try await exchange(request), request), to: request)
    } catch {
      throw failed(error, request)
    }
  }

  func context(timeout: Duration?) -> CallContext {
    CallContext(number: counter.next(), client: name, clock: clock, timeout: timeout)
  }
}

/// What every request of a client has in common, made once.
struct Prepared: Sendable {
  let chain: Next
  /// The links of the chain, with those that the client adds.
  let links: [any Middleware]
  /// The client's options, and where home is.
  let options: Options
  /// The client's header fields, `Accept` among them.
  let fields: HTTPFields
  /// A field whose value cannot be sent.
  let fault: InvalidField?
  /// A head with everything but method, path and header fields.
  let head: HTTPRequest
  /// Whether all links and the transport end their own waits by the deadline.
  let enforcesDeadline: Bool

  init(
    _ base: BaseURL, _ headers: HeaderChanges, _ middleware: [any Middleware], _ transport: any Transport, _ coder: any Coder,
    _ options: Options
  ) {
    links = Self.completed(middleware)
    chain = Next(links, transport: transport)
    self.options = options.setting(HomeOrigin.self, base.origin)
    var fields = HTTPFields()
    do throws(InvalidField) {
      fields = try headers.applied(to: fields)
      if !headers.mentions(.accept) { try fields.set(.accept, to: coder.accept) }
      fault = nil
    } catch {
      fault = error
    }
    self.fields = fields
    head = HTTPRequest(method: .get, scheme: base.scheme, authority: base.authority, path: nil, headerFields: fields)
    enforcesDeadline = transport.enforcesDeadline && middleware.allSatisfy(\.enforcesDeadline)
  }

  /// The links with one that follows redirects, if none of them does: before the first that must see each hop.
  private static func completed(_ middleware: [any Middleware]) -> [any Middleware] {
    if middleware.contains(where: { $0.stage == .redirect }) { return middleware }
    let first = middleware.firstIndex { link in link.stage.map { $0 >= .signing } ?? false }
    var links = middleware
    links.insert(RedirectMiddleware(), at: first ?? links.count)
    return links
  }

  init(_ client: Client) {
    self.init(client.base, client.headers, client.middleware, client.transport, client.coder, client.options)
  }
}

/// Numbers the calls of a client and its copies.
private final class CallCounter: Sendable {
  private let last = Atomic<UInt64>(0)
  func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
