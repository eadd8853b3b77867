import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization

/// A server of JSON objects at `/notes`: it gives ids, keeps versions, honours idempotency keys, lists in pages and by change,
/// takes batches, and fails when told.
final class NoteServer: Sendable {
  enum Fault: Sendable {
    /// The request does not arrive, and the client knows.
    case unsent
    /// The request does not arrive.
    case lost
    /// The request is performed, but its response does not arrive.
    case answerLost
    /// Returns this status and body instead of performing the request.
    case status(Int, String = "")
    /// Performs the request, and returns this response instead of the right one.
    case answer(String)
  }

  struct Record: Sendable {
    var content: JSONValue
    var version: Int
    var isDeleted = false
  }

  struct State: Sendable {
    var records: [String: Record] = [:]
    var order: [String] = []
    var version = 0
    var lastID = 0
    var answers: [String: Answer] = [:]
    var carriedOut: [String] = []
    var replays = 0
    var pageSize: Int?
    var honoursKeys = true
    var givesTags = true
    var log: [Seen] = []
  }

  struct Seen: Sendable {
    let method: String
    let target: String
    let key: String?
    let condition: String?
    var isNew = false
    /// Whether the request has `Cache-Control: no-cache`.
    var asksServer = false
    let body: JSONValue?
    /// `POST /notes`, without a query.
    var line: String { "\(method) \(target.prefix { $0 != "?" })" }
  }

  struct Answer: Sendable {
    var status = 200
    var fields: [(String, String)] = []
    var body = ""
  }

  let state = Mutex(State())
  /// What becomes of the next requests, in order; nil lets one pass.
  let faults = Mutex<[Fault?]>([])
  /// Called before each request is carried out.
  let onRequest = Mutex<(@Sendable (Seen) async throws -> Void)?>(nil)

  var transport: StubTransport {
    StubTransport { [self] request in
      let body = try await request.body?.collect() ?? Data()
      let fault = faults.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      let seen = Self.seen(request.head.method.rawValue, request.head.path ?? "/", request.head.headerFields, body)
      if let hook = onRequest.withLock({ $0 }) { try await hook(seen) }
      switch fault {
      case .unsent: throw TransportError(.cannotConnect, phase: .beforeSending)
      case .lost:
        state.withLock { $0.log.append(seen) }
        throw TransportError(.connectionLost, phase: .waiting)
      case .answerLost:
        _ = respond(seen)
        throw TransportError(.connectionLost, phase: .waiting)
      case .status(let code, let text):
        state.withLock { $0.log.append(seen) }
        return Self.response(Answer(status: code, body: text))
      case .answer(let text):
        var answer = respond(seen)
        answer.body = text
        return Self.response(answer)
      case nil:
        return Self.response(respond(seen))
      }
    }
  }

  var client: Client { Client(baseURL: "http://notes.example", transport: transport) }

  func fails(_ next: Fault?...) { faults.withLock { $0 += next } }

  /// The requests, in order: `POST /notes`.
  var lines: [String] { state.withLock { $0.log.map(\.line) } }
  var log: [Seen] { state.withLock { $0.log } }
  func forget() { state.withLock { $0.log = [] } }

  /// What the server has, in its order.
  var contents: [JSONValue] {
    state.withLock { state in state.order.compactMap { state.records[$0] }.filter { !$0.isDeleted }.map(\.content) }
  }

  /// Changes the server behind everyone's back.
  @discardableResult
  func put(_ content: JSONValue) -> String {
    state.withLock { state in
      let id = content["id"]?.string ?? content["id"]?.int.map { "\($0)" } ?? "?"
      state.put(id, content)
      return id
    }
  }

  func remove(_ id: String) { state.withLock { $0.remove(id) } }

  static func seen(_ method: String, _ target: String, _ fields: HTTPFields, _ body: Data) -> Seen {
    Seen(
      method: method, target: target, key: fields[.idempotencyKey], condition: fields[.ifMatch],
      isNew: fields[.ifNoneMatch] == "*", asksServer: fields[.cacheControl] == "no-cache", body: try? JSONValue(parsing: body))
  }

  private static func response(_ answer: Answer) -> Response {
    var fields = HTTPFields()
    for (name, value) in answer.fields { if let name = HTTPField.Name(name) { fields[name] = value } }
    return Response(
      status: HTTPResponse.Status(code: answer.status), headers: fields, body: answer.body.isEmpty ? .empty : Body(answer.body))
  }
}

extension NoteServer {
  /// Carries a request out.
  func respond(_ seen: Seen) -> Answer {
    state.withLock { state in
      state.log.append(seen)
      if state.honoursKeys, let key = seen.key, let known = state.answers[key] {
        state.replays += 1
        return known
      }
      let answer = state.answer(seen)
      if let key = seen.key, answer.status < 300 {
        state.answers[key] = answer
        state.carriedOut.append(key)
      }
      return answer
    }
  }
}

extension NoteServer.State {
  mutating func put(_ id: String, _ content: JSONValue) {
    if records[id] == nil || records[id]?.isDeleted == true {
      order.removeAll { $0 == id }
      order.append(id)
    }
    version += 1
    records[id] = NoteServer.Record(content: content, version: version)
  }

  mutating func remove(_ id: String) {
    version += 1
    records[id]?.version = version
    records[id]?.isDeleted = true
  }

  fileprivate mutating func answer(_ seen: NoteServer.Seen) -> NoteServer.Answer {
    let path = seen.target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    let body = seen.body ?? .null
    switch (seen.method, path.count) {
    case ("GET", 1): return listing(seen.target)
    case ("POST", 1):
      let id = create(body)
      return one(id, status: 201)
    case ("POST", 2):
      let items = body.array ?? body["data"]?.array ?? []
      let answers = items.map { item -> JSONValue in
        guard let id = item["id"]?.text() else {
          let id = create(item)
          return records[id]?.content ?? .null
        }
        put(id.replacing("\"", with: ""), item)
        return item
      }
      return NoteServer.Answer(body: JSONValue.array(answers).text())
    case (let method, 2):
      let id = path[1].removingPercentEncoding ?? path[1]
      let record = records[id].flatMap { $0.isDeleted ? nil : $0 }
      if let condition = seen.condition, condition != record.map({ "\"\($0.version)\"" }) ?? "" {
        return NoteServer.Answer(status: 412, body: record.map { #"{"existing":\#($0.content.text())}"# } ?? "{}")
      }
      if seen.isNew, let record { return NoteServer.Answer(status: 412, body: #"{"existing":\#(record.content.text())}"#) }
      switch method {
      case "PUT":
        put(id, body)
        return one(id)
      case _ where record == nil: return NoteServer.Answer(status: 404)
      case "PATCH":
        put(id, merged(record?.content ?? .null, body))
        return one(id)
      case "DELETE":
        remove(id)
        return NoteServer.Answer(status: 204)
      default: return one(id)
      }
    default: return NoteServer.Answer(status: 404)
    }
  }

  private mutating func create(_ content: JSONValue) -> String {
    var object = content.object ?? [:]
    if object["id"] == nil {
      lastID += 1
      object["id"] = .number(lastID)
    }
    let id = object["id"]?.string ?? object["id"]?.text() ?? ""
    put(id, .object(object))
    return id
  }

  private func merged(_ old: JSONValue, _ changes: JSONValue) -> JSONValue {
    var object = old.object ?? [:]
    for (key, value) in changes.object ?? [:] { object[key] = value.isNull ? JSONValue?.none : value }
    return .object(object)
  }

  private func one(_ id: String, status: Int = 200) -> NoteServer.Answer {
    guard let record = records[id] else { return NoteServer.Answer(status: 404) }
    let fields = givesTags ? [("ETag", "\"\(record.version)\"")] : []
    return NoteServer.Answer(status: status, fields: fields, body: record.content.text())
  }

  private func listing(_ target: String) -> NoteServer.Answer {
    let items = URLComponents(string: target)?.queryItems ?? []
    let since = items.first { $0.name == "_since" }?.value.flatMap { Int($0) }
    let from = items.first { $0.name == "from" }?.value.flatMap { Int($0) } ?? 0
    let all = order.compactMap { id in records[id].map { (id, $0) } }.filter { _, record in
      since.map { record.version > $0 } ?? !record.isDeleted
    }
    let part = all.dropFirst(from).prefix(pageSize ?? .max)
    var fields = [("ETag", "\"\(version)\""), ("X-Total", "\(all.count)")]
    if from + part.count < all.count {
      let since = since.map { "_since=\($0)&" } ?? ""
      fields.append(("Link", "<http://elsewhere.example/notes?\(since)from=\(from + part.count)>; rel=\"next\""))
    }
    let contents = part.map { id, record in
      record.isDeleted
        ? JSONValue.object([(key: "id", value: record.content["id"] ?? .string(id)), (key: "deleted", value: true)])
        : record.content
    }
    return NoteServer.Answer(fields: fields, body: JSONValue.array(contents).text())
  }
}
