import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON

/// The control path of a mock server: `/__refinery/faults`, `/__refinery/journal` and `/__refinery/reset`.
///
/// It is for programs on this machine. A web page cannot use it: requests with an `Origin`, from a page in a browser, or for
/// another host are refused, and rules are accepted only as `application/json`.
struct MockControl: Sendable {
  private static let prefix = "/__refinery/"

  let faults: MockFaults
  let journal: MockJournal
  let reset: @Sendable () async throws -> Void

  /// Whether a target belongs to the control path.
  static func has(_ target: String) -> Bool { target.hasPrefix(prefix) }

  func respond(to request: MockRequest) async -> MockResponse {
    guard Self.isFromThisMachine(request.fields) else {
      return SelectedFaults.problem(403, "The control path is only for programs on this machine, not for web pages.")
    }
    let path = request.target.dropFirst(Self.prefix.count).prefix { $0 != "?" }
    switch (path, request.method) {
    case ("faults", .get), ("faults", .head): return listedFaults()
    case ("faults", .put), ("faults", .post): return setFaults(request)
    case ("faults", .delete):
      faults.removeAll()
      return MockResponse(204)
    case ("journal", .get), ("journal", .head): return listedCalls(request)
    case ("journal", .delete):
      journal.removeAll()
      return MockResponse(204)
    case ("reset", .post):
      faults.removeAll()
      journal.removeAll()
      do { try await reset() } catch { return SelectedFaults.problem(500, ErrorSummary.text(of: error)) }
      return MockResponse(204)
    case ("faults", _): return Self.wrongMethod("GET, HEAD, PUT, POST, DELETE")
    case ("journal", _): return Self.wrongMethod("GET, HEAD, DELETE")
    case ("reset", _): return Self.wrongMethod("POST")
    default: return SelectedFaults.problem(404, "The control path has faults, journal and reset.")
    }
  }

  // MARK: Access

  /// Whether no web page can have caused the request. The server listens only on this machine, but a page in a browser of this
  /// machine can reach it, also by a host name of its own that it points to this machine.
  private static func isFromThisMachine(_ fields: HTTPFields) -> Bool {
    let isPage = fields.contains { field in
      switch field.name.canonicalName {
      case "origin": true
      case "sec-fetch-site": field.value != "none"
      default: false
      }
    }
    let hosts = fields.filter { $0.name.canonicalName == "host" }
    guard !isPage, hosts.count == 1, let host = hosts.first?.value.lowercased() else { return false }
    return ["127.0.0.1", "localhost", "[::1]"].contains { name in
      guard host.hasPrefix(name) else { return false }
      let port = host.dropFirst(name.count)
      return port.isEmpty || (port.first == ":" && port.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) })
    }
  }

  private static func wrongMethod(_ allowed: String) -> MockResponse {
    var response = SelectedFaults.problem(405, "The methods are \(allowed).")
    response.fields[.allow] = allowed
    return response
  }

  private static func json(_ value: JSONValue) -> MockResponse {
    MockResponse(200, fields: [.contentType: "application/json", .cacheControl: "no-store"], content: value.data())
  }

  // MARK: Faults

  private func listedFaults() -> MockResponse {
    let rules = faults.uses.map { use -> JSONValue in
      ["rule": .string(use.rule.description), "requests": .number(use.requests), "applied": .number(use.applied)]
    }
    return Self.json(["faults": .array(rules)])
  }

  /// PUT replaces the rules, POST adds some: `{"faults":["Person.read: status 503, times 2"]}`.
  private func setFaults(_ request: MockRequest) -> MockResponse {
    let type = (request.fields[.contentType] ?? "").prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    guard type == "application/json" else {
      return SelectedFaults.problem(415, "The content must be application/json.")
    }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: request.content)
    } catch {
      let place = (error as? JSONValue.Malformed).map { ": \($0)" } ?? ""
      return SelectedFaults.problem(400, "The content cannot be read\(place)")
    }
    let lines = json["faults"]?.array?.map(\.string)
    guard let lines, !lines.contains(nil) else {
      return SelectedFaults.problem(
        422, "The content must be {\"faults\":[...]} with a text for each rule, such as \"*: status 503, times 2\".")
    }
    do {
      try faults.set(lines.compactMap { $0 }, unit: "rule", keepingOthers: request.method == .post)
    } catch {
      return SelectedFaults.problem(422, error.problems.joined(separator: "; "))
    }
    return listedFaults()
  }

  // MARK: Journal

  private func listedCalls(_ request: MockRequest) -> MockResponse {
    let query = URLComponents(string: request.target)?.queryItems ?? []
    let row = query.first { $0.name == "row" }?.value
    let calls = row.map { journal.calls($0) } ?? journal.calls
    return Self.json(["calls": .array(calls.map(\.shown)), "dropped": .number(journal.dropped)])
  }
}

extension MockCall {
  /// The call as JSON, without secrets.
  fileprivate var shown: JSONValue {
    let redaction = Redaction()
    let (seconds, attoseconds) = time.components
    let milliseconds = seconds.multipliedReportingOverflow(by: 1000).partialValue
    return [
      "number": .number(number), "row": row.map(JSONValue.string) ?? .null, "method": .string(method.rawValue),
      "target": .string(redaction.target(target)),
      "fields": .array(
        fields.map { ["name": .string($0.name.rawName), "value": .string(redaction.value(of: $0))] as JSONValue }),
      "content": .string(redaction.shown(Body(content), fields: uncodedFields).description),
      "status": status.map { JSONValue.number($0) } ?? .null,
      "faults": .array(faults.map { .string($0.description) }),
      "milliseconds": .number(milliseconds.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue),
    ]
  }

  /// The fields of the content without its coding.
  private var uncodedFields: HTTPFields {
    var fields = fields
    fields[.contentEncoding] = nil
    return fields
  }
}
