import Foundation
import RefineryCore
import RefineryJSON
import RefineryOpenAPI
import RefineryTesting

/// Compares exchanges with the rows of a table: statuses, queries and bodies.
struct ExchangeCheck {
  private let table: TableDescription
  private let coder: (any Coder)?
  private var check: BodyCheck
  private var nodes: [String: Int] = [:]
  /// The names of the rows that have been checked.
  private(set) var checked: Set<String> = []
  private(set) var notes: [String] = []

  init(_ table: EndpointTable, coder: (any Coder)?) {
    self.table = TableDescription(table, coder: coder)
    self.coder = coder
    check = BodyCheck(self.table.description, self.table.knowledge, DriftLedger())
  }

  var drifts: [Drift] { check.ledger.drifts() }

  /// The rows that no exchange has checked.
  var unchecked: [String] { table.rows.map(\.row.name).filter { !checked.contains($0) } }

  var rows: [Endpoint] { table.rows.map(\.row) }

  mutating func check(_ call: RecordedCall) {
    guard let shape = row(of: call) else {
      check.enter(check.addNode(OperationLabel(name: nil, method: call.method, path: Self.path(of: call))))
      return check.record(
        .operationNew, .harmless, "no row of the table makes this call", nil, "\(call.method) \(Self.path(of: call))")
    }
    enter(shape)
    checked.insert(shape.row.name)
    checkQuery(call, shape)
    switch call.status {
    case 200..<300 where !shape.row.options.successCodes.contains(call.status):
      check.record(
        .statusNew, .breaking, "the status \(call.status) is no success of the row", shape.row.name, "\(call.status)")
    case 200..<300: checkOutput(call, shape)
    case 400..<600: checkError(call, shape)
    default: break
    }
  }

  /// Records that the server has no such operation.
  mutating func recordMissing(_ row: Endpoint, status: Int) {
    guard let shape = table.rows.first(where: { $0.row.name == row.name }) else { return }
    enter(shape)
    checked.insert(row.name)
    check.record(.operationMissing, .breaking, "the server responds with \(status)", row.name)
  }

  mutating func note(_ text: String) { notes.append(text) }

  private mutating func enter(_ shape: TableDescription.RowShape) {
    let label = OperationLabel(name: shape.row.name, method: shape.row.method.rawValue, path: shape.row.template)
    let node = nodes[shape.row.name] ?? check.addNode(label)
    nodes[shape.row.name] = node
    check.enter(node)
  }

  // MARK: Rows

  private static func path(of call: RecordedCall) -> String { String(call.target.prefix { $0 != "?" }) }

  /// The row of the same name, or the one whose path fits best.
  private func row(of call: RecordedCall) -> TableDescription.RowShape? {
    let named = table.rows.first { $0.row.name == call.row && $0.row.method.rawValue == call.method }
    if let named { return named }
    return RowRoutes(table.rows.filter { $0.row.method.rawValue == call.method }).matches(Self.path(of: call)).first?.shape
  }

  // MARK: Exchanges

  private mutating func checkQuery(_ call: RecordedCall, _ shape: TableDescription.RowShape) {
    // Without variables for its query, a row takes any query.
    let variables = shape.row.path.queryVariables
    guard !variables.isEmpty, let start = call.target.firstIndex(of: "?") else { return }
    let known = Set(variables.map { $0.prefix { $0 != "[" } })
    for item in call.target[call.target.index(after: start)...].split(separator: "&") {
      let encoded = String(item.prefix { $0 != "=" })
      let name = encoded.removingPercentEncoding ?? encoded
      guard !known.contains(name.prefix { $0 != "[" }), !shape.row.path.text.contains("\(encoded)=") else { continue }
      check.record(
        .parameterNew, .harmless, "calls send the query parameter `\(name)`, which the row does not show",
        "\(shape.row.name)/query/\(name)")
    }
  }

  private mutating func checkOutput(_ call: RecordedCall, _ shape: TableDescription.RowShape) {
    guard let schema = shape.output, let content = call.content, call.status != 204, call.status != 205 || !content.isEmpty
    else {
      return
    }
    if content.isEmpty {
      guard !shape.isOptional else { return }
      return check.record(
        .bodyMissing, .breaking, "the response \(call.status) has no body, and the row reads one", shape.row.name)
    }
    guard call.isJSON else { return }
    guard let value = try? JSONValue(parsing: content) else {
      return check.record(.unreadable, .breaking, "the response \(call.status) is not JSON", shape.row.name)
    }
    guard check.check(value, schema, Place(root: "the response \(call.status)")) else { return }
    // A hidden value may have lost its form.
    guard content.firstRange(of: Data("redacted-".utf8)) == nil else { return }
    checkReading(content, shape)
  }

  /// Reads the body as a call does, for what no schema says, such as the form of a date.
  private mutating func checkReading(_ content: Data, _ shape: TableDescription.RowShape) {
    guard let coder = shape.row.options.coder ?? coder, let type = shape.row.outputType as? any Decodable.Type else { return }
    do {
      try Self.read(type, content, coder, at: shape.envelope)
    } catch {
      check.record(
        .unreadable, .breaking, "the response cannot be read: \(ErrorSummary.text(of: error))", shape.row.name,
        ErrorSummary.text(of: error))
    }
  }

  private static func read<Value: Decodable>(
    _ type: Value.Type, _ content: Data, _ coder: any Coder, at envelope: [String]
  ) throws {
    _ = try coder.decode(type, from: content, at: envelope)
  }

  private mutating func checkError(_ call: RecordedCall, _ shape: TableDescription.RowShape) {
    guard let schema = shape.errors[.code(call.status)], let content = call.content, call.isJSON,
      let value = try? JSONValue(parsing: content)
    else { return }
    check.check(value, schema, Place(root: "the response \(call.status)"))
  }
}

extension RecordedCall {
  fileprivate var isJSON: Bool {
    guard let type = contentType?.prefix(while: { $0 != ";" && $0 != " " }).lowercased() else { return true }
    return type.hasSuffix("/json") || type.hasSuffix("+json")
  }
}
