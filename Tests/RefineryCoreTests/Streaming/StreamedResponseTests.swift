import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct StreamedResponseTests {
  private let report = Call<[Int]>(Endpoint("Report.export", .get, "report"))

  @Test("A response that is opened is read chunk by chunk; its reader says how the call ended, once")
  func reading() async throws {
    let source = Source(["1\n", "2\n3\n"])
    let outcomes = Outcomes()
    let server = StubTransport(source.answer("text/csv"))
    let api = Client(baseURL: base, transport: server, observers: [outcomes])
    let response = try await api.open(report, accept: "text/csv")
    #expect(response.head.status == .ok && source.given == 0)
    #expect(server.requests.first?.head.headerFields[.accept] == "text/csv")
    #expect(try await response.next() == Data("1\n".utf8))
    #expect(response.received == 2 && source.given == 1)
    while try await response.next() != nil {}
    #expect(outcomes.sizes.isEmpty)
    response.finish()
    response.finish()
    _ = response.failure(.mapping, BadStatus(1))
    #expect(outcomes.sizes == ["success 6"])
  }

  @Test("A response may be read in another task, and a second reader at the same time gets an error")
  func otherTask() async throws {
    let (chunks, source) = AsyncStream<Data>.makeStream()
    let (api, _) = client(.status(200, body: Body(chunks)))
    let response = try await api.open(report.timeout(nil))
    // The first wait ends when the chunk comes, so one of the two waits while the other asks.
    let error = await #expect(throws: CallError.self) {
      try await withThrowingTaskGroup { group in
        for _ in 1...2 { group.addTask { try await response.next() } }
        defer { source.yield(Data("1".utf8)) }
        _ = try await group.next()
      }
    }
    #expect(error?.stage == .sending && error?.description.contains("one task at a time") == true)
    source.finish()
  }

  @Test("A failure of the reader is an error of the call that names the item and the byte")
  func failure() async throws {
    let outcomes = Outcomes()
    let (api, _) = client(Source(["1\n", "x\n"]).answer("text/csv"))
    var observed = api
    observed.observers = [outcomes]
    let response = try await observed.open(report)
    _ = try await response.next()
    response.itemCount += 1
    _ = try await response.next()
    let error = response.failure(.mapping, BadStatus(1))
    #expect(error.stage == .mapping && error.place?.index == 1 && error.place?.offset == 4 && error.status == 200)
    #expect(response.failure(.mapping, error, at: (7, 3)).description.contains("; item 7, byte 3"))
    #expect(outcomes.sizes == ["failure 4"])
  }

  @Test("A lost connection is an error at stage sending, and a reader that leaves ends the transfer")
  func ends() async throws {
    let (api, _) = client(Source(["1\n"], .lost).answer("text/csv"))
    let response = try await api.open(report)
    _ = try await response.next()
    let error = await #expect(throws: CallError.self) { try await response.next() }
    #expect(error?.stage == .sending && error?.place?.index == 0 && error?.place?.offset == 2)

    let source = Source(["1\n", "2\n"])
    let outcomes = Outcomes()
    let left = Client(baseURL: base, transport: StubTransport(source.answer("text/csv")), observers: [outcomes])
    _ = try await left.open(report).next()
    #expect(source.isLetGo && outcomes.sizes == ["cancelled nil"])
  }

  @Test("A body that ends on cancellation is not a complete body")
  func cancelledReader() async throws {
    let (chunks, source) = AsyncStream<Data>.makeStream()
    let (api, _) = client(.status(200, body: Body(chunks)))
    let call = report.timeout(nil)
    let reading = Task {
      let response = try await api.open(call)
      withUnsafeCurrentTask { $0?.cancel() }
      return try await response.next()
    }
    await #expect(throws: CancellationError.self) { try await reading.value }
    source.finish()
  }

  @Test("A reader that was cancelled reads no more, so another one gets no error about two at a time")
  func readerAfterCancellation() async throws {
    let (chunks, source) = AsyncStream<Data>.makeStream()
    let (api, _) = client(.status(200, body: Body(chunks)))
    let response = try await api.open(report.timeout(nil))
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await response.next()
    }
    await #expect(throws: CancellationError.self) { try await reading.value }
    source.finish()
    await #expect(throws: Never.self) { try await response.next() }
  }

  @Test("Statuses and media types are checked before a response is read; one without content has no media type")
  func heads() async throws {
    let call = report.options { $0.acceptedMediaTypes = ["text/csv"] }
    let (api, _) = client(.json("[]"), .status(404), .status(204))
    let refused = await #expect(throws: CallError.self) { try await api.open(call).head }
    let missing = await #expect(throws: CallError.self) { try await api.open(call).head }
    #expect((refused?.underlying as? MappingError)?.kind == .wrongMediaType && missing?.kind == .notFound)
    #expect(try await api.open(call).head.status == .noContent)
  }

  @Test("A response that has not changed, or has no content, needs no media type", arguments: [200, 205, 304])
  func withoutContent(status: Int) async throws {
    let (api, _) = client(.status(status))
    let call = report.options { $0.acceptedMediaTypes = ["text/csv"] }.ifNoneMatch("v1")
    #expect(try await api.open(call).head.status.code == status)
  }

  @Test("An Accept that the client, the row or the call removes stays away")
  func removedAccept() async throws {
    var row = report.endpoint
    row.options.headers = [.accept: nil]
    let calls: [(HeaderChanges, Call<[Int]>)] = [
      ([.accept: nil], report), ([:], report.header(.accept, nil)), ([:], Call<[Int]>(row)),
    ]
    for (headers, call) in calls {
      let server = StubTransport(Source(["1\n"]).answer("text/csv"))
      let api = Client(baseURL: base, headers: headers, transport: server)
      _ = try await api.open(call, accept: "text/csv")
      #expect(server.requests.first?.head.headerFields[.accept] == nil)
    }
  }

  @Test("A part of a body gives the output that the call makes of a whole body")
  func outputs() async throws {
    let (api, _) = client(Source([]).answer("text/csv"))
    let call = report.envelope("rows")
    let response = try await api.open(call)
    #expect(try response.output(of: call, from: Data(#"{"rows":[1,2]}"#.utf8)) == [1, 2])
    #expect(throws: MappingError.self) { try response.output(of: call, from: Data("{".utf8)) }
  }
}
