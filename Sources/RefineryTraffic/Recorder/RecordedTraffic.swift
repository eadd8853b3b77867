import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting

/// The latest exchanges of a recorder, within its limits.
struct RecordedTraffic: Sendable {
  struct Record: Sendable {
    /// Without the body of the request, which may be large and still in use.
    let name: String
    let head: HTTPRequest
    let date: Date
    var sent = RecordedBody()
    var response: HTTPResponse?
    var received = RecordedBody()
    var failure: (any Error)?
    /// From the start of the attempt to the head and to the end.
    var headTime: Duration?
    var end: Duration?
    var times: AttemptTimes?
    /// The bytes that its bodies take.
    var size = 0
  }

  private let mostExchanges: Int
  private let mostBytes: Int
  /// Each exchange by its number.
  private var kept: [Int: Record] = [:]
  private var oldest = 0
  private var next = 0
  private var bytes = 0
  private(set) var dropped = TrafficRecorder.Dropped()

  init(exchanges: Int, bytes: Int) {
    mostExchanges = exchanges
    mostBytes = bytes
  }

  /// In the order of the requests.
  var records: [Record] { (oldest..<next).compactMap { kept[$0] } }

  /// Returns the number of the new exchange.
  mutating func add(_ record: Record) -> Int {
    kept[next] = record
    next += 1
    makeRoom()
    return next - 1
  }

  mutating func headArrived(_ number: Int, at elapsed: Duration) {
    guard let record = kept[number], record.headTime == nil else { return }
    kept[number]?.headTime = elapsed
  }

  mutating func update(_ number: Int, _ exchange: RecordedExchange, at elapsed: Duration, times: AttemptTimes?) {
    let size = exchange.sent.bytes.count + exchange.received.bytes.count
    let isOver = exchange.received.hasEnded || exchange.failure != nil
    if isOver {
      let lost = exchange.sent.length + exchange.received.length - size
      dropped.bytes += kept[number] == nil ? exchange.sent.length + exchange.received.length : lost
    }
    guard var record = kept[number] else { return }
    bytes += size - record.size
    record.size = size
    record.sent = exchange.sent
    record.response = exchange.response
    record.received = exchange.received
    record.failure = exchange.failure
    record.times = times ?? record.times
    if exchange.response != nil, record.headTime == nil { record.headTime = elapsed }
    if isOver { record.end = elapsed }
    kept[number] = record
    makeRoom()
  }

  private mutating func makeRoom() {
    while kept.count > mostExchanges || bytes > mostBytes, oldest < next {
      if let record = kept.removeValue(forKey: oldest) {
        bytes -= record.size
        dropped.exchanges += 1
        // The bytes of an exchange in progress are counted at its end.
        if record.end != nil { dropped.bytes += record.size }
      }
      oldest += 1
    }
  }
}

extension RecordedTraffic.Record {
  var traffic: TrafficExchange {
    let url = "\(head.scheme ?? "http")://\(head.authority ?? "")\(head.path ?? "")"
    var traffic = TrafficExchange(method: head.method.rawValue, url: url, headers: head.headerFields)
    traffic.name = name
    traffic.started = date
    traffic.timings = timings
    traffic.body =
      sent.hasEnded ? Self.body(sent) : .withheld(length: sent.length, reason: "it was not sent to its end")
    guard let response else {
      traffic.transportError = failure as? TransportError
      traffic.failure = failure.map { ErrorSummary.text(of: $0) } ?? "the exchange is in progress"
      return traffic
    }
    var body = Self.body(received)
    if let coding = response.headerFields[.contentEncoding], coding.lowercased() != "identity", received.length > 0 {
      body = .withheld(
        length: received.length,
        reason: "it has a content coding, and the format has decoded content: record over a transport that decodes")
    }
    traffic.response = TrafficResponse(head: response, body: body, isCut: !received.hasEnded)
    return traffic
  }

  private static func body(_ body: RecordedBody) -> TrafficBody {
    body.bytes.count == body.length ? .data(body.bytes) : .withheld(length: body.length, reason: "longer than the limit")
  }

  /// The phases that the transport reports. A phase that it does not report is a part of the phase after it.
  private var timings: TrafficTimings? {
    var timings = TrafficTimings()
    var last = Duration.zero
    func phase(to end: Duration?) -> Duration? {
      guard let end, end >= last else { return nil }
      defer { last = end }
      return end - last
    }
    timings.blocked = phase(to: times?.admitted)
    timings.dns = phase(to: times?.resolved)
    timings.connect = phase(to: times?.connected)
    timings.tls = phase(to: times?.secured)
    // In HAR, TLS is a part of the connection.
    if let tls = timings.tls { timings.connect = (timings.connect ?? .zero) + tls }
    timings.send = phase(to: times?.sent)
    timings.wait = phase(to: times?.firstByte ?? headTime ?? end)
    timings.receive = phase(to: times?.lastByte ?? end)
    return timings == TrafficTimings() ? nil : timings
  }
}
