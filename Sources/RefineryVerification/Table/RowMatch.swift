import RefineryCore
import RefineryOpenAPI

/// Which row makes calls of which operation.
struct RowMatch {
  /// The operation of each row; nil if there is none.
  private(set) var operations: [Int?] = []
  /// The operations without a row.
  private(set) var unused: [Int] = []

  private struct Key: Hashable {
    let method: String
    let path: PathShape
  }

  init(_ rows: [TableDescription.RowShape], _ description: Description) {
    // An operation is found by its path, and by its path below each of its servers.
    var places: [Key: Int] = [:]
    var shapes: [(key: Key, index: Int)] = []
    for (index, operation) in description.operations.enumerated() {
      let servers = operation.servers ?? description.servers
      let paths = Set([""] + servers.map { PathShape.path(ofServer: $0.url) }).sorted { $0.count > $1.count }
      for path in paths {
        let shape = PathShape(path + operation.path)
        for shape in [shape, shape.withoutSlash] {
          let key = Key(method: operation.method, path: shape)
          if places[key] == nil { places[key] = index }
          shapes.append((key, index))
        }
      }
    }
    let prefix = Self.prefix(of: rows, shapes.map { ($0.key.method, $0.key.path) })
    for shape in rows {
      let method = shape.row.method.rawValue
      func find(_ path: PathShape) -> Int? {
        places[Key(method: method, path: path)] ?? places[Key(method: method, path: path.withoutSlash)]
      }
      operations.append(shape.isAbsolute ? find(shape.path) : find(prefix.joined(shape.path)) ?? find(shape.path))
    }
    let used = Set(operations.compactMap(\.self))
    unused = description.operations.indices.filter { !used.contains($0) }
  }

  /// What most operations have before the path of their row: the path of the base URL.
  private static func prefix(
    of rows: [TableDescription.RowShape], _ operations: [(method: String, path: PathShape)]
  ) -> PathShape {
    var paths: [String: Set<PathShape>] = [:]
    for operation in operations {
      paths["\(operation.method) \(operation.path.segments.last ?? "")", default: []].insert(operation.path)
    }
    var votes: [PathShape: Int] = [:]
    for shape in rows where !shape.isAbsolute && shape.path.withoutSlash.segments.count > 0 {
      let found = paths["\(shape.row.method.rawValue) \(shape.path.segments.last ?? "")"] ?? []
      let prefixes = Set(found.compactMap { $0.prefix(before: shape.path) })
      for prefix in prefixes { votes[prefix, default: 0] += 1 }
    }
    let best = votes.max { left, right in
      let (count, other) = (left.key.segments.count, right.key.segments.count)
      return (left.value, -count, right.key.segments.joined()) < (right.value, -other, left.key.segments.joined())
    }
    return best?.key ?? PathShape(segments: [])
  }
}
