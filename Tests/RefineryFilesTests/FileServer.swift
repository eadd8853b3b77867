import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization

let rows = Endpoint("Report.export", .get, "reports/{id}")
let exports = Endpoint("Report.create", .post, "reports")
func export(_ id: String = "7") -> Call<Okay> { Call(rows, ["id": .text(id)]) }

/// A server of one file that follows RFC 9110 section 14, except where a test changes a response.
final class FileServer: Sendable {
  typealias Change = @Sendable (_ number: Int, _ response: inout Reply) -> Void

  /// A response before it is sent.
  struct Reply {
    var status: Int
    var fields: HTTPFields
    var content: Data
    /// After how many bytes the connection is lost.
    var drop: Int?
    /// How it is lost.
    var loss = TransportError.Code.connectionLost
    /// Whether the response ends there as if it were whole.
    var endsQuietly = false
    /// What the server's file is from then on.
    var nextFile: Data?
  }

  private struct State {
    var content: Data
    var fields: HTTPFields
    var requests: [HTTPRequest] = []
    var open = 0
    var peak = 0
  }

  private let state: Mutex<State>
  private let change: Change

  init(_ content: Data, _ fields: HTTPFields = [.eTag: "\"a\""], _ change: @escaping Change = { _, _ in }) {
    state = Mutex(State(content: content, fields: fields))
    self.change = change
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var ranges: [String?] { requests.map { $0.headerFields[.range] } }
  /// The largest number of responses that were read at the same time.
  var peak: Int { state.withLock { $0.peak } }

  func client(
    _ clock: ManualClock = ManualClock(advancesByItself: true), _ middleware: any Middleware...,
    random: @escaping @Sendable () -> Double = { 0.5 }
  ) -> Client {
    // Without timers, which would end at once on a clock that each sleep advances.
    Client(
      baseURL: "http://stub", middleware: middleware, transport: StubTransport { self.respond(to: $0) },
      options: Options { $0.timeout = nil }, clock: CallClock(clock, random: random))
  }

  private func respond(to request: Request) -> Response {
    let (number, file, fields) = state.withLock { state in
      state.requests.append(request.head)
      state.open += 1
      state.peak = max(state.peak, state.open)
      return (state.requests.count - 1, state.content, state.fields)
    }
    var reply = Self.reply(to: request.head.headerFields, file, fields)
    change(number, &reply)
    if let next = reply.nextFile {
      state.withLock {
        $0.content = next
        $0.fields[.eTag] = "\"\(next.hashValue)\""
      }
    }
    let ended: @Sendable () -> Void = { self.state.withLock { $0.open -= 1 } }
    let chunks = FileChunks(
      content: reply.content, end: reply.drop ?? reply.content.count,
      loss: reply.drop == nil || reply.endsQuietly ? nil : reply.loss, ended: ended)
    return Response(
      status: HTTPResponse.Status(code: reply.status), headers: reply.fields, body: Body(chunks))
  }

  private static func reply(to asked: HTTPFields, _ file: Data, _ fields: HTTPFields) -> Reply {
    var reply = Reply(status: 200, fields: fields, content: file)
    let isSame = asked[.ifRange].map { $0 == fields[.eTag] || $0 == fields[.lastModified] } ?? true
    if isSame, let range = asked[.range]?.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false),
      let start = Int(range[0])
    {
      guard start < file.count else {
        return Reply(status: 416, fields: [.contentRange: "bytes */\(file.count)", .contentLength: "0"], content: Data())
      }
      let end = min((Int(range[1]) ?? file.count - 1) + 1, file.count)
      reply.status = 206
      reply.content = Data(file[start..<end])
      reply.fields[.contentRange] = "bytes \(start)-\(end - 1)/\(file.count)"
    }
    reply.fields[.contentLength] = "\(reply.content.count)"
    return reply
  }
}

/// A body in small chunks that may be lost on the way.
private struct FileChunks: AsyncSequence, Sendable {
  let content: Data
  let end: Int
  let loss: TransportError.Code?
  let ended: @Sendable () -> Void
  func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

  /// Says once when it is released.
  final class Ending: Sendable {
    let ended: @Sendable () -> Void
    init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }
    deinit { ended() }
  }

  struct Iterator: AsyncIteratorProtocol {
    let chunks: FileChunks
    var ending: Ending?
    var position = 0

    init(chunks: FileChunks) {
      self.chunks = chunks
      ending = Ending(chunks.ended)
    }

    mutating func next() async throws -> Data? {
      try Task.checkCancellation()
      guard position < chunks.end else {
        ending = nil
        if let loss = chunks.loss { throw TransportError(loss, phase: .receiving) }
        return nil
      }
      let size = chunks.content.count > 100_000 ? 65_536 : 7
      defer { position = Swift.min(chunks.end, position + size) }
      return Data(chunks.content.dropFirst(position).prefix(Swift.min(size, chunks.end - position)))
    }
  }
}

/// A folder that is removed after the test.
func withFolder<Output>(_ body: (URL) async throws -> Output) async throws -> Output {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-files-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// The names in a folder, sorted.
func names(in folder: URL) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? ["(the folder cannot be read)"]
}

/// The permissions of a file; nil if there is none.
func permissions(of file: URL) -> Int? {
  (try? FileManager.default.attributesOfItem(atPath: file.path))?[.posixPermissions] as? Int
}

/// The files in a folder that this process has open: see ``canListOpenFiles``.
func openFiles(in folder: URL) -> [String] {
  let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return numbers.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
    .filter { $0.contains(folder.lastPathComponent) }
}

/// Whether the system lists the open files of a process. Linux does.
let canListOpenFiles = FileManager.default.fileExists(atPath: "/proc/self/fd")

/// Bytes that do not repeat soon.
func sample(_ count: Int, seed: UInt64 = 1) -> Data {
  var random = SeededRandom(seed: seed)
  var data = Data(capacity: count + 8)
  while data.count < count { withUnsafeBytes(of: random.next()) { data.append(contentsOf: $0) } }
  return data.prefix(count)
}
