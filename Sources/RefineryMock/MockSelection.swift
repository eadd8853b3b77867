import FoundationEssentials
import RefineryJSON

/// The filters and the order of a list, as the query says them.
///
/// `age=7`, `age=7,8` and `age=7&age=8` compare members; so do `age_gte=7`, `age[gte]=7`, `age__gte=7` and `min_age=7`.
/// `filter[name]=Ann` is JSON:API's form. `q` finds a text in any member. `sort=-age,name`, `sort=age:desc` and
/// `sort=age&order=desc` order the list. Keys that no member has are ignored.
struct MockSelection {
  private struct Filter {
    enum Comparison: String { case eq, ne, gt, gte, lt, lte, like, `in` }
    let path: String
    let comparison: Comparison
    var values: [String]
  }

  private let kind: MockResource
  private var filters: [Filter] = []
  private var order: [(path: String, isDescending: Bool)] = []
  private var text: String?

  static let sortKeys = ["sort", "_sort", "sort_by", "sortby", "orderby", "order_by", "ordering"]
  static let directionKeys = ["order", "_order", "direction", "dir", "sort_order", "sortorder"]
  private static let otherKeys = ["fields", "_fields", "include", "expand", "q", "_q"]

  /// More filters would take a long time, and no client means them.
  private static let mostFilters = 100

  /// - Throws: a problem if there are too many filters.
  init(_ kind: MockResource, _ items: [MockQuery.Item], pageKeys: Set<String>) throws(MockProblem) {
    self.kind = kind
    var descending = false
    var sorted: [String] = []
    for item in items where !pageKeys.contains(item.key) {
      let key = item.key.lowercased()
      if Self.sortKeys.contains(key) {
        sorted += item.value.split(separator: ",").map(String.init)
      } else if Self.directionKeys.contains(key) {
        if ["asc", "desc", "ascending", "descending"].contains(item.value.lowercased()) {
          descending = item.value.lowercased().hasPrefix("desc")
        } else {
          sorted += item.value.split(separator: ",").map(String.init)
        }
      } else if key == "q" || key == "_q" {
        text = item.value.lowercased()
      } else if !Self.otherKeys.contains(key), !key.hasPrefix("fields["), !item.value.isEmpty || !key.isEmpty {
        add(item)
        guard filters.count <= Self.mostFilters else {
          throw MockProblem(400, "The query has more than \(Self.mostFilters) filters.")
        }
      }
    }
    order = sorted.map { name in
      let parts = name.split(separator: ":")
      let isReversed = name.hasPrefix("-") || parts.count > 1 && parts[1].lowercased().hasPrefix("desc")
      let path = parts.first.map { $0.hasPrefix("-") || $0.hasPrefix("+") ? String($0.dropFirst()) : String($0) } ?? name
      return (path, isReversed != descending)
    }
  }

  private mutating func add(_ item: MockQuery.Item) {
    var path = item.key
    var comparison = Filter.Comparison.eq
    if path.hasPrefix("filter["), path.hasSuffix("]") {
      path = String(path.dropFirst(7).dropLast()).replacing("][", with: ".")
    }
    if let bracket = path.lastIndex(of: "["), path.hasSuffix("]"),
      let known = Filter.Comparison(rawValue: String(path[path.index(after: bracket)...].dropLast()))
    {
      (path, comparison) = (String(path[..<bracket]), known)
    } else if let known = [
      "min_": Filter.Comparison.gte, "max_": .lte, "gt_": .gt, "lt_": .lt, "not_": .ne, "in_": .in, "like_": .like,
    ]
    .first(where: { path.hasPrefix($0.key) }) {
      (path, comparison) = (String(path.dropFirst(known.key.count)), known.value)
    } else if let mark = path.lastIndex(of: "_"), mark > path.startIndex,
      let known = Filter.Comparison(rawValue: String(path[path.index(after: mark)...]))
    {
      let base = path[..<mark]
      (path, comparison) = (String(base.hasSuffix("_") ? base.dropLast() : base), known)
    }
    if let index = filters.firstIndex(where: { $0.path == path && $0.comparison == comparison && comparison == .eq }) {
      filters[index].values.append(item.value)
    } else {
      filters.append(Filter(path: path, comparison: comparison, values: [item.value]))
    }
  }

  /// The records that the filters let through, in order.
  func applied(to records: [JSONValue]) -> [JSONValue] {
    let members = filters.isEmpty ? [] : kind.memberNames
    let known = filters.filter { filter in
      members.contains(filter.path.folded) || records.contains { kind.value(filter.path, in: $0) != nil }
    }
    var found =
      known.isEmpty && text == nil
      ? records
      : records.filter { record in
        known.allSatisfy { passes(record, $0) } && (text.map { contains($0, record) } ?? true)
      }
    if !order.isEmpty {
      let keyed = found.map { record in (record, order.map { kind.value($0.path, in: record) }) }
      found = keyed.enumerated().sorted { precedes($0, $1) }.map(\.element.0)
    }
    return found
  }

  private func contains(_ text: String, _ record: JSONValue) -> Bool {
    switch record {
    case .string(let value): value.lowercased().contains(text)
    case .array(let elements): elements.contains { contains(text, $0) }
    case .object(let members): members.contains { contains(text, $0.value) }
    default: false
    }
  }

  private func passes(_ record: JSONValue, _ filter: Filter) -> Bool {
    let value = kind.value(filter.path, in: record) ?? .null
    func isEqual(_ text: String) -> Bool {
      if let elements = value.array { return elements.contains { $0.comparedText == text } }
      if let number = value.double, let other = Double(text) { return number == other }
      return value.comparedText == text
    }
    let text = filter.values[0]
    switch filter.comparison {
    case .eq: return filter.values.contains { isEqual($0) || $0.split(separator: ",").contains { isEqual(String($0)) } }
    case .in: return text.split(separator: ",").contains { isEqual(String($0)) }
    case .ne: return !isEqual(text)
    case .like: return value.comparedText.lowercased().contains(text.replacing("*", with: "").lowercased())
    case .gt, .gte, .lt, .lte:
      guard !value.isNull else { return false }
      let sign: Int
      if let number = value.double, let other = Double(text) {
        sign = number < other ? -1 : number > other ? 1 : 0
      } else {
        sign = value.comparedText < text ? -1 : value.comparedText > text ? 1 : 0
      }
      switch filter.comparison {
      case .gt: return sign > 0
      case .gte: return sign >= 0
      case .lt: return sign < 0
      default: return sign <= 0
      }
    }
  }

  private typealias Keyed = (offset: Int, element: (JSONValue, [JSONValue?]))

  private func precedes(_ left: Keyed, _ right: Keyed) -> Bool {
    for (index, key) in order.enumerated() {
      let (one, other) = (left.element.1[index] ?? .null, right.element.1[index] ?? .null)
      if one.isNull != other.isNull { return other.isNull }
      if let number = one.double, let otherNumber = other.double {
        if number != otherNumber { return (number < otherNumber) != key.isDescending }
      } else if one.comparedText != other.comparedText {
        return (one.comparedText < other.comparedText) != key.isDescending
      }
    }
    return left.offset < right.offset
  }
}

extension JSONValue {
  /// The text that a query has for this value.
  fileprivate var comparedText: String { string ?? number?.text ?? text() }
}
