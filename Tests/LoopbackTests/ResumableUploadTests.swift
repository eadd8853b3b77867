import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryFiles
import RefineryTesting
import Synchronization
import TestSupport
import Testing

extension Sockets.ResumableUploadTests {
  @Test(
    "R07: 1,000 dropped connections lose no byte and repeat none", arguments: Engine.allCases, UploadServer.Kind.allCases)
  func drops(engine: Engine, kind: UploadServer.Kind) async throws {
    let uploads = DroppingUploads(kind, drops: 1000, seed: 7)
    let content = Self.content(6_000_000)
    try await withUploaded(content, uploads, engine) { api, file in
      let policy = Reconnection(retries: nil, delay: .zero)
      let call = Call<Okay>(Endpoint("File.create", .post, "files")).options { $0.reconnection = policy }
      let states = Mutex<(last: Int, most: Int)>((0, 0))
      let reply = try await api.upload(
        call, from: file, by: kind == .tus ? .tus : .ietf, options: UploadOptions { $0.chunkSize = 65_536 }
      ) { state in states.withLock { $0 = (state.completed, max($0.most, state.completed)) } }
      // Fewer resumptions than drops: an engine sends a request again if a connection that was kept for it has been closed.
      #expect(reply.size == content.count && uploads.dropped == 1000 && reply.resumptions > 100)
      #expect(states.withLock { $0.last == content.count && $0.most == content.count })
    }
    #expect(uploads.server.complete.count == 1 && uploads.server.content == Array(content))
    #expect(uploads.server.violations == [])
  }

  @Test("R07: A file arrives by one request with its length, and its progress ends with its size", arguments: Engine.allCases)
  func file(engine: Engine) async throws {
    let content = Self.content(3_000_000)
    try await engine.using { transport in
      try await withServer { server in
        try await Self.withFile(content) { file in
          let api = Client(baseURL: "http://\(server.authority)", transport: transport)
          let states = Gathered<FileProgress>()
          let call = Call<Okay>(Endpoint("File.update", .put, "echo")).body(file: file) { states.add($0) }
          try await api.send(call)
          let seen = try #require(server.received.last)
          #expect(seen.bodyLength == content.count && seen.bodyHash == LoopbackRequest.hash(of: content))
          #expect(seen.fields[.contentLength] == "\(content.count)" && seen.fields[.transferEncoding] == nil)
          #expect(states.all.first?.completed == 0 && states.all.last?.completed == content.count)
          #expect(states.all.map(\.completed) == states.all.map(\.completed).sorted())
        }
      }
    }
  }

  @Test("R07: A file that is shortened while it is sent ends the call with its fault", arguments: Engine.allCases)
  func shortened(engine: Engine) async throws {
    let content = Self.content(40_000_000)
    try await engine.using { transport in
      try await withServer(keepsLog: false) { server in
        try await Self.withFile(content) { file in
          let api = Client(baseURL: "http://\(server.authority)", transport: transport)
          let call = Call<Okay>(Endpoint("File.update", .put, "sink")).body(file: file) { state in
            if state.completed == 0 { truncate(file.path, 1_000_000) }
          }
          let error = await #expect(throws: CallError.self) { try await api.send(call) }
          #expect(error?.underlying as? FileFault == FileFault(.changed, name: file.lastPathComponent))
        }
      }
    }
  }

  @Test("R07: A cancelled upload closes its connection, and another client goes on with it", arguments: Engine.allCases)
  func cancelled(engine: Engine) async throws {
    let uploads = DroppingUploads(.tus, drops: 0, seed: 1, stopsAt: 100_000)
    let content = Self.content(3_000_000)
    try await withUploaded(content, uploads, engine) { api, file in
      let call = Call<Okay>(Endpoint("File.create", .post, "files"))
      let observed = Gathered<UploadResumption>()
      let upload = Task { try await api.upload(call, from: file, by: .tus, observing: { observed.add($0) }) }
      await uploads.stopped.wait()
      upload.cancel()
      await #expect(throws: CancellationError.self) { try await upload.value }
      await uploads.hungUp.wait()
      let kept = try JSONEncoder().encode(try #require(observed.all.last))
      let resumption = try JSONDecoder().decode(UploadResumption.self, from: kept)
      try await engine.using { transport in
        let other = Client(baseURL: api.baseURL?.absoluteString ?? "", transport: transport)
        let reply = try await other.upload(call, from: file, by: .tus, resuming: resumption)
        #expect(reply.resumptions == 0)
      }
    }
    #expect(uploads.server.complete == [Array(content)] && uploads.server.violations == [] && uploads.server.uploadCount == 1)
  }

  private func withUploaded(
    _ content: Data, _ uploads: DroppingUploads, _ engine: Engine, _ body: (Client, URL) async throws -> Void
  ) async throws {
    try await engine.using { transport in
      try await withServer(keepsLog: false, { uploads.respond(to: $0, on: $1) }) { server in
        try await Self.withFile(content) { file in
          try await body(Client(baseURL: "http://\(server.authority)", transport: transport), file)
        }
      }
    }
  }

  private static func content(_ count: Int) -> Data {
    var random = SeededRandom(seed: 11)
    var data = Data(capacity: count + 8)
    while data.count < count { withUnsafeBytes(of: random.next()) { data.append(contentsOf: $0) } }
    return data.prefix(count)
  }

  private static func withFile(_ content: Data, _ body: (URL) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-upload-test-\(UUID().uuidString)")
    try content.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file)
  }
}

/// A server of uploads that drops connections at random bytes, before the content and after it.
private final class DroppingUploads: Sendable {
  private struct State {
    var random: SeededRandom
    var dropped = 0
  }

  let server: UploadServer
  let stopped = Latch()
  let hungUp = Latch()
  private let drops: Int
  /// Where the first request with content is left waiting.
  private let stopsAt: Int?
  private let state: Mutex<State>
  var dropped: Int { state.withLock { $0.dropped } }

  init(_ kind: UploadServer.Kind, drops: Int, seed: UInt64, stopsAt: Int? = nil) {
    server = UploadServer(kind)
    self.drops = drops
    self.stopsAt = stopsAt
    state = Mutex(State(random: SeededRandom(seed: seed)))
  }

  func respond(to request: LoopbackRequest, on connection: LoopbackConnection) -> LoopbackConnection.Ending {
    // After how many bytes the connection is lost, and whether all of it is taken and only the response is lost.
    let (cut, ending, losesResponse) = state.withLock { state -> (Int?, LoopbackConnection.Ending, Bool) in
      // The creation stays, so that one upload has all bytes.
      guard state.dropped < drops, request.method != "POST" else { return (nil, .keepAlive, false) }
      // Most requests for the offset get a response.
      if request.method == "HEAD", Int.random(in: 0..<10, using: &state.random) > 0 { return (nil, .keepAlive, false) }
      state.dropped += 1
      let isReset = Int.random(in: 0..<4, using: &state.random) == 0
      let losesResponse = Int.random(in: 0..<50, using: &state.random) == 0
      return (Int.random(in: 0...8000, using: &state.random), isReset ? .reset : .close, losesResponse)
    }
    let fields = Dictionary(request.fields.map { ($0.name.canonicalName, $0.value) }) { "\($0), \($1)" }
    let reply: UploadServer.Reply
    switch server.open(UploadServer.Request(request.method, String(request.path), fields)) {
    case .reply(let direct):
      while connection.readContent(65_536) != nil {}
      if cut != nil { return ending }
      reply = direct
    case .content(let id):
      var left = cut.map { losesResponse ? .max : $0 } ?? .max
      if let stopsAt, request.method == "PATCH", !isStopped() { left = stopsAt }
      while left > 0, let part = connection.readContent(min(left, 65_536)) {
        server.store(part, in: id)
        left -= part.count
      }
      if left == 0, cut == nil {
        _ = server.close(id, isWhole: false)
        stopped.open()
        connection.discardInput()
        hungUp.open()
        return .close
      }
      reply = server.close(id, isWhole: cut == nil || losesResponse)
      if cut != nil { return ending }
    }
    connection.answer(reply.status, reply.fields.map { "\($0.key): \($0.value)" }, Array(reply.content.utf8))
    return .keepAlive
  }

  /// Whether a request was left waiting. The first caller makes it so.
  private func isStopped() -> Bool {
    state.withLock { state in
      defer { state.dropped = 1 }
      return state.dropped == 1
    }
  }
}
