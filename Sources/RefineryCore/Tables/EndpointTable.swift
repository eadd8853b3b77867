/// The rows of an API, as data: print them, check them, search them, override them.
///
/// ```swift
/// let table = EndpointTable("Household", [Person.self, Household.self])
/// print(table.text)
/// assert(table.problems.isEmpty)
/// ```
public struct EndpointTable: Sendable, Redacted {
  /// The name of the API.
  public let name: String
  /// The rows, in order. The rows for creating or updating several objects are not listed, because they have the same paths as
  /// create and the collection. They are found by name (`Person.createAll`, `Person.updateAll`) and can be overridden.
  public let rows: [Endpoint]
  private let batchRows: [Endpoint]

  /// A table of the rows of these resources (of their capabilities, and their custom rows), and of further rows.
  public init(_ name: String, _ resources: [any Resource.Type] = [], rows: [Endpoint] = []) {
    self.name = name
    self.rows = resources.flatMap { $0.endpoints } + rows
    batchRows = resources.flatMap { $0.batchEndpoints }
  }

  /// The row with a name.
  public subscript(name: String) -> Endpoint? { (rows + batchRows).first { $0.name == name } }

  /// The rows whose name, method or path contains `text`; case is ignored.
  package func rows(containing text: String) -> [Endpoint] {
    let text = text.lowercased()
    return rows.filter { $0.description.lowercased().contains(text) }
  }

  /// The most similar name of a row; nil if none is similar.
  package func nearestName(to name: String) -> String? { Self.nearest(to: name, among: (rows + batchRows).map(\.name)) }

  /// The most similar of several names; nil if none is similar. Case is ignored.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = Array(name.lowercased().utf8)
    let nearest = names.map { (name: $0, distance: distance(wanted, Array($0.lowercased().utf8))) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= max(2, wanted.count / 3) else { return nil }
    return nearest.name
  }

  /// The number of letters to add, drop, change or swap (optimal string alignment).
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var previous: [Int] = []
    var current = Array(0...right.count)
    for (i, a) in left.enumerated() {
      let beforePrevious = previous
      previous = current
      current = [i + 1]
      for (j, b) in right.enumerated() {
        var best = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { best = min(best, beforePrevious[j - 1] + 1) }
        current.append(best)
      }
    }
    return current.last ?? left.count
  }
}

extension Resource {
  /// The rows for creating and updating several.
  static var batchEndpoints: [Endpoint] {
    var rows: [Endpoint] = []
    if let type = Self.self as? any Creatable.Type { rows += [type.createAllEndpoint] }
    if let type = Self.self as? any Updatable.Type { rows += [type.updateAllEndpoint] }
    return rows.map(placed)
  }

  /// The rows of this resource: first the rows of its capabilities, then its custom rows. Rows for several objects are not
  /// included.
  ///
  /// Rows of a child are below its parents, as its calls send them: `Post.Comment.read` at `posts/{post_id}/comments/{id}`.
  public static var endpoints: [Endpoint] {
    var rows: [Endpoint] = []
    if let type = Self.self as? any Creatable.Type { rows += [type.createEndpoint] }
    if let type = Self.self as? any Readable.Type { rows += [type.readEndpoint] }
    if let type = Self.self as? any Updatable.Type { rows += [type.updateEndpoint] }
    if let type = Self.self as? any Patchable.Type { rows += [type.patchEndpoint] }
    if let type = Self.self as? any Deletable.Type { rows += [type.deleteEndpoint] }
    if let type = Self.self as? any Enumerable.Type { rows += [type.enumerateEndpoint] }
    return (rows + customEndpoints).map(placed)
  }
}
