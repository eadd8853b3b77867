import FoundationEssentials
import HTTPTypes
public import RefineryCore
import RefineryJSON
import RefineryLoopback
import Synchronization

/// A server that responds from the rows of tables, for tests and for front ends whose server does not exist yet.
///
/// It keeps records: calls create, read, list, change and delete them. It runs in process, without sockets, or on a port of
/// this machine:
///
/// ```swift
/// let mock = try MockServer(Household.table)
/// let api = Client(baseURL: mock.url, transport: mock.transport)
/// let ann = try await api.send(Person.create(["name": "Ann"]))
/// #expect(try await api.send(Person.read(ann.id)) == ann)
/// ```
/// See <doc:RefineryMock> for its responses.
public final class MockServer: Sendable, Redacted {
  /// The server cannot start, or cannot write its state file.
  public struct Fault: SafelyDescribed, Equatable {
    /// What is wrong, in one line.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  private struct State {
    var records: MockRecords
    var handlers: [String: MockHandler] = [:]
    var savedChanges = 0
    var storageFault: Fault?
  }

  /// The faults of its responses; at first, there are none.
  public let faults: MockFaults
  /// The requests that it received, and the status of each response.
  public let journal = MockJournal()
  private let state: Mutex<State>
  /// Apart from the state: a closure that responds may read the URL.
  private let servers = Mutex<[LoopbackServer]>([])
  private let plan: MockPlan
  private let settings: MockSettings
  private let file: MockStateFile?

  /// Makes a server for the rows of a table. It does not listen on a port before ``start()``.
  ///
  /// - Throws: ``Fault`` if the seeds or the state file cannot be used.
  public convenience init(_ table: EndpointTable, _ settings: MockSettings = MockSettings()) throws {
    try self.init([table], settings)
  }

  /// Makes a server for the rows of several tables. If rows have the same path and method, the first one responds.
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
    faults = MockFaults(known: plan.rows.map(\.name), seed: settings.randomSeed)
  }

  // MARK: Records

  /// Reads and changes the records. Requests wait until the closure returns.
  public func records<Output>(_ body: (inout MockRecords) throws -> Output) rethrows -> Output {
    try state.withLock { state in
      defer { save(&state) }
      return try body(&state.records)
    }
  }

  /// Makes the records, and the state file, equal to those of a new server with the same settings.
  ///
  /// - Throws: ``Fault`` if the state file cannot be written.
  public func reset() throws {
    var records = MockRecords(plan, settings)
    try MockSeeds.fill(&records)
    try state.withLock { [records] state in
      let foreign = state.records.foreign
      state.records = records
      state.records.foreign = foreign
      try file?.write(state.records)
      state.savedChanges = records.changes
    }
  }

  /// Responds to the calls of a row by a closure, which may read and change the records. Other requests wait until it returns.
  ///
  /// ```swift
  /// try mock.respond(to: "Person.birthday") { call, records in
  ///   let id = call.values["id"] ?? ""
  ///   guard let person = records.find("Person", id), var members = person.object else { return MockResponse(404) }
  ///   members["age"] = .number((person["age"]?.int ?? 0) + 1)
  ///   return .json(try records.store(.object(members), in: "Person"))
  /// }
  /// ```
  /// If the closure throws an error, the response has the status 500. The closure uses its `records`, not the server, whose
  /// records it has locked: `mock.records` or another request would end the process. It may read ``url``.
  ///
  /// - Throws: ``Fault`` if the tables have no such row.
  public func respond(
    to row: String, with handler: @escaping @Sendable (MockRowRequest, inout MockRecords) throws -> MockResponse
  ) throws {
    guard plan.rows.contains(where: { $0.name == row }) else {
      let nearest = EndpointTable("rows", rows: plan.rows.map(\.row)).nearestName(to: row).map { "; did you mean \($0)?" } ?? ""
      throw Fault("there is no row \(Redaction.escaped(row))\(nearest)")
    }
    state.withLock { $0.handlers[row] = handler }
  }

  /// Why the state file was not written after the last change; nil if it was.
  package var storageFault: Fault? { state.withLock { $0.storageFault } }

  /// Responds without faults and without the journal.
  package func respond(to request: MockRequest) -> MockResponse {
    state.withLock { state in
      defer { save(&state) }
      return plan.respond(to: request, &state.records, state.handlers)
    }
  }

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

  /// The base URL. After ``start()``, it has the port of the server. Before, only ``transport`` can send requests to it.
  public var url: String { servers.withLock { $0.first.map { "http://\($0.authority)" } ?? "http://mock.invalid" } }

  /// Sends requests to this server without a socket. The host of their URL does not matter.
  public var transport: any Transport { host { _ in } }

  /// Listens on the port of the settings, at 127.0.0.1 and at ::1 if that is free, until ``stop()``. ``url`` then has the port.
  /// If the server already listens, this does nothing.
  ///
  /// Web pages of this machine, such as `http://localhost:3000`, may call it: it responds to their preflight requests (CORS).
  ///
  /// - Throws: an error if the port is taken.
  public func start() throws { try start { _ in } }

  /// Listens, and passes each request to a closure when its response is known.
  package func start(_ onCall: @escaping @Sendable (MockCall) -> Void) throws {
    let host = host(onCall)
    try servers.withLock { servers in
      guard servers.isEmpty else { return }
      let server = try LoopbackServer(on: .ipv4(port: settings.port), keepsLog: false) { host.handle($0, on: $1) }
      servers = [server]
      // For clients that try only the first address of `localhost`. Not every machine has this address.
      if let second = try? LoopbackServer(on: .ipv6(port: server.port), keepsLog: false, { host.handle($0, on: $1) }) {
        servers.append(second)
      }
    }
  }

  private func host(_ onCall: @escaping @Sendable (MockCall) -> Void) -> MockHost {
    MockHost(
      faults: faults, journal: journal, contentLimit: settings.bodyLimit, onCall: onCall, row: { [self] in plan.row(of: $0) },
      respond: { [self] in respond(to: $0) }, reset: { [self] in try reset() })
  }

  /// Closes the socket and its connections. The records stay.
  public func stop() {
    let stopped = servers.withLock { servers in
      defer { servers = [] }
      return servers
    }
    for server in stopped { server.stop() }
  }
}
