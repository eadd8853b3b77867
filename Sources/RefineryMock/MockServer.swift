import FoundationEssentials
import HTTPTypes
public import RefineryCore
import RefineryJSON
import RefineryLoopback
import Synchronization

/// A server that responds from the rows of tables, for tests and for front ends whose server does not exist yet.
///
/// It keeps records: what is created can be read, listed, changed and deleted. It runs in process, without sockets, or on a
/// port of this machine:
///
/// ```swift
/// let mock = try MockServer(Household.table)
/// let api = Client(baseURL: mock.url, transport: mock.transport)
/// let ann = try await api.send(Person.create(["name": "Ann"]))
/// #expect(try await api.send(Person.read(ann.id)) == ann)
/// ```
/// See <doc:RefineryMock> for its responses.
public final class MockServer: Sendable, Redacted {
  /// The server cannot begin, or cannot keep its records.
  public struct Fault: SafelyDescribed, Equatable {
    /// What is wrong, in one line.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  private struct State {
    var records: MockRecords
    var handlers: [String: MockHandler] = [:]
    var server: LoopbackServer?
    var savedChanges = 0
    var storageFault: Fault?
  }

  private let state: Mutex<State>
  private let plan: MockPlan
  private let settings: MockSettings
  private let file: MockStateFile?

  /// Makes a server for the rows of a table. It is not on a socket: see ``start()``.
  ///
  /// - Throws: ``Fault`` if the seeds or the state file cannot be used.
  public convenience init(_ table: EndpointTable, _ settings: MockSettings = MockSettings()) throws {
    try self.init([table], settings)
  }

  /// Makes a server for the rows of several tables. Of several rows with one path and method, the first responds.
  ///
  /// - Throws: ``Fault`` if the seeds or the state file cannot be used.
  public init(_ tables: [EndpointTable], _ settings: MockSettings = MockSettings()) throws {
    let plan = MockPlan(tables, settings)
    let file = settings.stateFile.map { MockStateFile(url: $0) }
    var records = MockRecords(plan, settings)
    if try file?.read(into: &records) != true { try MockSeeds.fill(&records) }
    self.plan = plan
    self.settings = settings
    self.file = file
    var state = State(records: records)
    state.savedChanges = records.changes
    self.state = Mutex(state)
  }

  // MARK: Records

  /// Reads and changes the records, while it responds to no request.
  public func records<Output>(_ body: (inout MockRecords) throws -> Output) rethrows -> Output {
    try state.withLock { state in
      defer { save(&state) }
      return try body(&state.records)
    }
  }

  /// Makes the records equal to those of a new server with the same settings. Also the state file.
  ///
  /// - Throws: ``Fault`` if the state file cannot be written.
  public func reset() throws {
    var records = MockRecords(plan, settings)
    try MockSeeds.fill(&records)
    try state.withLock { [records] state in
      state.records = records
      try file?.write(records)
      state.savedChanges = records.changes
    }
  }

  /// Responds to the calls of a row by a closure, which may read and change the records. Other requests wait meanwhile.
  ///
  /// ```swift
  /// try mock.respond(to: "Person.birthday") { call, records in
  ///   let id = call.values["id"] ?? ""
  ///   guard let person = records.find("Person", id), var members = person.object else { return MockResponse(404) }
  ///   members["age"] = .number((person["age"]?.int ?? 0) + 1)
  ///   return .json(try records.store(.object(members), in: "Person"))
  /// }
  /// ```
  /// If the closure throws an error, the response has the status 500.
  ///
  /// - Throws: ``Fault`` if the tables have no such row.
  public func respond(
    to row: String, with handler: @escaping @Sendable (MockCall, inout MockRecords) throws -> MockResponse
  ) throws {
    guard plan.rows.contains(where: { $0.name == row }) else {
      let nearest = EndpointTable("rows", rows: plan.rows.map(\.row)).nearestName(to: row).map { "; did you mean \($0)?" } ?? ""
      throw Fault("there is no row \(Redaction.escaped(row))\(nearest)")
    }
    state.withLock { $0.handlers[row] = handler }
  }

  /// Why the state file was not written after the last change; nil if it was.
  package var storageFault: Fault? { state.withLock { $0.storageFault } }

  /// Responds to a request, and returns the name of its row; nil if no row has its path and method.
  package func respond(to request: MockRequest) -> (row: String?, response: MockResponse) {
    state.withLock { state in
      guard request.content.count <= settings.bodyLimit else { return (nil, tooLarge) }
      defer { save(&state) }
      var answer = plan.respond(to: request, &state.records, state.handlers)
      MockOrigins.permit(request, &answer.response)
      return answer
    }
  }

  var tooLarge: MockResponse {
    MockProblem(413, "The content is longer than the server's limit of \(settings.bodyLimit) bytes.").response
  }

  /// The largest number of bytes of a request's content.
  package var bodyLimit: Int { settings.bodyLimit }

  private func save(_ state: inout State) {
    guard let file, state.records.changes != state.savedChanges else { return }
    do throws(Fault) {
      try file.write(state.records)
      state.savedChanges = state.records.changes
      state.storageFault = nil
    } catch {
      state.storageFault = error
    }
  }

  // MARK: Connections

  /// The base URL: that of the socket after ``start()``, otherwise one that only ``transport`` knows.
  public var url: String { state.withLock { $0.server.map { "http://\($0.authority)" } ?? "http://mock.invalid" } }

  /// Sends requests to this server without a socket. The host of their URL does not matter.
  public var transport: any Transport { MockTransport(server: self) }

  /// Listens on the port of the settings, at 127.0.0.1, until ``stop()``. ``url`` then has the port. A second start does
  /// nothing.
  ///
  /// Web pages of this machine (`http://localhost:3000`) may call it, too: it responds to their preflight requests.
  ///
  /// - Throws: an error if the port is taken.
  public func start() throws { try start { _, _, _ in } }

  /// Listens, and calls a closure after each response with the request, the name of the row and the status.
  package func start(_ log: @escaping @Sendable (MockRequest, String?, Int) -> Void) throws {
    guard state.withLock({ $0.server == nil }) else { return }
    let server = try LoopbackServer(on: .ipv4(port: settings.port), keepsLog: false) { [self] request, connection in
      serve(request, connection, log)
    }
    state.withLock { $0.server = server }
  }

  /// Closes the socket and its connections. The records stay.
  public func stop() {
    let server = state.withLock { state in
      defer { state.server = nil }
      return state.server
    }
    server?.stop()
  }
}
