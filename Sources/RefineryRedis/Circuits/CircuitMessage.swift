#if Redis
  import FoundationEssentials
  import RefineryCircuitBreaker
  import RefineryCore

  /// What one instance tells the others, as a JSON object:
  /// `{"circuit":"https://api.example.com","event":"closed","from":"5f1","v":1}`.
  struct CircuitMessage: Sendable, Equatable {
    enum Event: Sendable, Equatable {
      case opened(rest: Duration, cause: String?)
      case closed
      /// An operator isolated it. Of two acts for a circuit, that with the higher number is the later one.
      case isolated(number: Int64)
      case released(number: Int64)
    }

    static let longestName = 1_024
    private static let longestCause = 200
    private static let longestMessage = 10_240
    private static let longestRest = Int64(366 * 86_400 * 1_000)

    let instance: String
    let circuit: String
    let event: Event

    /// The hint that an event gives; nil if it gives none.
    init?(_ event: CircuitEvent, from instance: String) {
      let circuit = event.change.circuit
      guard circuit.utf8.count <= Self.longestName else { return nil }
      switch event.change.new {
      // If 1,000 instances fail at the same time, few of them say so: each message goes to all.
      case .open where event.isOpeningKnown: return nil
      case .open where event.openRest > .zero: self.event = .opened(rest: event.openRest, cause: event.cause)
      case .closed: self.event = .closed
      default: return nil
      }
      (self.instance, self.circuit) = (instance, circuit)
    }

    init(_ event: Event, of circuit: String, from instance: String) {
      (self.event, self.circuit, self.instance) = (event, circuit, instance)
    }

    /// Reads a message. Nil if it is malformed, or of a version that is not known.
    init?(_ data: Data) {
      guard data.count <= Self.longestMessage, let fields = try? JSONDecoder().decode(Fields.self, from: data), fields.v == 1,
        fields.circuit.utf8.count <= Self.longestName, fields.from.utf8.count <= 64
      else { return nil }
      switch (fields.event, fields.number) {
      case ("opened", _):
        guard let rest = fields.ms, (1...Self.longestRest).contains(rest) else { return nil }
        let cause = fields.cause.map { "another instance: \(Redaction.escaped(Self.beginning(of: $0)))" }
        event = .opened(rest: .milliseconds(rest), cause: cause)
      case ("closed", _): event = .closed
      case ("isolated", let number?) where number > 0: event = .isolated(number: number)
      case ("released", let number?) where number > 0: event = .released(number: number)
      default: return nil
      }
      (instance, circuit) = (fields.from, fields.circuit)
    }

    /// The message as JSON. For an act of an operator, ``CircuitScript`` adds the number.
    var json: String? {
      var fields = Fields(v: 1, from: instance, event: "", circuit: circuit)
      switch event {
      case .opened(let rest, let cause):
        fields.event = "opened"
        fields.ms = min(Int64((rest / .milliseconds(1)).rounded(.up)), Self.longestRest)
        fields.cause = cause.map(Self.beginning)
      case .closed: fields.event = "closed"
      case .isolated: fields.event = "isolated"
      case .released: fields.event = "released"
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode(fields)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func beginning(of cause: String) -> String {
      cause.utf8.count <= longestCause ? cause : String(decoding: cause.utf8.prefix(longestCause), as: UTF8.self)
    }

    private struct Fields: Codable {
      var v: Int
      var from: String
      var event: String
      var circuit: String
      /// The rest of the open time, in milliseconds.
      var ms: Int64?
      var cause: String?
      var number: Int64?
    }
  }
#endif
