public import FoundationEssentials
import HTTPTypes
public import RefineryCore

extension LoggingPolicy {
  /// Reads the policy of a JSON file, such as
  /// `{"level":"debug","bodies":false,"sampleRate":0.1,"rows":{"Person.read":{"level":"off"}}}`.
  ///
  /// A missing member has its standard value. `allowedHeaders` and `allowedQuery` replace the standard lists; `secretMembers`
  /// are added to the standard ones.
  ///
  /// - Throws: `UnusableSettings` with every fault: unknown and repeated members, wrong types, values out of range.
  public init(json: Data) throws(UnusableSettings) { try self.init(json: json, for: nil) }

  /// Reads the policy of a JSON file. If there is a table, the policy may name only its rows.
  init(json: Data, for table: EndpointTable?) throws(UnusableSettings) {
    let document: JSONValue
    var problems: [String]
    do {
      // A repeated name must not hide other faults.
      problems = try JSONValue.repeatedKeys(in: json).map { "the policy repeats a name: \($0.description)" }
      document = try JSONValue(parsing: json)
    } catch {
      throw UnusableSettings(of: Self.self, problems: ["the policy cannot be read: \(ErrorSummary.text(of: error))"])
    }
    guard let object = document.object else {
      throw UnusableSettings(of: Self.self, problems: ["the policy must be a JSON object"])
    }
    self.init()
    problems += Member.read(Self.members, of: object, into: &self, "a logging policy")
    problems += (object["allowedHeaders"]?.texts ?? []).filter { HTTPField.Name($0) == nil }
      .map { "allowedHeaders: \"\(Redaction.escaped($0))\" is not a header name" }
    problems += self.problems + (table.map(unknownRows) ?? [])
    guard problems.isEmpty else { throw UnusableSettings(of: Self.self, problems: problems) }
  }

  private static var members: [Member<LoggingPolicy>] {
    let standard = Redaction()
    return [
      Member("level", LogLineLevel.names, \.level) { LogLineLevel($0) },
      Member("detailLevel", LogLineLevel.names, \.detailLevel) { LogLineLevel($0) },
      Member("headers", "true or false", \.headers) { $0.bool },
      Member("bodies", "true or false", \.bodies) { $0.bool },
      Member("bodyCap", "a whole number of bytes", \.bodyCap) { $0.int },
      Member("sampleRate", "a number from 0 to 1", \.sampleRate) { $0.double },
      Member("slowMilliseconds", "a whole number of milliseconds, or null", \.slow) { json in
        json.isNull ? .some(.none) : json.int.map { Optional.some(.milliseconds($0)) }
      },
      Member("linesPerCause", "a whole number of lines", \.linesPerCause) { $0.int },
      Member("summarySeconds", "a whole number of seconds", \.summaryPeriod) { $0.int.map { .seconds($0) } },
      Member("allowedQuery", "a list of names", \.redaction.queryKeys) { $0.texts.map { Set($0) } },
      Member("secretMembers", "a list of names", \.redaction.secretMembers) {
        $0.texts.map { standard.secretMembers.union($0) }
      },
      Member("allowedHeaders", "a list of names", \.redaction.headers) {
        $0.texts.map { Set($0.compactMap { HTTPField.Name($0) }) }
      },
      Member("rows") { policy, json in
        guard let rows = json.object else { return ["rows must be an object of row names"] }
        return rows.sorted { $0.key < $1.key }.flatMap { name, json -> [String] in
          guard let members = json.object else { return ["rows.\(Redaction.escaped(name)) must be an object"] }
          var row = Row()
          let faults = Member.read(Self.rowMembers, of: members, into: &row, "a row of a logging policy")
          policy.rows[name] = row
          return faults.map { "rows.\(Redaction.escaped(name)).\($0)" }
        }
      },
    ]
  }

  private static var rowMembers: [Member<Row>] {
    [
      Member("level", LogLineLevel.names, \.level) { LogLineLevel($0).map(Optional.some) },
      Member("detailLevel", LogLineLevel.names, \.detailLevel) { LogLineLevel($0).map(Optional.some) },
      Member("bodies", "true or false", \.bodies) { $0.bool.map(Optional.some) },
    ]
  }
}

/// A member of an object in a policy file.
private struct Member<Settings> {
  let name: String
  /// Sets the member, and returns the faults of its value.
  let read: (inout Settings, JSONValue) -> [String]

  init(_ name: String, read: @escaping (inout Settings, JSONValue) -> [String]) {
    (self.name, self.read) = (name, read)
  }

  init<Value>(
    _ name: String, _ expected: String, _ property: WritableKeyPath<Settings, Value>, _ value: @escaping (JSONValue) -> Value?
  ) {
    self.init(name) { settings, json in
      guard let value = value(json) else {
        return ["\(name) must be \(expected)\(json.string.map { ", not \"\(Redaction.escaped($0))\"" } ?? "")"]
      }
      settings[keyPath: property] = value
      return []
    }
  }

  /// Reads all members of an object. Returns every fault.
  static func read(_ members: [Self], of object: JSONValue.Object, into settings: inout Settings, _ owner: String) -> [String] {
    var faults: [String] = []
    for member in members { faults += object[member.name].map { member.read(&settings, $0) } ?? [] }
    let known = members.map(\.name).sorted()
    let names = EndpointTable("members", rows: known.map { Endpoint($0, .get, "member") })
    for name in Set(object.map(\.key)).subtracting(known).sorted() {
      let nearest = names.nearestName(to: name).map { "; did you mean \($0)?" } ?? ""
      faults.append("\(Redaction.escaped(name)) is not a member of \(owner)\(nearest)")
    }
    return faults
  }
}

extension LogLineLevel {
  static let names = "one of \(allCases.map(\.rawValue).joined(separator: ", "))"

  /// Reads the name of a level.
  init?(_ json: JSONValue) {
    guard let level = json.string.flatMap(LogLineLevel.init(rawValue:)) else { return nil }
    self = level
  }
}

extension JSONValue {
  /// The texts of a list; nil if it is anything else.
  fileprivate var texts: [String]? {
    guard let values = array else { return nil }
    let texts = values.compactMap(\.string)
    return texts.count == values.count ? texts : nil
  }
}
