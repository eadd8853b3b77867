import FoundationEssentials
import HTTPTypes
import RefineryControl
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ResultTests {
  @Test("M06: results compose by map, mapError and andThen")
  func composed() async throws {
    let (api, server) = client(.json(#"{"id":5,"name":"Ann"}"#), .json(#"{"id":6,"name":"Bob"}"#), .status(404))
    let boss = await api.result(of: Person.read(5)).map(\.id).andThen { await api.result(of: Person.read($0 + 1)) }
    #expect(try boss.get().name == "Bob")
    #expect(server.last?.path == "/api/people/6")
    struct Gone: Error, Equatable {}
    let gone = await api.result(of: Person.read(7)).andThen { await api.result(of: Person.read($0.id)) }
    #expect(server.requests.count == 3)
    #expect(throws: Gone()) { try gone.mapError { _ in Gone() }.get() }
  }

  @Test("M06: a cancelled call is an error of its own kind, in one line, where nothing can be thrown")
  func cancelled() async throws {
    let api = Client(baseURL: base, transport: StubTransport(.never))
    let task = Task { await api.result(of: Person.read(5)) }
    task.cancel()
    let error = try #require(await task.value.failure)
    #expect(error.kind == .cancelled)
    #expect(error.endpoint.name == "Person.read")
    #expect(error.description.contains("Person.read (GET people/{id}) failed while sending: cancelled"))
  }

  @Test("M06: a closure is told once, on the queue it asked for, and the handle may be dropped")
  func callback() async throws {
    let (api, _) = client(.json(#"{"id":5,"name":"Ann"}"#))
    let queued = Mutex<[@Sendable () -> Void]>([])
    let (told, tells) = AsyncStream<Result<Person, CallError>>.makeStream()
    api.send(Person.read(5), on: { work in queued.withLock { $0.append(work) } }) { tells.yield($0) }
    try await until { !queued.withLock({ $0.isEmpty }) }
    queued.withLock { $0 }.forEach { $0() }
    var results = told.makeAsyncIterator()
    #expect(try await results.next()?.get().name == "Ann")
    #expect(queued.withLock { $0.count } == 1)

    api.send(Person.read(5)) { tells.yield($0) }
    #expect(try await results.next()?.get().id == 5)
  }

  @Test("M02, M06: a closure learns that its call was cancelled")
  func cancelledCallback() async throws {
    let stub = StubTransport(.never)
    let (told, tells) = AsyncStream<Result<Person, CallError>>.makeStream()
    let call = Client(baseURL: base, transport: stub).send(Person.read(5)) { tells.yield($0) }
    try await until { !stub.requests.isEmpty }
    call.cancel()
    call.cancel()
    var results = told.makeAsyncIterator()
    #expect(await results.next()?.failure?.kind == .cancelled)
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
