public import FoundationEssentials
public import HTTPTypes
public import RefineryCore

/// One request that a stub received, with properties for its parts.
///
/// ```swift
/// #expect(stub.last?.method == .post)
/// #expect(stub.last?.query["limit"] == ["10"])
/// #expect(stub.last?.text == #"{"name":"Ann"}"#)
/// ```
public struct SentRequest: Sendable, Redacted {
  /// The request as it arrived.
  public let request: Request

  /// The HTTP method.
  public var method: HTTPRequest.Method { request.head.method }
  /// The header fields.
  public var headers: HTTPFields { request.head.headerFields }
  /// Scheme, authority and target as one text.
  public var url: String { "\(request.head.scheme ?? "")://\(request.head.authority ?? "")\(request.head.path ?? "")" }

  /// The path as sent: percent-encoded, without the query.
  public var path: String { String((request.head.path ?? "").prefix { $0 != "?" }) }

  /// The decoded values of each query key, in the order in which they were sent. A key without `=` has the value "".
  public var query: [String: [String]] {
    let items = URLComponents(string: request.head.path ?? "")?.queryItems ?? []
    return Dictionary(grouping: items, by: \.name).mapValues { $0.map { $0.value ?? "" } }
  }

  /// The bytes of a body that is in memory; otherwise nil. `request.body?.collect()` reads any body.
  public var body: Data? { request.body?.data }
  /// ``body`` as text; nil if it is not UTF-8.
  public var text: String? { body.flatMap { String(data: $0, encoding: .utf8) } }
}

extension StubTransport {
  /// All requests, in order.
  public var sent: [SentRequest] { requests.map(SentRequest.init) }
  /// The last request.
  public var last: SentRequest? { requests.last.map(SentRequest.init) }
}
