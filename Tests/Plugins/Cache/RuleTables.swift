import FoundationEssentials
import HTTPTypes
import RefineryCore
import Testing

@testable import RefineryCache

/// One statement of the RFC: a response is offered to the store, and later a request is made.
struct RuleCase: Sendable, CustomTestStringConvertible {
  let statement: String
  let expected: String
  var status = 200
  var response: HTTPFields = [:]
  var body = "{}"
  var firstRequest: HTTPFields = [:]
  var method = HTTPRequest.Method.get
  /// How long the response took.
  var delay = 0
  /// How many seconds after the response the second request is made.
  var after = 10
  var secondRequest: HTTPFields = [:]
  var secondMethod: HTTPRequest.Method?
  var policy = CachePolicy()
  var targets: [HTTPField.Name] = []
  var isStreamed = false

  init(_ statement: String, _ expected: String, _ change: (inout RuleCase) -> Void = { _ in }) {
    self.statement = statement
    self.expected = expected
    change(&self)
  }

  var testDescription: String { statement }

  /// Midnight, 1 January 2026.
  static let midnight = 1_767_225_600
  static let date = "Thu, 01 Jan 2026 00:00:00 GMT"

  /// What the cache does with the second request, in words.
  var outcome: String {
    let rules = CacheRules(targets: targets)
    let responseTime = Self.midnight
    var fields = response
    if fields[.date] == nil { fields[.date] = Self.date }
    if fields[.date] == "" { fields[.date] = nil }
    let stored = rules.storable(
      HTTPResponse(status: .init(code: status), headerFields: fields), body: Data(body.utf8),
      to: request(method, firstRequest), requestTime: Date(timeIntervalSince1970: Double(responseTime - delay)),
      responseTime: Date(timeIntervalSince1970: Double(responseTime)))
    guard let stored else { return "not stored" }
    let second = request(secondMethod ?? method, secondRequest)
    guard rules.handles(second) else { return "passed on" }
    switch rules.action(for: second, stored: [stored], now: responseTime + after) {
    case .reuse(_, let isStale): return isStale ? "stale" : "fresh"
    case .reuseAndRevalidate: return "stale, validated in the background"
    case .notModified: return "304"
    case .validate(_, let why, let mayUseOnError):
      return mayUseOnError ? "validated (\(why)), stale on error" : "validated (\(why))"
    case .forward(let why): return "sent (\(why.rawValue))"
    case .refuse: return "504"
    }
  }

  private func request(_ method: HTTPRequest.Method, _ fields: HTTPFields) -> Request {
    var options = Options()
    options.caching = policy
    if isStreamed { options.delivery = .streamed(buffer: 1000) }
    return Request(
      endpoint: Endpoint("Person.read", method, "people/{id}"),
      head: HTTPRequest(method: method, scheme: "https", authority: "api.example", path: "/people/5", headerFields: fields),
      options: options)
  }
}

extension HTTPFields {
  /// Fields from lines such as `Cache-Control: no-store`.
  static func lines(_ lines: String...) -> HTTPFields {
    var fields = HTTPFields()
    for line in lines {
      let pair = line.split(separator: ":", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
      if let name = HTTPField.Name(String(pair[0])) {
        fields.append(HTTPField(name: name, value: pair.count > 1 ? String(pair[1]) : ""))
      }
    }
    return fields
  }

  static func control(_ directives: String) -> HTTPFields { .lines("Cache-Control: \(directives)") }
}
