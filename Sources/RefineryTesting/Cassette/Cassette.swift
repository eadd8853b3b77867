public import FoundationEssentials
import HTTPTypes
public import RefineryCore
import Synchronization

/// A transport that records exchanges to a file, and replays them without a network.
///
/// ```swift
/// let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/people.json")
/// let cassette = try Cassette(file, over: URLSessionTransport())
/// let api = Client(baseURL: "https://api.example.com", transport: cassette)
/// let person = try await api.send(Person.read(5))  // once over the network, then always from the file
/// ```
///
/// A replayed response has the recorded status, header fields (repeated ones in their order) and bytes. **Secrets are not
/// written.** A cassette hides:
///
/// - header fields and query values that are not on the allow-lists of `redaction`, and the user information of URLs;
/// - secret members of JSON and forms: see `Redaction.isSecret(member:)`;
/// - strings in JSON that contain a secret, such as a URL with a signature;
/// - text, and parts of a path, that look like a token: see `Redaction.hidesTokens`.
///
/// A hidden value is replaced by `redacted-1`, `redacted-2` and so on, in the order in which the values were seen. Equal values
/// have the same mark in the whole cassette. So pages can be replayed even if their links are partly hidden. A hidden JSON
/// value keeps its type, so that it can still be decoded; JSON with a hidden value is written without white space. Content that
/// may contain a secret and cannot be parsed (coded content, multipart content, text that names a secret) is withheld:
/// replaying it throws an error that says so. Record over a transport that decodes content.
///
/// Each exchange in the file lists what was hidden, under `hidden`; see also ``hidden``. Other secrets cannot be recognized,
/// such as a password in prose or in an image. Use `scrubbing` for those, and read a new cassette before you commit it.
///
/// Any value matches a hidden value, so a replayed request may have another key or password than the recorded one, or an empty
/// one. There is one exception: a mark from a replayed response matches only itself. The keys of the query are compared.
///
/// If several requests match the same exchanges, each exchange is replayed once, in the order of the recording. After every
/// exchange the file is replaced as a whole, so it is never incomplete.
public final class Cassette: Transport {
  /// Whether a cassette records or replays.
  public enum Mode: Sendable {
    /// Sends everything and starts a new file.
    case record
    /// Sends nothing. A request that is not in the file is an error.
    case replay
    /// Replays if the file exists; otherwise records. If the last response to a request is missing, or has status 401, 407,
    /// 408, 425, 429 or 5xx, the recording is not written, because later runs would always replay this failure: see
    /// ``Cassette/recordingProblem``. To record such a response for a test, use ``record``.
    case once
  }

  private enum Work {
    case recording(any Transport)
    case replaying
  }

  private struct State {
    var entries: [CassetteEntry?] = []
    var played: [Int] = []
    var trouble: CassetteError?
    var problem: String?
  }

  private let file: CassetteFile
  private let work: Work
  private let redactor: CassetteRedactor
  private let rules: [CassetteRule]
  private let repeats: Bool
  private let limit: Int
  private let refusesFailures: Bool
  private let state: Mutex<State>
  /// The capabilities of the recorded transport. Without a transport: streams and separate fields.
  public let capabilities: TransportCapabilities
  /// Whether it sends and records instead of replaying.
  public let isRecording: Bool

  /// A cassette of a file.
  ///
  /// - Parameters:
  ///   - file: the file. Missing folders are created.
  ///   - mode: whether to record or to replay.
  ///   - transport: the transport to record; not needed for replaying.
  ///   - matching: the rules by which a request matches a recorded one.
  ///   - redaction: decides which values may be written.
  ///   - limit: the maximum size of a body that is written, in bytes. Longer bodies are withheld. Default 1 MiB.
  ///   - repeats: whether the last matching exchange is replayed repeatedly.
  ///   - scrubbing: changes every URL, shown field value and text before it is written or compared.
  /// - Throws: ``CassetteError``.
  public init(
    _ file: URL, mode: Mode = .once, over transport: (any Transport)? = nil, matching: [CassetteRule] = CassetteRule.standard,
    redaction: Redaction = .cassette, limit: Int = 1 << 20, repeats: Bool = false,
    scrubbing: (@Sendable (String) -> String)? = nil
  ) throws(CassetteError) {
    self.file = CassetteFile(url: file)
    try self.file.check()
    rules = matching
    self.repeats = repeats
    self.limit = limit
    refusesFailures = mode == .once
    isRecording = mode == .record || mode == .once && !self.file.exists
    let redactor = CassetteRedactor(redaction: redaction, marks: CassetteMarks(isRecording: isRecording), scrub: scrubbing)
    self.redactor = redactor
    var state = State()
    if isRecording {
      guard let transport else { throw .unusable(file: self.file.name, reason: "is to be recorded, but has no transport") }
      try self.file.prepare()
      work = .recording(transport)
    } else {
      work = .replaying
      state.entries = try self.file.read().map { $0.with(redactor.renewed($0.request)) }
      state.played = state.entries.map { _ in 0 }
    }
    self.state = Mutex(state)
    capabilities = transport?.capabilities ?? [.streamsDownloads, .backPressure, .separateFields]
  }

  /// The value of the recorded transport. A replay does not wait.
  public var enforcesDeadline: Bool {
    if case .recording(let transport) = work { transport.enforcesDeadline } else { true }
  }

  /// The recorded requests that were not replayed, one line each. Assert at the end of a test that it is empty.
  public var unplayed: [String] {
    state.withLock { state in
      zip(state.entries, state.played).compactMap { entry, count in count == 0 ? entry?.request.line : nil }
    }
  }

  /// What was hidden in the file, one line each:
  /// `Person.read request header Authorization: not on the list of what may be shown`.
  public var hidden: [String] {
    state.withLock { state in
      state.entries.compactMap { $0 }.flatMap { entry in entry.hidden.map { "\(entry.request.row) \($0)" } }
    }
  }

  /// Why the recording was not written in the mode ``Mode-swift.enum/once``: the method, the URL and the failure, one line
  /// without secrets. Nil if it was written. The next run records again.
  public var recordingProblem: String? { state.withLock { $0.problem } }

  /// Sends and records, or replays.
  ///
  /// - Throws: the recorded failure; ``CassetteError``.
  public func send(_ request: Request) async throws -> Response {
    switch work {
    case .recording(let transport): try await record(request, over: transport)
    case .replaying: try await replay(request)
    }
  }

  /// Shuts the recorded transport down. Does nothing in a replay.
  public func shutdown(grace: Duration) async {
    if case .recording(let transport) = work { await transport.shutdown(grace: grace) }
  }

  // MARK: Recording

  private func record(_ request: Request, over transport: any Transport) async throws -> Response {
    let place = state.withLock { state in
      state.entries.append(nil)
      return state.entries.count - 1
    }
    let recorder = ExchangeRecorder(request, limit: limit) { [self] exchange in
      guard let entry = CassetteEntry(exchange, redactor) else { return }
      state.withLock { state in
        state.entries[place] = entry
        let entries = state.entries.compactMap { $0 }
        state.problem = refusesFailures ? Self.unresolvedFailure(of: entries) : nil
        do throws(CassetteError) {
          if state.problem == nil { try file.write(entries) } else { try file.remove() }
        } catch {
          state.trouble = error
        }
      }
    }
    let response = try await recorder.send(over: transport)
    if let trouble = state.withLock({ $0.trouble }) { throw trouble }
    return response
  }

  /// The first failure without a later good response to the same method and URL, as after a retry or with a new credential.
  private static func unresolvedFailure(of entries: [CassetteEntry]) -> String? {
    var failures: [(line: String, text: String)] = []
    for entry in entries {
      failures.removeAll { $0.line == entry.request.line }
      if let text = entry.temporaryFailure { failures.append((entry.request.line, text)) }
    }
    return failures.first?.text
  }

  // MARK: Replaying

  private func replay(_ request: Request) async throws -> Response {
    var body = RecordedBody()
    for try await chunk in request.body ?? .empty { body.takes(chunk, limit: limit) }
    body.hasEnded = true
    let wanted = CassetteRequest(request, body, redactor)
    let entry = try state.withLock { state in
      let entries = state.entries.compactMap { $0 }
      let matches = entries.indices.filter { index in
        let recorded = entries[index].request
        let wanted = wanted.aligned(with: recorded)
        return rules.allSatisfy { $0.agree(wanted, recorded) }
      }
      guard let index = matches.first(where: { state.played[$0] == 0 }) ?? (repeats ? matches.last : nil) else {
        throw CassetteError.missing(
          file: file.name, request: wanted.line, nearest: nearest(to: wanted, in: entries, matches.count))
      }
      state.played[index] += 1
      return entries[index]
    }
    return try entry.replay(from: file.name, whole: request.options.delivery == .whole)
  }

  private func nearest(to wanted: CassetteRequest, in entries: [CassetteEntry], _ matches: Int) -> [String] {
    guard matches == 0 else { return ["it was recorded \(matches == 1 ? "once" : "\(matches) times") and has been replayed"] }
    let misses = entries.map { Miss(of: wanted, $0.request, rules) }
    return misses.sorted { $0.isNearer(than: $1) }.prefix(3).map(\.text)
  }
}

/// A recorded request that does not match.
private struct Miss {
  let text: String
  private let differences: Int
  private let likeness: Int

  init(of wanted: CassetteRequest, _ recorded: CassetteRequest, _ rules: [CassetteRule]) {
    let wanted = wanted.aligned(with: recorded)
    let names = rules.filter { !$0.agree(wanted, recorded) }.map(\.name)
    text = "\(recorded.line) differs in \(names.joined(separator: " and "))"
    differences = names.count
    likeness = wanted.target.likeness(to: recorded.target)
  }

  func isNearer(than other: Miss) -> Bool { (differences, -likeness) < (other.differences, -other.likeness) }
}

extension Redaction {
  /// The standard lists, and further header fields and query keys that clients read and that identify nobody: links and
  /// locations (with their own queries redacted), counts and pages.
  public static let cassette = Redaction(
    headers: standardHeaders.union(
      [
        "accept-language", "accept-ranges", "age", "allow", "connection", "content-language", "content-location",
        "content-range", "content-disposition", "expires", "host", "if-match", "if-none-match", "last-modified", "link",
        "location", "next-page", "page", "per-page", "prefer", "range", "total", "total-objects", "transfer-encoding",
        "user-agent", "www-authenticate", "x-next-page", "x-page", "x-per-page", "x-total", "x-total-count",
      ].compactMap { HTTPField.Name($0) }),
    queryKeys: [
      "page", "per_page", "page[number]", "page[size]", "page[limit]", "page[offset]", "page%5bnumber%5d",
      "page%5bsize%5d", "page%5blimit%5d", "page%5boffset%5d", "limit", "offset", "size", "count", "start", "sort", "order",
      "include", "_limit", "_sort", "_since",
    ])
}

extension String {
  /// The number of characters that two texts share at their beginnings and ends.
  fileprivate func likeness(to other: String) -> Int {
    let start = zip(self, other).prefix { $0 == $1 }.count
    return start + zip(dropFirst(start).reversed(), other.dropFirst(start).reversed()).prefix { $0 == $1 }.count
  }
}
