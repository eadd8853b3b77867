extension JSONPatch {
  /// Returns the changes that turn `old` into `new`: a short list, which is empty if both are equal.
  ///
  /// Objects are compared member by member. Arrays keep their common start, their common end and their longest common
  /// subsequence; all other elements are changed, removed and inserted one by one. This takes time and memory in proportion to
  /// the product of the remaining lengths. One patch takes at most 4,000,000 steps. An array that needs more steps than are
  /// left is compared index by index; the patch is then longer, but correct. An array or object whose changes would move more
  /// values than a patch may is replaced as a whole. Only `add`, `remove` and `replace` are used.
  ///
  /// It is guaranteed that `make(from: a, to: b).apply(to: a) == b`, if `b` is not nested deeper than 512 levels.
  public static func make(from old: JSONValue, to new: JSONValue) -> JSONPatch {
    var comparison = Comparison()
    comparison.compare(old, new, at: [])
    return JSONPatch(comparison.operations)
  }
}

private struct Comparison {
  var operations: [JSONPatch.Operation] = []
  private var steps = 4_000_000
  /// An upper bound of the number of values that the operations so far move.
  private var moved = 0

  init() {}

  mutating func compare(_ old: JSONValue, _ new: JSONValue, at path: [String]) {
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new, at: path)
    case (.array(let old), .array(let new)): compare(old, new, at: path)
    default:
      if !old.isIdentical(to: new) { operations.append(.replace(JSONPointer(tokens: path), new)) }
    }
  }

  private mutating func compare(_ old: JSONValue.Object, _ new: JSONValue.Object, at path: [String]) {
    let removed = old.keys.filter { new[$0] == nil }
    moved += removed.count * old.count
    guard moved <= JSONPatch.maximumMoved else {
      moved -= removed.count * old.count
      return operations.append(.replace(JSONPointer(tokens: path), .object(new)))
    }
    for key in removed { operations.append(.remove(JSONPointer(tokens: path + [key]))) }
    for (key, value) in new {
      if let before = old[key] {
        compare(before, value, at: path + [key])
      } else {
        operations.append(.add(JSONPointer(tokens: path + [key]), value))
      }
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], at path: [String]) {
    let edits = ArrayAlignment.edits(from: old, to: new, steps: &steps)
    let moving = Self.moved(by: edits, count: old.count)
    guard moved + moving <= JSONPatch.maximumMoved else {
      return operations.append(.replace(JSONPointer(tokens: path), .array(new)))
    }
    moved += moving
    var place = 0
    for edit in edits {
      let here = path + [String(place)]
      switch edit {
      case .keep:
        place += 1
      case .change(let before, let after):
        compare(old[before], new[after], at: here)
        place += 1
      case .remove:
        operations.append(.remove(JSONPointer(tokens: here)))
      case .insert(let after):
        operations.append(.add(JSONPointer(tokens: here), new[after]))
        place += 1
      }
    }
  }

  /// Returns how many elements of an array the edits move.
  private static func moved(by edits: [ArrayAlignment.Edit], count: Int) -> Int {
    var (moved, place, count) = (0, 0, count)
    for edit in edits {
      switch edit {
      case .keep, .change: place += 1
      case .remove:
        count -= 1
        moved += count - place
      case .insert:
        moved += count - place
        count += 1
        place += 1
      }
    }
    return moved
  }
}

/// Finds which elements of two arrays correspond, for patches and for merging.
package enum ArrayAlignment {
  /// An edit of one element, with its index before and after.
  package enum Edit: Sendable, Equatable {
    /// The element is kept.
    case keep(Int, Int)
    /// Another element takes its place.
    case change(Int, Int)
    /// The element is only in the old array.
    case remove(Int)
    /// The element is only in the new array.
    case insert(Int)
  }

  /// Returns the edits that turn one array into another, from start to end. `steps` is the number of steps that may be used;
  /// those that are used are subtracted from it.
  package static func edits(from old: [JSONValue], to new: [JSONValue], steps: inout Int) -> [Edit] {
    let shorter = min(old.count, new.count)
    var front = 0
    while front < shorter, old[front].isIdentical(to: new[front]) { front += 1 }
    var back = 0
    while back < shorter - front, old[old.count - 1 - back].isIdentical(to: new[new.count - 1 - back]) { back += 1 }

    var edits = (0..<front).map { Edit.keep($0, $0) }
    var removed = front..<front
    var inserted = front..<front
    for (before, after) in common(old, front..<(old.count - back), new, front..<(new.count - back), &steps) {
      pair(removed.lowerBound..<before, inserted.lowerBound..<after, into: &edits)
      edits.append(.keep(before, after))
      removed = (before + 1)..<(before + 1)
      inserted = (after + 1)..<(after + 1)
    }
    pair(removed.lowerBound..<(old.count - back), inserted.lowerBound..<(new.count - back), into: &edits)
    for offset in (0..<back).reversed() { edits.append(.keep(old.count - 1 - offset, new.count - 1 - offset)) }
    return edits
  }

  /// Combines a removed and an inserted element at the same place into a change. The others are removed or inserted.
  private static func pair(_ old: Range<Int>, _ new: Range<Int>, into edits: inout [Edit]) {
    for (before, after) in zip(old, new) { edits.append(.change(before, after)) }
    for before in old.dropFirst(new.count) { edits.append(.remove(before)) }
    for after in new.dropFirst(old.count) { edits.append(.insert(after)) }
  }

  /// Returns the indexes of a longest common subsequence; empty if finding it would cost too much.
  private static func common(
    _ old: [JSONValue], _ olds: Range<Int>, _ new: [JSONValue], _ news: Range<Int>, _ steps: inout Int
  ) -> [(Int, Int)] {
    guard !olds.isEmpty, !news.isEmpty else { return [] }
    let (cost, isTooMuch) = olds.count.multipliedReportingOverflow(by: news.count)
    guard !isTooMuch, cost <= steps else { return [] }
    steps -= cost
    // Equal values get equal numbers, so that the table compares numbers.
    var numbers: [IdenticalJSON: Int32] = [:]
    func number(_ json: JSONValue) -> Int32 {
      let next = Int32(numbers.count)
      let key = IdenticalJSON(json: json)
      if let known = numbers[key] { return known }
      numbers[key] = next
      return next
    }
    let left = old[olds].map(number)
    let right = new[news].map(number)

    // For each pair of indexes, the table holds the length of the longest common subsequence from there to the end. It is
    // filled row by row from the end.
    let width = right.count + 1
    var lengths = [Int32](repeating: 0, count: (left.count + 1) * width)
    for row in left.indices.reversed() {
      for column in right.indices.reversed() {
        let cell = row * width + column
        lengths[cell] =
          left[row] == right[column]
          ? lengths[cell + width + 1] + 1 : max(lengths[cell + width], lengths[cell + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var row = 0
    var column = 0
    while row < left.count, column < right.count {
      let cell = row * width + column
      if left[row] == right[column] {
        pairs.append((olds.lowerBound + row, news.lowerBound + column))
        row += 1
        column += 1
      } else if lengths[cell + width] >= lengths[cell + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }
}
