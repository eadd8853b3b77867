import RefineryOpenAPI

/// Which operations of two descriptions are the same.
struct OperationMatch {
  private(set) var pairs: [(old: Int, new: Int)] = []
  private(set) var missing: [Int] = []
  private(set) var added: [Int] = []

  private struct Key: Hashable {
    let method: String
    let path: PathShape
  }

  init(_ old: [Operation], _ new: [Operation]) {
    var oldLeft = Array(old.indices)
    var newLeft = Array(new.indices)
    func match(_ key: (Operation) -> AnyHashable?) {
      var places: [AnyHashable: [Int]] = [:]
      for index in newLeft.reversed() { if let key = key(new[index]) { places[key, default: []].append(index) } }
      var found: [(old: Int, new: Int)] = []
      for index in oldLeft {
        guard let key = key(old[index]), let place = places[key]?.popLast() else { continue }
        found.append((index, place))
      }
      pairs += found
      let (known, kept) = (Set(found.map(\.old)), Set(found.map(\.new)))
      oldLeft.removeAll { known.contains($0) }
      newLeft.removeAll { kept.contains($0) }
    }
    match { "\($0.method) \($0.path)" }
    match { Key(method: $0.method, path: PathShape($0.path)) }
    match { Key(method: $0.method, path: PathShape($0.path).withoutSlash) }
    matchMoved(old, new, &oldLeft, &newLeft)
    // The same operation at another place.
    match { $0.id }
    pairs.sort { $0.old < $1.old }
    (missing, added) = (oldLeft, newLeft)
  }

  /// Matches operations whose paths differ only in what the servers' URLs have in one of the descriptions.
  private mutating func matchMoved(
    _ old: [Operation], _ new: [Operation], _ oldLeft: inout [Int], _ newLeft: inout [Int]
  ) {
    guard let prefix = Self.prefix(of: oldLeft.map { old[$0] }, newLeft.map { new[$0] }) else { return }
    var places: [Key: Int] = [:]
    for index in newLeft { places[Key(method: new[index].method, path: PathShape(new[index].path))] = index }
    var found: [(old: Int, new: Int)] = []
    for index in oldLeft {
      let shape = PathShape(old[index].path)
      let moved = prefix.isAdded ? prefix.path.joined(shape) : shape.dropping(prefix.path)
      guard let moved, let place = places.removeValue(forKey: Key(method: old[index].method, path: moved)) else { continue }
      found.append((index, place))
    }
    // One operation alone has moved; many with the same prefix have another base path.
    guard found.count > 1, found.count * 2 > oldLeft.count else { return }
    pairs += found
    let (known, kept) = (Set(found.map(\.old)), Set(found.map(\.new)))
    oldLeft.removeAll { known.contains($0) }
    newLeft.removeAll { kept.contains($0) }
  }

  private static func prefix(of old: [Operation], _ new: [Operation]) -> (path: PathShape, isAdded: Bool)? {
    guard let first = old.max(by: { PathShape($0.path).segments.count < PathShape($1.path).segments.count }) else { return nil }
    let shape = PathShape(first.path)
    for operation in new where operation.method == first.method {
      let other = PathShape(operation.path)
      if let path = other.prefix(before: shape), !path.segments.isEmpty { return (path, true) }
      if let path = shape.prefix(before: other), !path.segments.isEmpty { return (path, false) }
    }
    return nil
  }
}

extension PathShape {
  fileprivate func dropping(_ prefix: PathShape) -> PathShape? {
    segments.starts(with: prefix.segments) ? PathShape(segments: Array(segments.dropFirst(prefix.segments.count))) : nil
  }
}
