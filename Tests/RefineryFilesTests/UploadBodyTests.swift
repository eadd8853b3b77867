import Dispatch
import Foundation
import HTTPTypes
import RefineryCore
import RefineryFiles
import RefineryRetry
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct UploadBodyTests {
  private let content = sample(200_000)
  private let row = Endpoint("Photo.update", .put, "photos/7")
  private var put: Call<Okay> { Call(row) }

  /// Reads the bodies of its requests and responds with these statuses in turn, and then with 200.
  private final class Recorder: Transport {
    private let state: Mutex<(statuses: [Int], received: [Data], lengths: [Int?])>
    var received: [Data] { state.withLock { $0.received } }
    var lengths: [Int?] { state.withLock { $0.lengths } }
    var capabilities: TransportCapabilities { [] }

    init(_ statuses: Int...) { state = Mutex((statuses, [], [])) }

    func send(_ request: Request) async throws -> Response {
      let bytes = try await request.body?.collect() ?? Data()
      let status = state.withLock { state in
        state.received.append(bytes)
        state.lengths.append(request.body?.length)
        return state.statuses.isEmpty ? 200 : state.statuses.removeFirst()
      }
      return Response(status: HTTPResponse.Status(code: status), headers: status == 307 ? [.location: "/other"] : [:])
    }
  }

  /// Runs jobs of tasks on a queue, and counts them.
  private final class CountingExecutor: TaskExecutor {
    let count = Atomic(0)
    private let queue = DispatchQueue(label: "counting")

    func enqueue(_ job: consuming ExecutorJob) {
      count.add(1, ordering: .relaxed)
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private func retry() throws -> RetryMiddleware {
    var policy = RetryPolicy()
    policy.delay = .zero
    return try RetryMiddleware(policy)
  }

  private func client(_ transport: any Transport, _ middleware: any Middleware...) -> Client {
    // Without timers, which would end at once on a clock that each sleep advances.
    Client(
      baseURL: "http://stub", middleware: middleware, transport: transport, options: Options { $0.timeout = nil },
      clock: CallClock(ManualClock(advancesByItself: true)))
  }

  @Test("R07: A file is sent with its exact length, and again by a retry and a redirect; progress starts again each time")
  func file() async throws {
    let transport = Recorder(503, 307)
    let states = Gathered<FileProgress>()
    try await withFolder { folder in
      let call = put.timeout(nil).body(file: try folder.file(content), contentType: "image/png") { states.add($0) }
      try await client(transport, try retry()).send(call)
    }
    #expect(transport.received == [content, content, content])
    #expect(transport.lengths == [200_000, 200_000, 200_000])
    let once = [0, 65_536, 131_072, 196_608, 200_000]
    #expect(states.all.map(\.completed) == once + once + once)
    #expect(states.all.allSatisfy { $0.total == 200_000 && $0.resumed == 0 })
  }

  @Test("R07: The call has the media type of the file")
  func mediaType() async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let request = try client(Recorder()).makeRequest(for: put.body(file: file, contentType: "image/png"))
      #expect(request.head.headerFields[.contentType] == "image/png" && request.isReplayable && request.body?.length == 200_000)
    }
  }

  @Test("R07: A stream is sent once, and its progress has a total if its length is known", arguments: [nil, 6])
  func stream(length: Int?) async throws {
    let transport = Recorder(503)
    let states = Gathered<FileProgress>()
    let (chunks, source) = AsyncStream<Data>.makeStream()
    for text in ["a", "bb", "ccc"] { source.yield(Data(text.utf8)) }
    source.finish()
    let call = put.timeout(nil).body(Body(chunks, length: length).reporting { states.add($0) })
    let error = await #expect(throws: CallError.self) {
      try await client(transport, try retry()).send(call)
    }
    #expect(error?.status == 503 && transport.received == [Data("abbccc".utf8)])
    #expect(states.all == [0, 1, 3, 6].map { FileProgress(completed: $0, total: length) })
  }

  @Test("R07: Only the latest reading of a body is reported")
  func latest() async throws {
    let states = Gathered<Int>()
    try await withFolder { folder in
      let body = try UploadFile(try folder.file(content)).body().reporting { states.add($0.completed) }
      var first = body.makeAsyncIterator()
      _ = try await first.next()
      var second = body.makeAsyncIterator()
      _ = try await second.next()
      _ = try await first.next()
    }
    #expect(states.all == [0, 65_536, 0, 65_536])
  }

  @Test("R07: To make an iterator of a body is not a reading")
  func unread() async throws {
    let states = Gathered<Int>()
    try await withFolder { folder in
      let body = try UploadFile(try folder.file(content)).body().reporting { states.add($0.completed) }
      var first = body.makeAsyncIterator()
      _ = try await first.next()
      _ = body.makeAsyncIterator()
      _ = try await first.next()
    }
    #expect(states.all == [0, 65_536, 131_072])
  }

  @Test("R07: A file is closed when its reading ends, also before the end", .enabled(if: canListOpenFiles))
  func closed() async throws {
    try await withFolder { folder in
      let body = try UploadFile(try folder.file(content)).body()
      #expect(openFiles(in: folder).isEmpty)
      var counts: [Int] = []
      for try await _ in body { counts.append(openFiles(in: folder).count) }
      for try await _ in body { break }
      #expect(counts == [1, 1, 1, 1] && openFiles(in: folder).isEmpty)
    }
  }

  @Test("R07: A file is read on a separate thread")
  func thread() async throws {
    let executor = CountingExecutor()
    try await withFolder { folder in
      let body = try UploadFile(try folder.file(content)).body()
      let count = try await Task(executorPreference: executor) { try await body.collect().count }.value
      #expect(count == 200_000)
    }
    #expect(executor.count.load(ordering: .relaxed) > 4)
  }

  @Test("R07: A call on a child sends a file, a body and a fault as any call does")
  func child() async throws {
    struct Album: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "albums"
      var id: Int
    }
    struct Photo: Codable, Identifiable, Sendable, Mappable {
      typealias Parent = Album
      static let path: URITemplate = "photos"
      var id: Int
    }
    let photo = ScopedCall<Okay, Photo.Parent>(Endpoint("Photo.replace", .put, "photos/7"))
    let (transport, types) = (Recorder(), Gathered<String?>())
    try await withFolder { folder in
      let (states, file) = (Gathered<Int>(), try folder.file(content))
      let calls = [
        photo.body(file: file, contentType: "image/png") { states.add($0.completed) },
        photo.body(Body(content).reporting { states.add($0.completed) }, contentType: "image/png"),
      ]
      for call in calls {
        let request = try client(transport).makeRequest(for: Album.read(1) / call)
        types.add(request.head.headerFields[.contentType])
        try await client(transport).send(Album.read(1) / call)
      }
      #expect(transport.received == [content, content] && types.all == ["image/png", "image/png"])
      #expect(states.all == [0, 65_536, 131_072, 196_608, 200_000, 0, 200_000])
      let missing = Album.read(1) / photo.body(file: folder.appendingPathComponent("none"))
      let error = await #expect(throws: CallError.self) { try await client(transport).send(missing) }
      #expect(error?.underlying as? FileFault == FileFault(.missing, name: "none") && error?.stage == .building)
    }
  }

  @Test("R07: An empty file is sent as no content")
  func empty() async throws {
    try await withFolder { folder in
      let transport = Recorder()
      try await client(transport).send(put.body(file: try folder.file(Data())))
      #expect(transport.received == [Data()] && transport.lengths == [0])
    }
  }

  @Test("R07: A file that cannot be read ends the call before anything is sent")
  func unreadable() async throws {
    try await withFolder { folder in
      let transport = Recorder()
      let pipe = folder.appendingPathComponent("pipe")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      let web = try #require(URL(string: "https://example.com/a.txt"))
      let cases: [(URL, FileFault)] = [
        (folder.appendingPathComponent("none"), FileFault(.missing, name: "none")),
        (folder, FileFault(.isFolder, name: folder.lastPathComponent)), (pipe, FileFault(.notARegularFile, name: "pipe")),
        (web, FileFault(.notAFileURL, name: "a.txt")),
      ]
      for (url, fault) in cases {
        let error = await #expect(throws: CallError.self) { try await client(transport).send(put.body(file: url)) }
        #expect(error?.stage == .building && error?.underlying as? FileFault == fault)
      }
      #expect(transport.received.isEmpty)
    }
  }

  @Test("R07: A file that was changed before or while it is sent ends the call, and never with all bytes", arguments: 0..<6)
  func changed(kind: Int) async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let body = try UploadFile(file).body()
      func change() throws {
        let handle = try FileHandle(forUpdating: file)
        defer { try? handle.close() }
        switch kind {
        case 0, 1: try handle.truncate(atOffset: 100_000)
        case 2, 3:
          try handle.seekToEnd()
          try handle.write(contentsOf: Data("x".utf8))
        default:
          // The same size, another time.
          try handle.write(contentsOf: Data("x".utf8))
          try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
        }
      }
      var iterator = body.makeAsyncIterator()
      if !kind.isMultiple(of: 2) { _ = try await iterator.next() }
      try change()
      var count = kind.isMultiple(of: 2) ? 0 : 65_536
      let error = await #expect(throws: FileFault.self) {
        while let chunk = try await iterator.next() { count += chunk.count }
      }
      #expect(error == FileFault(.changed, name: "video.mp4") && count < 200_000)
    }
  }

  @Test("R07: The fault of a file that changes is the cause of the call's error")
  func changedCall() async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let call = put.body(file: file)
      try Data("short".utf8).write(to: file)
      let error = await #expect(throws: CallError.self) { try await client(Recorder()).send(call) }
      #expect(error?.stage == .sending && error?.underlying as? FileFault == FileFault(.changed, name: "video.mp4"))
      let text = try #require(error?.description)
      #expect(text.contains("the file \"video.mp4\" has changed during the transfer"))
    }
  }

  @Test("R07: A part of a file is clamped to the file")
  func part() async throws {
    try await withFolder { folder in
      let file = try UploadFile(try folder.file(content))
      for (range, expected) in [(5..<9, 5..<9), (199_999..<300_000, 199_999..<200_000), (300_000..<300_001, 200_000..<200_000)]
      {
        let body = file.body(range)
        #expect(body.length == expected.count && body.isReplayable)
        #expect(try await body.collect() == content[expected])
      }
    }
  }
}
