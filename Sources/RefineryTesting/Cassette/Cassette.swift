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
/// let person = try await api.send(Person.read(5))  // over the network once, from the file ever after
/// ```
///
/// A replayed response has the status, the header fields, repeated ones in their order, and the bytes it had. **Secrets are not
/// written.** Hidden are:
///
/// - header fields and query values that are not on the allow-lists of `redaction`, and the user information of URLs;
/// - secret members of JSON and forms: see `Redaction.isSecret(member:)`;
/// - strings in JSON that hold a secret among other things, such as a URL with a signature;
/// - text, and parts of a path, that only look like a token: see `Redaction.hidesTokens`.
///
/// A hidden value is replaced by `redacted-1`, `redacted-2` and so on, in the order in which the values were seen. Equal values have
/// the same mark in all of the cassette, so pages still replay when their links are hidden in part. A hidden JSON value keeps
/// its kind, so that it still decodes; JSON with a hidden value is written without its white space. Content that may hold a
/// secret and cannot be taken apart (coded content, several parts, text that names a secret) is withheld: replaying it is an error
/// that says so, so record over a transport that decodes.
///
/// Each exchange in the file lists what was hidden of it, under `hidden`; see also ``hidden``. Other secrets cannot be
/// recognized: a password in prose or an image. Use `scrubbing` for those, and look at a new cassette before you commit it.
///
/// In a replay a key or a password may be another than it was, even empty: any hidden value agrees with a recorded one, but
/// for those that come from the replayed answers, which stand for themselves. That there is such a query key is compared.
///
/// Requests that match the same exchanges get them in the order they were recorded, each once. The file is replaced as a
/// whole after every exchange, so that it is never half written.
public final class Cassette: Transport {
  /// Whether a cassette records or replays.
  public enum Mode: Sendable {
    /// Sends everything and begins a new file.
    case record
    /// Sends nothing. What is not in the file is an error.
    case replay
    /// Replays where the file is there, and records where it is not.
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
  }

  private let file: CassetteFile
  private let work: Work
  private let redactor: CassetteRedactor
  private let rules: [CassetteRule]
  private let repeats: Bool
  private let limit: Int
  private let state: Mutex<State>
  /// What the transport that is recorded can do; without one, streams and separate fields.
  public let capabilities: TransportCapabilities
  /// Whether it sends and records, in place of replaying.
  public let isRecording: Bool

  /// A cassette of a file.
  ///
  /// - Parameters:
  ///   - file: where it is, or will be. Missing folders are made.
  ///   - mode: whether to record or to replay.
  ///   - transport: what to record. Not needed for replaying.
  ///   - matching: in what a request must agree with a recorded one.
  ///   - redaction: what may be written.
  ///   - limit: the longest body that is written, in bytes; longer ones are withheld. Default 1 MiB.
  ///   - repeats: whether the last exchange that matches is replayed again and again.
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
    isRecording = mode == .record || mode == .once && !self.file.exists
    let redactor = CassetteRedactor(redaction: redaction, marks: CassetteMarks(isRecording: isRecording), scrub: scrubbing)
    self.redactor = redactor
    var state = State()
    if isRecording {
      guard let transport else { throw CassetteError.noTransport(file: self.file.name) }
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

  /// As the transport that is recorded; nothing is waited for in replaying.
  public var enforcesDeadline: Bool {
    if case .recording(let transport) = work { transport.enforcesDeadline } else { true }
  }

  /// The recorded requests that nobody has asked for, a line each. To be asserted to be empty at the end of a test.
  public var unplayed: [String] {
    state.withLock { state in
      zip(state.entries, state.played).compactMap { entry, count in count == 0 ? entry?.request.line : nil }
    }
  }

  /// What was hidden in the file, a line each: `Person.read request header Authorization: not on the list of what may be shown`.
  public var hidden: [String] {
    state.withLock { state in
      state.entries.compactMap { $0 }.flatMap { entry in entry.hidden.map { "\(entry.request.row) \($0)" } }
    }
  }

  /// Sends and records, or replays.
  ///
  /// - Throws: what was recorded; ``CassetteError``.
  public func send(_ request: Request) async throws -> Response {
    switch work {
    case .recording(let transport): try await record(request, over: transport)
    case .replaying: try await replay(request)
    }
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
        do throws(CassetteError) { try file.write(state.entries.compactMap { $0 }) } catch { state.trouble = error }
      }
    }
    let response = try await recorder.send(over: transport)
    if let trouble = state.withLock({ $0.trouble }) { throw trouble }
    return response
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
        throw CassetteError.missing(request: wanted.line, nearest: nearest(to: wanted, in: entries, matches.count))
      }
      state.played[index] += 1
      return entries[index]
    }
    return try entry.replay(whole: request.options[Delivery.self] == .whole)
  }

  private func nearest(to wanted: CassetteRequest, in entries: [CassetteEntry], _ matches: Int) -> [String] {
    guard matches == 0 else { return ["it was recorded \(matches == 1 ? "once" : "\(matches) times") and has been replayed"] }
    let misses = entries.map { Miss(of: wanted, $0.request, rules) }
    return misses.sorted { $0.isNearer(than: $1) }.prefix(3).map(\.text)
  }
}

/// A recorded request that is not the one that was asked for.
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
  /// The standard lists, and header fields and query keys beside them that responses are read by and that identify nobody:
  /// links and places (their own queries redacted), counts and pages.
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
  /// How many characters two texts share at their beginnings and ends.
  fileprivate func likeness(to other: String) -> Int {
    let start = zip(self, other).prefix { $0 == $1 }.count
    return start + zip(dropFirst(start).reversed(), other.dropFirst(start).reversed()).prefix { $0 == $1 }.count
  }
}
