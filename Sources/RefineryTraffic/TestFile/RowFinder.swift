import FoundationEssentials
import HTTPTypes
package import RefineryCore
import RefineryTesting

/// Finds the row of a table that makes a recorded request, with the arguments of its call.
struct RowFinder {
  /// A call on a row that makes a recorded request.
  struct Match {
    let row: Endpoint
    /// The base URL of the client.
    let baseURL: String
    let values: [(name: String, value: String)]
    let query: [(name: String, value: String)]
  }

  private struct Shape {
    let row: Endpoint
    let segments: [Substring]
  }

  private let shapes: [Shape]
  private let names: Set<String>

  init(_ table: EndpointTable) {
    names = Set(table.rows.map(\.name))
    shapes = table.rows.compactMap { row in
      // The expression of a query is not part of the path.
      let text = row.path.text.replacing(/\{[?&][^}]*\}/, with: "").prefix { $0 != "?" }
      guard !row.path.isAbsolute else { return nil }
      let segments = text.split(separator: "/", omittingEmptySubsequences: false)
      return Shape(row: row, segments: segments.first?.isEmpty ?? false ? Array(segments.dropFirst()) : segments)
    }
  }

  /// The call, or why there is none: no row fits, or the row that fits makes another request.
  func match(_ exchange: TrafficExchange) -> Result<Match, NoMatch> {
    guard let start = exchange.url.firstRange(of: "://")?.upperBound else { return .failure(NoMatch("it has no host")) }
    let target = exchange.url[start...].firstIndex { $0 == "/" || $0 == "?" }.map { exchange.url[$0...] } ?? ""
    let path = target.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let candidates = shapes.filter { $0.row.method.rawValue == exchange.method }
    var best: (shape: Shape, values: [(name: String, value: String)], score: Int)?
    for shape in candidates {
      guard let (values, literals) = Self.values(shape.segments, Array(path)) else { continue }
      // A recording knows the name of its row.
      let score = shape.row.name == exchange.name ? Int.max : literals
      if score > best?.score ?? -1 { best = (shape, values, score) }
    }
    guard let best else { return .failure(NoMatch("no row of the table makes this request")) }
    let prefix = path.dropLast(best.shape.segments.count).map { "/\($0)" }.joined()
    let base = exchange.url[..<target.startIndex] + prefix
    let match = Self.match(best.shape.row, String(base), best.values, target)
    guard let sent = Self.target(of: match), sent == target.prefix(while: { $0 != "#" }) else {
      return .failure(NoMatch("the row \(best.shape.row.name) makes another request"))
    }
    return .success(match)
  }

  struct NoMatch: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  private static func match(
    _ row: Endpoint, _ base: String, _ values: [(name: String, value: String)], _ target: Substring
  ) -> Match {
    var values = values
    var query: [(name: String, value: String)] = []
    let own = Set(row.path.queryVariables)
    for pair in target.drop(while: { $0 != "?" }).dropFirst().prefix(while: { $0 != "#" }).split(separator: "&") {
      let name = pair.prefix { $0 != "=" }.replacing("+", with: " ").percentDecoded
      let value = pair.drop { $0 != "=" }.dropFirst().replacing("+", with: " ").percentDecoded
      // A pair in the path of the row is not an argument.
      if row.path.text.contains("\(name)=") { continue }
      if own.contains(name) { values.append((name, value)) } else { query.append((name, value)) }
    }
    return Match(row: row, baseURL: base, values: values, query: query)
  }

  /// The request target that the call has.
  private static func target(of match: Match) -> Substring? {
    guard let url = URL(string: match.baseURL) else { return nil }
    var values = PathValues()
    for (name, value) in match.values { values[name] = .text(value) }
    let query = Query(match.query.map { Query.Item($0.name, .string($0.value)) })
    let client = Client(baseURL: url, transport: StubTransport())
    return (try? client.makeRequest(for: Call<Okay>(match.row, values, query: query)))?.head.path?[...]
  }

  /// The values of a template at the end of a path, and the number of its literal segments; nil if it does not fit.
  private static func values(
    _ template: [Substring], _ path: [Substring]
  ) -> (values: [(name: String, value: String)], literals: Int)? {
    guard template.count <= path.count, !template.isEmpty else { return nil }
    var values: [(name: String, value: String)] = []
    var literals = 0
    for (part, segment) in zip(template, path.suffix(template.count)) {
      guard let open = part.firstIndex(of: "{") else {
        guard part == segment else { return nil }
        literals += 1
        continue
      }
      let rest = part[part.index(after: open)...]
      guard let close = rest.firstIndex(of: "}") else { return nil }
      let (before, name, after) = (part[..<open], rest[..<close], rest[rest.index(after: close)...])
      let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      guard isPlain, !after.contains("{"), segment.hasPrefix(before), segment.hasSuffix(after),
        segment.count > before.count + after.count
      else { return nil }
      values.append((String(name), segment.dropFirst(before.count).dropLast(after.count).percentDecoded))
    }
    return (values, literals)
  }
}

extension Traffic {
  /// Gives each exchange the name of the row of a table that makes its request. The others keep their names.
  package mutating func name(by table: EndpointTable) {
    let finder = RowFinder(table)
    for index in exchanges.indices {
      guard case .success(let match) = finder.match(exchanges[index]) else { continue }
      exchanges[index].name = match.row.name
    }
  }
}
