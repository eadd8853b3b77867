import HTTPTypes

// The descriptions of the types of the core, in one place. A type without a description here shows its name.

extension Client: Redacted {
  /// The origin of the base URL, the middleware of the chain, and the transport:
  /// `Client(https://api.example, RetryMiddleware)`.
  public var description: String {
    "Client(\(([base.url == nil ? "no base URL" : Redaction.escaped(base.origin)] + middleware.map(\.name) + [transport.name]).joined(separator: ", ")))"
  }
}

extension ScopedCall: Redacted {
  /// The row: `Call(Person.read GET people/{id})`.
  public var description: String { Redaction.escaped("Call(\(endpoint))") }
}

extension Request: Redacted {
  /// Row, method, URL and size: `Request(Person.read GET https://api.example/people/5, 2 header fields, no body)`.
  public var description: String {
    let url = Redaction().url(of: self)
    let fields = "\(head.headerFields.count) header fields"
    return "Request(\(Redaction.escaped(endpoint.name)) \(head.method.rawValue) \(url), \(fields), \(body.size))"
  }
}

extension Response: Redacted {
  /// Status and size: `Response(200, 4 header fields, 12 bytes)`.
  public var description: String { "Response(\(head.status.code), \(head.headerFields.count) header fields, \(body.size))" }
}

extension Reply: Redacted {
  /// The type of the output and the status: `Reply<Person>(200)`.
  public var description: String { "Reply<\(Output.self)>(\(head.status.code))" }
}

extension Body: Redacted {
  /// The size: `Body(12 bytes)`.
  public var description: String { "Body(\(size))" }

  fileprivate var size: String {
    let length = length.map { $0 == 1 ? "1 byte" : "\($0) bytes" }
    return switch storage {
    case .bytes: length ?? ""
    case .file: "\(length ?? "") in a file"
    case .stream: length.map { "a stream of \($0)" } ?? "a stream"
    }
  }
}

extension Body? {
  fileprivate var size: String { self?.size ?? "no body" }
}

extension Endpoint: Redacted {}
extension EndpointTable: Redacted {}
extension Options: Redacted {}
extension HeaderChanges: Redacted {}

extension EndpointOverrides: Redacted {
  /// The names of the rows that are overridden.
  public var description: String { "EndpointOverrides(\(names.sorted().map(Redaction.escaped).joined(separator: ", ")))" }
}

extension Page: Redacted {
  /// The number of the page.
  public var description: String { "Page<\(Output.self)>(\(number))" }
}

extension TransportConfiguration: Redacted {}
extension TransportConfiguration.ClientCertificate: Redacted {}
extension EndpointOverridesStore: Redacted {}
extension Next: Redacted {}
extension Body.Iterator: Redacted {}
extension PathValues: Redacted {}
extension Query: Redacted {}
extension Query.Item: Redacted {}
extension QueryValue: Redacted {}
extension Pages: Redacted {}
extension Pages.Iterator: Redacted {}
extension PageResponse: Redacted {}
extension PageLinks: Redacted {}
extension PageStep: Redacted {}
extension PageToken: Redacted {}
extension WebLink: Redacted {}
extension WebLink.Parameter: Redacted {}
extension Items: Redacted {}
extension Items.Iterator: Redacted {}
extension ItemStream: Redacted {}
extension StreamedResponse: Redacted {}
extension ItemStream.Iterator: Redacted {}
