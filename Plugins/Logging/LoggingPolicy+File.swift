public import FoundationEssentials
import HTTPTypes
public import RefineryCore

extension LoggingPolicy: Codable {
  /// Reads the policy of a JSON file, such as
  /// `{"level":"debug","bodies":false,"sampleRate":0.1,"rows":{"Person.read":{"level":"off"}}}`.
  ///
  /// A missing member has its standard value. `allowedHeaders` and `allowedQuery` replace the standard lists; `secretMembers`
  /// are added to the standard ones.
  ///
  /// - Throws: `UnusableSettings` with every fault: unknown and repeated members, wrong types, values out of range.
  public init(json: Data) throws(UnusableSettings) {
    let file = try LoggingPolicyFile(json: json)
    guard file.problems.isEmpty else { throw UnusableSettings(of: LoggingPolicy.self, problems: file.problems) }
    self = file.policy
  }

  /// Reads the members of ``init(json:)`` in any format.
  ///
  /// - Throws: `UnusableSettings` with every fault.
  public init(from decoder: any Decoder) throws {
    let file = try LoggingPolicyFile(from: decoder)
    guard file.problems.isEmpty else { throw UnusableSettings(of: LoggingPolicy.self, problems: file.problems) }
    self = file.policy
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
    try members.encode(linesPerCause, forKey: "linesPerCause")
    try members.encode(Int64(exactly: (summaryPeriod / .seconds(1)).rounded()) ?? .max, forKey: "summarySeconds")
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

/// The policy in a file, with every fault of the file.
struct LoggingPolicyFile: Decodable {
  private(set) var policy = LoggingPolicy()
  private(set) var problems: [String] = []

  /// - Throws: `UnusableSettings` if the data is not a JSON object.
  init(json: Data) throws(UnusableSettings) {
    do {
      // Repeated names are collected first, so that the other faults are reported too.
      let repeated = try JSONValue.repeatedKeys(in: json).map { "the policy repeats a name: \($0.description)" }
      self = try JSONDecoder().decode(LoggingPolicyFile.self, from: json)
      problems = repeated + problems
    } catch let malformed as JSONValue.Malformed {
      throw UnusableSettings(of: LoggingPolicy.self, problems: ["the policy cannot be read: \(malformed)"])
    } catch {
      throw UnusableSettings(of: LoggingPolicy.self, problems: ["the policy must be a JSON object"])
    }
  }

  init(from decoder: any Decoder) throws {
    var policy = LoggingPolicy()
    var reader = MemberReader(try decoder.container(keyedBy: Member.self))
    let levels = "one of \(LogLineLevel.allCases.map(\.rawValue).joined(separator: ", "))"
    reader.read("level", LogLineLevel.self, levels) { policy.level = $0 }
    reader.read("detailLevel", LogLineLevel.self, levels) { policy.detailLevel = $0 }
    reader.read("headers", Bool.self, "true or false") { policy.headers = $0 }
    reader.read("bodies", Bool.self, "true or false") { policy.bodies = $0 }
    reader.read("bodyCap", Int.self, "a whole number of bytes") { policy.bodyCap = $0 }
    reader.read("sampleRate", Double.self, "a number from 0 to 1") { policy.sampleRate = $0 }
    reader.read("slowMilliseconds", Int?.self, "a whole number of milliseconds, or null") {
      policy.slow = $0.map { .milliseconds($0) }
    }
    reader.read("linesPerCause", Int.self, "a whole number of lines") { policy.linesPerCause = $0 }
    reader.read("summarySeconds", Int.self, "a whole number of seconds") { policy.summaryPeriod = .seconds($0) }
    reader.read("allowedQuery", [String].self, "a list of names") { policy.redaction.queryKeys = Set($0) }
    reader.read("secretMembers", [String].self, "a list of names") { policy.redaction.secretMembers.formUnion($0) }
    var unnameable: [String] = []
    reader.read("allowedHeaders", [String].self, "a list of names") { names in
      policy.redaction.headers = Set(names.compactMap { HTTPField.Name($0) })
      unnameable = names.filter { HTTPField.Name($0) == nil }
    }
    reader.nested("rows", "an object of row names") { reader, name in
      var row = LoggingPolicy.Row()
      reader.read("level", LogLineLevel.self, levels) { row.level = $0 }
      reader.read("detailLevel", LogLineLevel.self, levels) { row.detailLevel = $0 }
      reader.read("bodies", Bool.self, "true or false") { row.bodies = $0 }
      policy.rows[name] = row
    }
    problems =
      reader.finish() + unnameable.map { "allowedHeaders: \"\(Redaction.escaped($0))\" is not a header name" } + policy.problems
    self.policy = policy
  }
}

private struct Member: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral: String) { stringValue = stringLiteral }
  init?(intValue: Int) { nil }
}

/// Reads the members of an object. It collects every fault instead of stopping at the first.
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
      faults += reader.finish(of: "a row of a logging policy")
    }
  }

  func finish(of owner: String = "a logging policy") -> [String] {
    let unknown = container.allKeys.map(\.stringValue).filter { !known.contains($0) }.sorted()
    let names = EndpointTable("members", rows: known.sorted().map { Endpoint($0, .get, "member") })
    return faults
      + unknown.map { name in
        let nearest = names.nearestName(to: name).map { "; did you mean \($0)?" } ?? ""
        return "\(path)\(Redaction.escaped(name)) is not a member of \(owner)\(nearest)"
      }
  }
}
