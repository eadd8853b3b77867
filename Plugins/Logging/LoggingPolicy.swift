public import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// What is logged of each call, at which level and how much of it. A value; hold it in a ``LoggingPolicyStore``.
///
/// ```swift
/// var policy = LoggingPolicy()
/// policy.sampleRate = 0.1                                  // one call in ten, and all that fail or are slow
/// policy.rows["Person.create"] = .init(level: .info, detailLevel: .info, bodies: true)
/// ```
public struct LoggingPolicy: Sendable, Equatable {
  /// The level of the request line and the response line. Default debug.
  public var level: LineLevel
  /// The level of header fields, URL and bodies, which are only written beside the two lines. Default trace.
  public var detailLevel: LineLevel
  /// Whether header fields belong to the details. Default true.
  public var headers: Bool
  /// Whether bodies belong to the details. Default false: JSON and forms can be redacted, other text cannot.
  public var bodies: Bool
  /// The most bytes of a body that are written, from 0 to 65,536. Default 4,096.
  public var bodyCap: Int
  /// Which header fields and query values may be shown, and which members of bodies may not.
  public var redaction: Redaction
  /// The part of the calls that is logged, from 0 to 1. Default 1. Failed and slow calls are always logged.
  public var sampleRate: Double
  /// From which duration on a call counts as slow; nil for never. Default 1 s.
  public var slow: Duration?
  /// What differs for single rows, by name.
  public var rows: [String: Row]

  /// What differs for one row; nil where the general rule holds.
  public struct Row: Sendable, Equatable {
    /// The level of its two lines.
    public var level: LineLevel?
    /// The level of its details.
    public var detailLevel: LineLevel?
    /// Whether its bodies are written.
    public var bodies: Bool?

    /// What differs for one row.
    public init(level: LineLevel? = nil, detailLevel: LineLevel? = nil, bodies: Bool? = nil) {
      self.level = level
      self.detailLevel = detailLevel
      self.bodies = bodies
    }
  }

  /// The standard policy, but for what is named.
  public init(
    level: LineLevel = .debug, detailLevel: LineLevel = .trace, headers: Bool = true, bodies: Bool = false,
    bodyCap: Int = 4096, redaction: Redaction = Redaction(), sampleRate: Double = 1, slow: Duration? = .seconds(1),
    rows: [String: Row] = [:]
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
  }

  /// Every fault of the values, a sentence each; empty for a usable policy.
  public var problems: [String] {
    var problems: [String] = []
    if !(0...1).contains(sampleRate) { problems.append("sampleRate must be from 0 to 1, not \(sampleRate)") }
    if !(0...65_536).contains(bodyCap) { problems.append("bodyCap must be from 0 to 65536 bytes, not \(bodyCap)") }
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

  /// What holds for one request, with row and options taken in.
  struct Choice {
    let level: LineLevel
    let detailLevel: LineLevel
    let bodies: Bool
  }

  func choice(for request: Request) -> Choice {
    let row = rows.isEmpty ? nil : rows[request.endpoint.name]
    let allowsBodies = request.options[LogBodies.self]
    return Choice(
      level: row?.level ?? request.options[LogLevel.self] ?? level,
      detailLevel: row?.detailLevel ?? detailLevel,
      bodies: allowsBodies != false && (row?.bodies ?? allowsBodies ?? bodies))
  }

  /// Whether a call is among those that are logged though nothing is special about it. The same call number always gives
  /// the same answer, so all attempts and all logging links agree.
  func samples(call number: UInt64) -> Bool {
    if sampleRate >= 1 { return true }
    var bits = number &+ 0x9E37_79B9_7F4A_7C15  // SplitMix64 spreads consecutive numbers evenly.
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-53 < sampleRate
  }
}

/// The levels that a call's lines may have. None is above notice: a failed call is thrown to the caller, who knows whether
/// it is an error.
public enum LineLevel: String, Sendable, Codable, CaseIterable, CustomStringConvertible {
  /// The level of the same name.
  case trace, debug, info, notice
  /// Not written at all.
  case off

  /// The level's name, as policies and overrides write it; `LineLevel(rawValue:)` reads it.
  public var description: String { rawValue }
}

/// The level of the request and response lines of a row or a call. Default nil: the policy decides.
///
/// A level that the policy gives the row by name wins over this one, since an operator gave it at run time.
public enum LogLevel: OptionKey {
  /// `logLevel`.
  public static let name = "logLevel"
  /// The policy decides.
  public static let defaultValue: LineLevel? = nil
}

extension LogLevel: OverridableOption {
  /// A level's name, or null for what the policy decides.
  public static func value(from json: RawJSON) throws(InvalidSetting) -> LineLevel? {
    if json.isNull { return nil }
    guard let level = json.string.flatMap(LineLevel.init(rawValue:)) else {
      throw InvalidSetting("must be one of \(LineLevel.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return level
  }
}

/// Whether the bodies of a row or a call may be logged. Default nil: the policy decides. False wins over every policy.
public enum LogBodies: OptionKey {
  /// `logBodies`.
  public static let name = "logBodies"
  /// The policy decides.
  public static let defaultValue: Bool? = nil
}

/// A logging policy that cannot be used; every fault is listed.
public struct LoggingPolicyFaults: SafelyDescribed, Equatable {
  /// A sentence for each fault.
  public let problems: [String]

  /// The faults of a policy.
  public init(problems: [String]) { self.problems = problems }

  /// One line, safe to log.
  public var description: String { "unusable logging policy: \(problems.joined(separator: "; "))" }
}

extension LoggingPolicy: Codable {
  /// The policy of a JSON file, such as
  /// `{"level":"debug","bodies":false,"sampleRate":0.1,"rows":{"Person.read":{"level":"off"}}}`.
  ///
  /// An absent member keeps its standard value. `allowedHeaders` and `allowedQuery` are the whole list where given;
  /// `secretMembers` are added to the standard ones.
  ///
  /// - Throws: ``LoggingPolicyFaults`` with every fault: unknown members, wrong types, values out of range.
  public init(json: Data) throws(LoggingPolicyFaults) {
    do {
      _ = try RawJSON(parsing: json, allowsRepeatedKeys: false)
      self = try JSONDecoder().decode(LoggingPolicy.self, from: json)
    } catch let faults as LoggingPolicyFaults {
      throw faults
    } catch let malformed as RawJSON.Malformed {
      throw LoggingPolicyFaults(problems: ["the policy cannot be read: \(malformed)"])
    } catch {
      throw LoggingPolicyFaults(problems: ["the policy must be a JSON object"])
    }
  }

  /// Reads the members of ``init(json:)`` in any format.
  ///
  /// - Throws: ``LoggingPolicyFaults`` with every fault.
  public init(from decoder: any Decoder) throws {
    self.init()
    var reader = MemberReader(try decoder.container(keyedBy: Member.self))
    let levels = "one of \(LineLevel.allCases.map(\.rawValue).joined(separator: ", "))"
    reader.read("level", LineLevel.self, levels) { level = $0 }
    reader.read("detailLevel", LineLevel.self, levels) { detailLevel = $0 }
    reader.read("headers", Bool.self, "true or false") { headers = $0 }
    reader.read("bodies", Bool.self, "true or false") { bodies = $0 }
    reader.read("bodyCap", Int.self, "a whole number of bytes") { bodyCap = $0 }
    reader.read("sampleRate", Double.self, "a number from 0 to 1") { sampleRate = $0 }
    reader.read("slowMilliseconds", Int?.self, "a whole number of milliseconds, or null") {
      slow = $0.map { .milliseconds($0) }
    }
    reader.read("allowedQuery", [String].self, "a list of names") { redaction.queryKeys = Set($0) }
    reader.read("secretMembers", [String].self, "a list of names") { redaction.secretMembers.formUnion($0) }
    var unnameable: [String] = []
    reader.read("allowedHeaders", [String].self, "a list of names") { names in
      redaction.headers = Set(names.compactMap { HTTPField.Name($0) })
      unnameable = names.filter { HTTPField.Name($0) == nil }
    }
    reader.nested("rows", "an object of row names") { reader, name in
      var row = Row()
      reader.read("level", LineLevel.self, levels) { row.level = $0 }
      reader.read("detailLevel", LineLevel.self, levels) { row.detailLevel = $0 }
      reader.read("bodies", Bool.self, "true or false") { row.bodies = $0 }
      rows[name] = row
    }
    let faults =
      reader.finish() + unnameable.map { "allowedHeaders: \"\(Redaction.escaped($0))\" is not a header name" } + problems
    guard faults.isEmpty else { throw LoggingPolicyFaults(problems: faults) }
  }

  /// Writes every member.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(level, forKey: "level")
    try members.encode(detailLevel, forKey: "detailLevel")
    try members.encode(headers, forKey: "headers")
    try members.encode(bodies, forKey: "bodies")
    try members.encode(bodyCap, forKey: "bodyCap")
    try members.encode(sampleRate, forKey: "sampleRate")
    try members.encode(slow.map { Int64(exactly: ($0 / .milliseconds(1)).rounded()) ?? .max }, forKey: "slowMilliseconds")
    try members.encode(redaction.headers.map(\.canonicalName).sorted(), forKey: "allowedHeaders")
    try members.encode(redaction.queryKeys.sorted(), forKey: "allowedQuery")
    try members.encode(redaction.secretMembers.sorted(), forKey: "secretMembers")
    var container = members.nestedContainer(keyedBy: Member.self, forKey: "rows")
    for (name, row) in rows {
      var members = container.nestedContainer(keyedBy: Member.self, forKey: Member(stringValue: name))
      try members.encodeIfPresent(row.level, forKey: "level")
      try members.encodeIfPresent(row.detailLevel, forKey: "detailLevel")
      try members.encodeIfPresent(row.bodies, forKey: "bodies")
    }
  }
}

private struct Member: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral: String) { stringValue = stringLiteral }
  init?(intValue: Int) { nil }
}

/// Reads the members of an object and keeps every fault in place of stopping at the first.
private struct MemberReader {
  private let container: KeyedDecodingContainer<Member>
  private let path: String
  private var known: Set<String> = []
  private var faults: [String] = []

  init(_ container: KeyedDecodingContainer<Member>, path: String = "") {
    self.container = container
    self.path = path
  }

  mutating func read<Value: Decodable>(_ name: Member, _ type: Value.Type, _ expected: String, keep: (Value) -> Void) {
    known.insert(name.stringValue)
    guard container.contains(name) else { return }
    do {
      keep(try container.decode(type, forKey: name))
    } catch {
      let found = (try? container.decode(String.self, forKey: name)).map { ", not \"\(Redaction.escaped($0))\"" } ?? ""
      faults.append("\(path)\(name.stringValue) must be \(expected)\(found)")
    }
  }

  mutating func nested(_ name: Member, _ expected: String, read: (inout MemberReader, String) -> Void) {
    known.insert(name.stringValue)
    guard container.contains(name) else { return }
    guard let members = try? container.nestedContainer(keyedBy: Member.self, forKey: name) else {
      faults.append("\(path)\(name.stringValue) must be \(expected)")
      return
    }
    for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      let place = "\(path)\(name.stringValue).\(Redaction.escaped(key.stringValue))"
      guard let content = try? members.nestedContainer(keyedBy: Member.self, forKey: key) else {
        faults.append("\(place) must be an object")
        continue
      }
      var reader = MemberReader(content, path: "\(place).")
      read(&reader, key.stringValue)
      faults += reader.finish()
    }
  }

  func finish() -> [String] {
    let unknown = container.allKeys.map(\.stringValue).filter { !known.contains($0) }.sorted()
    return faults + unknown.map { "\(path)\(Redaction.escaped($0)) is not a member of a logging policy" }
  }
}
