import HTTPTypes
public import RefineryCore

/// What is logged of each call, and at which level. To change it at run time, put it into a ``LoggingPolicyStore``.
///
/// ```swift
/// var policy = LoggingPolicy()
/// policy.sampleRate = 0.1                                  // one call in ten, and all that fail or are slow
/// policy.rows["Person.create"] = .init(level: .info, detailLevel: .info, bodies: true)
/// ```
public struct LoggingPolicy: Sendable, Equatable {
  /// The level of the request line and the response line. Default debug.
  public var level: LogLineLevel
  /// The level of header fields, URL and bodies. They are written only together with the two lines. Default trace.
  public var detailLevel: LogLineLevel
  /// Whether the details contain header fields. Default true.
  public var headers: Bool
  /// Whether the details contain bodies. Default false: JSON and forms can be redacted, other text cannot.
  public var bodies: Bool
  /// The maximum number of bytes of a body that are written, from 0 to 65,536. Default 4,096.
  public var bodyCap: Int
  /// Which header fields and query values may be shown, and which members of bodies may not.
  public var redaction: Redaction
  /// The part of the calls that is logged, from 0 to 1. Default 1. Other calls are logged only if they fail, are slow or have a
  /// failed attempt, and at most ``linesPerCause`` of them.
  public var sampleRate: Double
  /// How many lines may be written in one ``summaryPeriod``, for one origin and one cause, about calls outside the sample, and
  /// about resends of calls that are not logged. Further ones are counted, and one line at info has their number. Default 10.
  public var linesPerCause: Int
  /// How long ``linesPerCause`` applies before it starts again. The line with the count is written at the first call after the
  /// period. Default 60 s.
  public var summaryPeriod: Duration
  /// The duration from which a call counts as slow; nil for never. Default 1 s.
  public var slow: Duration?
  /// Settings for single rows, by name.
  public var rows: [String: Row]

  /// Settings for one row; nil for the general setting.
  public struct Row: Sendable, Equatable {
    /// The level of its two lines.
    public var level: LogLineLevel?
    /// The level of its details.
    public var detailLevel: LogLineLevel?
    /// Whether its bodies are written.
    public var bodies: Bool?

    /// Creates the settings of one row.
    public init(level: LogLineLevel? = nil, detailLevel: LogLineLevel? = nil, bodies: Bool? = nil) {
      self.level = level
      self.detailLevel = detailLevel
      self.bodies = bodies
    }
  }

  /// Creates the standard policy, except for the given values.
  public init(
    level: LogLineLevel = .debug, detailLevel: LogLineLevel = .trace, headers: Bool = true, bodies: Bool = false,
    bodyCap: Int = 4096, redaction: Redaction = Redaction(), sampleRate: Double = 1, slow: Duration? = .seconds(1),
    rows: [String: Row] = [:], linesPerCause: Int = 10, summaryPeriod: Duration = .seconds(60)
  ) {
    self.level = level
    self.detailLevel = detailLevel
    self.headers = headers
    self.bodies = bodies
    self.bodyCap = bodyCap
    self.redaction = redaction
    self.sampleRate = sampleRate
    self.slow = slow
    self.rows = rows
    self.linesPerCause = linesPerCause
    self.summaryPeriod = summaryPeriod
  }

  /// Every fault of the values, one sentence each; empty if the policy can be used.
  package var problems: [String] {
    var problems: [String] = []
    if !(0...1).contains(sampleRate) { problems.append("sampleRate must be from 0 to 1, not \(sampleRate)") }
    if !(0...65_536).contains(bodyCap) { problems.append("bodyCap must be from 0 to 65536 bytes, not \(bodyCap)") }
    if linesPerCause < 0 { problems.append("linesPerCause must not be negative, but is \(linesPerCause)") }
    if summaryPeriod < .seconds(1) || summaryPeriod > .seconds(86_400) {
      problems.append("summarySeconds must be from 1 to 86400 seconds, not \(summaryPeriod)")
    }
    if let slow, slow < .zero { problems.append("slowMilliseconds must not be negative, but is \(slow)") }
    let credentials: [HTTPField.Name] = [.authorization, .proxyAuthorization, .cookie, .setCookie]
    for name in credentials where redaction.headers.contains(name) {
      problems.append("allowedHeaders: \(name.rawName) is never shown")
    }
    for key in redaction.queryKeys.intersection(Redaction.signatureKeys).sorted() {
      problems.append("allowedQuery: \(key) is never shown")
    }
    return problems
  }

  /// The settings for one request, from the policy, its row and the options.
  struct Choice {
    let level: LogLineLevel
    let detailLevel: LogLineLevel
    let bodies: Bool
  }

  func choice(for request: Request) -> Choice {
    let row = rows.isEmpty ? nil : rows[request.endpoint.name]
    let allowsBodies = request.options.logBodies
    return Choice(
      level: row?.level ?? request.options.logLevel ?? level,
      detailLevel: row?.detailLevel ?? detailLevel,
      bodies: allowsBodies != false && (row?.bodies ?? allowsBodies ?? bodies))
  }

  /// Whether a call is sampled. The result depends only on the call number, so all attempts and all logging middleware agree.
  func samples(call number: UInt64) -> Bool {
    if sampleRate >= 1 { return true }
    var bits = number &+ 0x9E37_79B9_7F4A_7C15  // SplitMix64 spreads consecutive numbers evenly.
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-53 < sampleRate
  }
}

/// The levels of a call's lines. None is above notice: the error of a failed call is thrown to the caller, which knows whether
/// it must be logged as an error.
public enum LogLineLevel: String, Sendable, CaseIterable {
  /// The level of the same name.
  case trace, debug, info, notice
  /// Nothing is written.
  case off
}
