import FoundationEssentials
import HTTPTypes
package import RefineryCore
import RefineryTesting

extension Traffic {
  /// A source file of Swift Testing that makes each call on the row of a table that fits, and replays a cassette.
  ///
  /// The cassette is the attachment of the file. A test is written only for exchanges whose request the row makes exactly; the
  /// others are listed in the notes.
  ///
  /// - Parameters:
  ///   - table: the table. The test expects it as the static member `table` of a type of its name.
  ///   - cassette: the path of the cassette from the folder of the test.
  ///   - redaction: decides which values may be written; nil writes everything.
  /// - Throws: ``TrafficError`` if the written cassette cannot be read.
  package func testFile(
    for table: EndpointTable, cassette: String, redaction: Redaction? = .traffic
  ) throws(TrafficError) -> TrafficFile {
    var file = self.file(as: .cassette, redaction: redaction)
    let recorded = file.data
    file.attachments = [TrafficFile.Attachment(path: cassette, data: recorded)]
    // The test makes the requests of the cassette, with its marks.
    let shown = try Traffic(cassette: recorded)
    var writer = TestFileWriter(table: table, cassette: cassette)
    for (index, exchange) in shown.exchanges.enumerated() {
      if let reason = writer.add(exchange) {
        file.notes.append("exchange \(index + 1), \(exchange.method) \(exchange.place), has no test: \(reason)")
      }
    }
    file.data = Data(writer.text.utf8)
    return file
  }
}

/// Writes tests of the rows of a table.
struct TestFileWriter {
  private struct Group {
    let row: Endpoint
    let baseURL: String
    var lines: [String] = []
  }

  private let table: EndpointTable
  private let cassette: String
  private let finder: RowFinder
  private var groups: [Group] = []
  /// The index of each group, by the name of its row and its base URL.
  private var places: [[String]: Int] = [:]
  private var modules: Set<String> = []

  init(table: EndpointTable, cassette: String) {
    self.table = table
    self.cassette = cassette
    finder = RowFinder(table)
  }

  /// Adds the call of an exchange. Returns why there is none.
  mutating func add(_ exchange: TrafficExchange) -> String? {
    let match: RowFinder.Match
    switch finder.match(exchange) {
    case .success(let found): match = found
    case .failure(let failure): return failure.reason
    }
    let status = exchange.response?.head.status.code
    if let status, (300..<400).contains(status), status != 304 { return "the client follows redirects itself" }
    if case .withheld(_, let reason)? = exchange.response?.body { return "the response is withheld: \(reason)" }
    guard let body = body(of: exchange) else { return "the content of the request is withheld" }
    let arguments = arguments(match)
    func call(_ type: String) -> String { "Call<\(type)>(row\(arguments))\(body)" }
    let line: String
    if let status, exchange.response?.isCut != true {
      if match.row.options.successCodes.contains(status), let type = output(of: match.row) {
        line = "_ = try await api.send(\(call(type)))"
      } else {
        line = "#expect(try await status(api, \(call("Okay"))) == \(status))"
      }
    } else {
      line = "await #expect(throws: CallError.self) { try await api.send(\(call("Data"))) }"
    }
    let key = [match.row.name, match.baseURL]
    if let index = places[key] {
      groups[index].lines.append(line)
    } else {
      places[key] = groups.count
      groups.append(Group(row: match.row, baseURL: match.baseURL, lines: [line]))
    }
    return nil
  }

  /// Empty without content; nil if the content is not known.
  private func body(of exchange: TrafficExchange) -> String? {
    guard let data = exchange.body.data else { return nil }
    guard !data.isEmpty else { return "" }
    let type = exchange.headers[.contentType].map { ", contentType: \(Self.literal($0))" } ?? ""
    guard let text = String(validating: data, as: UTF8.self) else {
      return ".body(Body(Data(base64Encoded: \"\(data.base64EncodedString())\") ?? Data())\(type))"
    }
    return ".body(Body(Data(\(Self.literal(text)).utf8))\(type))"
  }

  private func arguments(_ match: RowFinder.Match) -> String {
    func list(_ pairs: [(name: String, value: String)]) -> String {
      "[\(pairs.map { "\(Self.literal($0.name)): \(Self.literal($0.value))" }.joined(separator: ", "))]"
    }
    let values = match.values.isEmpty ? "" : ", \(list(match.values))"
    return values + (match.query.isEmpty ? "" : ", query: \(list(match.query))")
  }

  /// The type that a row returns, in the syntax of a source file; nil if it is not known, or has no name of its own.
  private mutating func output(of row: Endpoint) -> String? {
    guard let type = row.outputType, type is any Decodable.Type else { return nil }
    var name = String(reflecting: type)
    var brackets = ("", "")
    for (start, open, close) in [("Swift.Array<", "[", "]"), ("Swift.Optional<", "", "?")] where name.hasPrefix(start) {
      name = String(name.dropFirst(start.count).dropLast())
      brackets = (brackets.0 + open, close + brackets.1)
    }
    let parts = name.split(separator: ".")
    guard parts.count > 1, parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }) else { return nil }
    if parts[0] == "Swift" || parts[0].hasPrefix("Foundation") {
      return brackets.0 + parts.dropFirst().joined(separator: ".") + brackets.1
    }
    modules.insert(String(parts[0]))
    return brackets.0 + parts.dropFirst().joined(separator: ".") + brackets.1
  }

  // MARK: The file

  var text: String {
    let name = Self.identifier(table.name, isType: true)
    var lines = ["// Written by `refinery convert` from recorded traffic.", "import Foundation"]
    lines += ((modules.union(["Refinery", "RefineryTesting", "Testing"])).sorted()).map { "import \($0)" }
    if modules.isEmpty { lines.append("// Import the module that declares \(name).table, too.") }
    lines += [
      "", "/// The rows of \(name) against recorded responses. Nothing is sent.", "@Suite struct \(name)TrafficTests {",
      "  private static let table = \(name).table", "", "  private func api(_ baseURL: String) throws -> Client {",
      "    let folder = URL(filePath: #filePath).deletingLastPathComponent()",
      "    let cassette = try Cassette(folder.appending(path: \(Self.literal(cassette))), mode: .replay)",
      "    return Client(baseURL: try #require(URL(string: baseURL)), transport: cassette)", "  }",
    ]
    if groups.contains(where: { $0.lines.contains { $0.contains("status(api, ") } }) {
      lines += [
        "", "  private func status(_ api: Client, _ call: Call<Okay>) async throws -> Int {",
        "    try await api.respond(to: call).head.status.code", "  }",
      ]
    }
    var used: Set<String> = []
    var numbers: [String: Int] = [:]
    for group in groups {
      let name = Self.identifier(group.row.name, isType: false)
      var function = name
      while !used.insert(function).inserted {
        numbers[name, default: 1] += 1
        function = "\(name)\(numbers[name, default: 1])"
      }
      lines += [
        "", "  @Test(\(Self.literal("\(group.row.name): recorded responses"))) func \(function)() async throws {",
        "    let api = try api(\(Self.literal(group.baseURL)))",
        "    let row = try #require(Self.table[\(Self.literal(group.row.name))])",
      ]
      lines += group.lines.map { "    \($0)" } + ["  }"]
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  /// A name of Swift: `Person.read` is `personRead`.
  private static func identifier(_ text: String, isType: Bool) -> String {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = words.enumerated().map { index, word in
      let first = index > 0 || isType ? word.prefix(1).uppercased() : word.prefix(1).lowercased()
      return first + word.dropFirst()
    }.joined()
    return joined.first?.isLetter ?? false ? joined : (isType ? "API\(joined)" : "row\(joined)")
  }

  /// A literal of Swift on one line.
  static func literal(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value):
        output += "\\u{\(String(scalar.value, radix: 16))}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}
