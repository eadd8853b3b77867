import Foundation
import HTTPTypes
import RefineryCore
import RefineryFiles
import RefineryTesting
import Synchronization
import TestSupport

/// A client of an ``UploadServer``, with faults that a test chooses.
final class UploadLine: Sendable {
  /// What happens to one request.
  enum Fault: Sendable {
    /// The connection is lost before the server sees anything.
    case lostBefore
    /// The connection is lost after this many bytes of the content.
    case lostAfter(Int)
    /// The server does everything, and its response is lost.
    case lostResponse
    /// The server responds with this and takes nothing.
    case reply(UploadServer.Reply)
    /// The server's response is changed.
    case changed(@Sendable (inout UploadServer.Reply) -> Void)
    /// The server begins when a timer runs, and so much time passes after each chunk.
    case slow(Duration)
    /// The server begins when a timer runs, and so much time passes before its response, and before each part of its content.
    case slowResponse(Duration)
    /// The task waits until it is cancelled, after this many bytes.
    case silent(Int)
  }

  let server: UploadServer
  let clock: ManualClock
  private let fault: @Sendable (Int, Request) -> Fault?
  private let count = Mutex(0)

  init(
    _ kind: UploadServer.Kind, extra: [String: String] = [:], clock: ManualClock = ManualClock(advancesByItself: true),
    _ fault: @escaping @Sendable (_ number: Int, _ request: Request) -> Fault? = { _, _ in nil }
  ) {
    server = UploadServer(kind, extra: extra)
    self.clock = clock
    self.fault = fault
  }

  var proto: ResumableProtocol { server.kind == .tus ? .tus : .ietf }

  func client(
    _ middleware: any Middleware..., options: Options = Options { $0.timeout = nil },
    random: @escaping @Sendable () -> Double = { 0 }
  ) -> Client {
    // Without timers, which would end at once on a clock that each sleep advances.
    Client(
      baseURL: "http://stub", middleware: middleware, transport: StubTransport { try await self.respond(to: $0) },
      options: options, clock: CallClock(clock, random: random))
  }

  private func respond(to request: Request) async throws -> Response {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    let fault = fault(number, request)
    if case .lostBefore = fault { throw TransportError(.connectionLost, phase: .waiting) }
    if case .reply(let reply) = fault { return response(reply) }
    switch fault {
    case .slow, .slowResponse: try await pass(.zero)
    default: break
    }
    var fields = Dictionary(request.head.headerFields.map { ($0.name.canonicalName, $0.value) }) { "\($0), \($1)" }
    if let length = request.body?.length { fields["content-length"] = "\(length)" }
    var reply: UploadServer.Reply
    switch server.open(UploadServer.Request(request.head.method.rawValue, request.head.path ?? "", fields)) {
    case .reply(let direct): reply = direct
    case .content(let id): reply = try await take(request.body ?? .empty, in: id, fault)
    }
    if case .lostResponse = fault { throw TransportError(.connectionLost, phase: .waiting) }
    if case .changed(let change) = fault { change(&reply) }
    if case .slowResponse(let step) = fault {
      try await pass(step)
      return response(reply, Body(SlowContent(content: Data(reply.content.utf8)) { try await self.pass(step) }))
    }
    return response(reply)
  }

  private func take(_ body: Body, in id: String, _ fault: Fault?) async throws -> UploadServer.Reply {
    var left = Int.max
    if case .lostAfter(let count) = fault { left = count }
    if case .silent(let count) = fault { left = count }
    do {
      for try await chunk in body {
        server.store(chunk.prefix(left), in: id)
        left -= min(left, chunk.count)
        if case .slow(let step) = fault { try await pass(step) }
        if left == 0 { break }
      }
    } catch {
      _ = server.close(id, isWhole: false)
      throw error
    }
    switch fault {
    case .lostAfter:
      _ = server.close(id, isWhole: false)
      throw TransportError(.connectionLost, phase: .waiting)
    case .silent:
      _ = server.close(id, isWhole: false)
      try await ContinuousClock().sleep(for: .seconds(86_400))
    default: break
    }
    return server.close(id)
  }

  /// Lets time pass, and waits for the timer that measures it.
  private func pass(_ time: Duration) async throws {
    clock.advance(by: time)
    await clock.sleepers(1)
    try Task.checkCancellation()
  }

  private func response(_ reply: UploadServer.Reply, _ body: Body? = nil) -> Response {
    var fields = HTTPFields()
    for (name, value) in reply.fields { if let name = HTTPField.Name(name) { fields[name] = value } }
    return Response(status: HTTPResponse.Status(code: reply.status), headers: fields, body: body ?? Body(reply.content))
  }
}

/// The content of a response in small parts, each after a wait.
private struct SlowContent: AsyncSequence, Sendable {
  let content: Data
  let wait: @Sendable () async throws -> Void
  func makeAsyncIterator() -> Iterator { Iterator(rest: content, wait: wait) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: Data
    let wait: @Sendable () async throws -> Void

    mutating func next() async throws -> Data? {
      guard !rest.isEmpty else { return nil }
      try await wait()
      defer { rest = Data(rest.dropFirst(6)) }
      return Data(rest.prefix(6))
    }
  }
}

struct UploadedVideo: Codable, Sendable, Equatable { var size: Int }

let videos = Endpoint("Video.create", .post, "files")
let createVideo = Call<UploadedVideo>(videos)

extension UploadLine {
  /// Uploads a file.
  func upload(
    _ file: URL, _ call: Call<UploadedVideo> = createVideo, retries: Int? = 10, options: UploadOptions = UploadOptions(),
    resuming: UploadResumption? = nil, _ middleware: any Middleware..., progress: (@Sendable (FileProgress) -> Void)? = nil,
    observing: (@Sendable (UploadResumption) -> Void)? = nil, random: @escaping @Sendable () -> Double = { 0 }
  ) async throws -> UploadReply<UploadedVideo> {
    var client = client(random: random)
    client.middleware = middleware
    return try await client.upload(
      call.options { $0.reconnection = Reconnection(retries: retries) }, from: file, by: proto, options: options,
      resuming: resuming, progress: progress, observing: observing)
  }
}

extension URL {
  /// Makes a file in this folder.
  func file(_ content: Data, _ name: String = "video.mp4") throws -> URL {
    let file = appendingPathComponent(name)
    try content.write(to: file)
    return file
  }
}
