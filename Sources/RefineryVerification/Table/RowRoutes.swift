import Foundation

/// Finds the rows of the path of a request. Segments before the path of a row are the path of a base URL.
package struct RowRoutes: Sendable {
  /// A row whose path a request has.
  package struct Match: Sendable {
    package let shape: TableDescription.RowShape
    /// The place of the row among those that were given.
    package let index: Int
    /// The values of the variables of the row's path, decoded.
    package let values: [String: String]
    /// The segments before the path of the row.
    package let prefix: [String]
    fileprivate let literals: Int
  }

  private let rows: [TableDescription.RowShape]

  package init(_ rows: [TableDescription.RowShape]) { self.rows = rows }

  /// The rows whose path ends this one, without its query, whatever their method. The row with the most literal segments is
  /// the first, then the one with the longest path, then the one that the table lists first.
  package func matches(_ path: String) -> [Match] {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    let found = rows.indices.compactMap { index in
      match(index, segments) ?? (segments.last == "" ? match(index, segments.dropLast()) : nil)
    }
    return found.sorted { one, other in
      (other.literals, one.prefix.count, one.index) < (one.literals, other.prefix.count, other.index)
    }
  }

  private func match(_ index: Int, _ segments: [String]) -> Match? {
    let shape = rows[index]
    let pattern = shape.path.withoutSlash.segments.isEmpty ? shape.path.segments : shape.path.withoutSlash.segments
    let path = shape.path.segments.last == "" && segments.last == "" ? shape.path.segments : pattern
    guard path.count <= segments.count else { return nil }
    var literals = 0
    var found: [String] = []
    for (segment, value) in zip(path, segments.suffix(path.count)) {
      if segment == value {
        literals += 1
      } else if let values = segment.values(in: value) {
        found += values
      } else {
        return nil
      }
    }
    let values = zip(shape.variables, found).map { ($0, $1.removingPercentEncoding ?? $1) }
    return Match(
      shape: shape, index: index, values: Dictionary(values) { first, _ in first },
      prefix: segments.dropLast(path.count), literals: literals)
  }
}

extension String {
  /// The values of the variables of this segment in a value, such as `7` of `7.json` for `{}.json`; nil if it does not fit.
  fileprivate func values(in value: String) -> [String]? {
    let parts = split(separator: "{}", omittingEmptySubsequences: false)
    guard parts.count > 1, !value.isEmpty, value.hasPrefix(parts[0]) else { return nil }
    var rest = value.dropFirst(parts[0].count)
    var values: [String] = []
    for part in parts[1...].dropLast() {
      guard !part.isEmpty, let end = rest.dropFirst().firstRange(of: part) else { return nil }
      values.append(String(rest[..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    guard let last = parts.last, rest.hasSuffix(last), rest.count > last.count else { return nil }
    return values + [String(rest.dropLast(last.count))]
  }
}
