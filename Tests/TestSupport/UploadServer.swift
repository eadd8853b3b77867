import Synchronization

/// A server of resumable uploads that follows the texts of the protocols: tus 1.0.0 with creation, creation-with-upload,
/// expiration and termination, and draft-ietf-httpbis-resumable-upload-12.
///
/// It knows no sockets. A test passes it the head of a request, then the content as far as it arrives.
public final class UploadServer: Sendable {
  public enum Kind: String, Sendable, CaseIterable { case tus, ietf }

  public struct Request: Sendable {
    public var method: String
    public var path: String
    /// By names in lower case.
    public var fields: [String: String]

    public init(_ method: String, _ path: String, _ fields: [String: String]) {
      self.method = method
      self.path = path
      self.fields = fields
    }
  }

  public struct Reply: Sendable {
    public var status: Int
    public var fields: [String: String]
    public var content: String

    public init(_ status: Int, _ fields: [String: String] = [:], _ content: String = "") {
      self.status = status
      self.fields = fields
      self.content = content
    }
  }

  /// What the server does after the head of a request.
  public enum Opening: Sendable {
    case reply(Reply)
    /// It takes the content for this upload.
    case content(id: String)
  }

  private struct Upload {
    var length: Int?
    var data: [UInt8] = []
    var isComplete = false
    var isOpen = false
    /// Whether the current request ends the upload.
    var endsNow = false
    var isNew = true
    var fields: [String: String] = [:]
  }

  private struct State {
    var uploads: [String: Upload] = [:]
    var order: [String] = []
    var log: [Request] = []
    var violations: [String] = []
  }

  public let kind: Kind
  /// Fields that are added to the responses to OPTIONS, POST and HEAD.
  public let extra: [String: String]
  private let state = Mutex(State())

  public init(_ kind: Kind, extra: [String: String] = [:]) {
    self.kind = kind
    self.extra = extra
  }

  public var log: [Request] { state.withLock { $0.log } }
  /// `POST /files` and so on, in order.
  public var lines: [String] { log.map { "\($0.method) \($0.path)" } }
  /// What a client must not do.
  public var violations: [String] { state.withLock { $0.violations } }
  public var uploadCount: Int { state.withLock { $0.order.count } }
  /// The content of the last upload.
  public var content: [UInt8] { state.withLock { state in state.order.last.flatMap { state.uploads[$0]?.data } ?? [] } }
  /// The contents of the complete uploads.
  public var complete: [[UInt8]] {
    state.withLock { state in state.order.compactMap { state.uploads[$0] }.filter(\.isComplete).map(\.data) }
  }

  /// Forgets all uploads.
  public func removeAll() { state.withLock { $0.uploads = [:] } }

  /// Removes the last bytes of the last upload, as a server does that loses them.
  public func lose(_ count: Int) {
    state.withLock { state in
      guard let id = state.order.last else { return }
      state.uploads[id]?.data.removeLast(count)
    }
  }

  public func open(_ request: Request) -> Opening {
    state.withLock { state in
      state.log.append(request)
      let fields = request.fields
      if request.method == "OPTIONS" {
        let offer =
          kind == .tus
          ? ["tus-version": "1.0.0,0.2.2", "tus-extension": "creation,creation-with-upload,expiration,termination"]
          : ["accept-patch": "application/json, application/partial-upload"]
        if kind == .tus, fields["tus-resumable"] != nil { state.violations.append("OPTIONS with Tus-Resumable") }
        return .reply(Reply(204, offer.merging(extra) { $1 }))
      }
      switch kind {
      case .tus where fields["tus-resumable"] != "1.0.0": return .reply(Reply(412, ["tus-version": "1.0.0"]))
      case .ietf where fields["upload-draft-interop-version"] != "8": return .reply(Reply(400, [:], "interop version"))
      default: break
      }
      let id = String(request.path.split(separator: "/").last ?? "")
      switch request.method {
      case "POST": return create(fields, &state)
      case "HEAD":
        guard let upload = state.uploads[id] else { return .reply(Reply(404)) }
        if upload.isOpen { state.violations.append("HEAD during a request with content") }
        var reply = Reply(kind == .tus ? 200 : 204, ["upload-offset": "\(upload.data.count)", "cache-control": "no-store"])
        if let length = upload.length { reply.fields["upload-length"] = "\(length)" }
        if kind == .ietf { reply.fields["upload-complete"] = upload.isComplete ? "?1" : "?0" }
        return .reply(merged(reply))
      case "DELETE":
        guard state.uploads.removeValue(forKey: id) != nil else { return .reply(Reply(404)) }
        return .reply(Reply(204))
      case "PATCH": return append(id, fields, &state)
      default: return .reply(Reply(405))
      }
    }
  }

  private func create(_ fields: [String: String], _ state: inout State) -> Opening {
    guard let length = fields["upload-length"].flatMap({ Int($0) }) else { return .reply(Reply(400, [:], "no length")) }
    var upload = Upload(length: length, fields: fields)
    let count = fields["content-length"].flatMap { Int($0) } ?? 0
    if kind == .tus, count > 0, fields["content-type"] != "application/offset+octet-stream" { return .reply(Reply(415)) }
    if kind == .ietf {
      guard let end = fields["upload-complete"] else { return .reply(Reply(400, [:], "no Upload-Complete")) }
      upload.endsNow = end == "?1"
      if upload.endsNow, count != length { state.violations.append("a creation with another length") }
    }
    upload.isOpen = true
    let id = "u\(state.order.count)"
    state.uploads[id] = upload
    state.order.append(id)
    return .content(id: id)
  }

  private func append(_ id: String, _ fields: [String: String], _ state: inout State) -> Opening {
    guard let upload = state.uploads[id] else { return .reply(Reply(404)) }
    let type = kind == .tus ? "application/offset+octet-stream" : "application/partial-upload"
    guard fields["content-type"] == type else { return .reply(Reply(415)) }
    guard let offset = fields["upload-offset"].flatMap({ Int($0) }) else { return .reply(Reply(400, [:], "no offset")) }
    guard offset == upload.data.count else {
      var reply = Reply(409)
      if kind == .ietf {
        reply.fields = ["upload-offset": "\(upload.data.count)", "content-type": "application/problem+json"]
        reply.content = "{\"type\":\"https://iana.org/assignments/http-problem-types#mismatching-upload-offset\"}"
      }
      return .reply(reply)
    }
    // An engine that repeats a lost request by itself may send it late. Its offset is then an earlier one, and it has no
    // effect.
    if upload.isOpen { state.violations.append("two requests with content at once") }
    if kind == .ietf {
      guard let end = fields["upload-complete"] else { return .reply(Reply(400, [:], "no Upload-Complete")) }
      guard !upload.isComplete else { return .reply(Reply(400, [:], "complete")) }
      state.uploads[id]?.endsNow = end == "?1"
    }
    state.uploads[id]?.isOpen = true
    return .content(id: id)
  }

  /// Takes content.
  public func store(_ bytes: some Sequence<UInt8>, in id: String) {
    state.withLock { state in
      guard var upload = state.uploads.removeValue(forKey: id) else { return }
      upload.data.append(contentsOf: bytes)
      if upload.data.count > upload.length ?? .max { state.violations.append("more bytes than the length") }
      state.uploads[id] = upload
    }
  }

  /// The content has ended. Returns the response.
  ///
  /// - Parameter isWhole: false if the connection was lost before the end.
  public func close(_ id: String, isWhole: Bool = true) -> Reply {
    state.withLock { state in
      guard let upload = state.uploads[id] else { return Reply(404) }
      state.uploads[id]?.isOpen = false
      state.uploads[id]?.isNew = false
      let isComplete = kind == .tus ? upload.data.count == upload.length : upload.endsNow && isWhole
      if isComplete {
        if upload.data.count != upload.length { state.violations.append("complete without all bytes") }
        state.uploads[id]?.isComplete = true
      }
      var fields = ["upload-offset": "\(upload.data.count)"]
      if upload.isNew { fields["location"] = "/files/\(id)" }
      switch kind {
      case .tus:
        return merged(Reply(upload.isNew ? 201 : 204, fields.merging(["tus-resumable": "1.0.0"]) { $1 }))
      case .ietf:
        fields["upload-complete"] = isComplete ? "?1" : "?0"
        guard isComplete else { return merged(Reply(upload.isNew ? 201 : 204, fields)) }
        fields["content-type"] = "application/json"
        return Reply(200, fields, "{\"size\":\(upload.data.count)}")
      }
    }
  }

  private func merged(_ reply: Reply) -> Reply {
    var reply = reply
    reply.fields.merge(extra) { $1 }
    return reply
  }
}
