import FoundationEssentials
import RefineryJSON

/// The filters and the order of a list, as the query says them.
///
/// `age=7`, `age=7,8` and `age=7&age=8` compare members; so do `age_gte=7`, `age[gte]=7`, `age__gte=7` and `min_age=7`.
/// `filter[name]=Ann` is JSON:API's form. `q` finds a text in any member. `sort=-age,name`, `sort=age:desc` and
/// `sort=age&order=desc` order the list. A key that is the whole name of a member, such as `in_stock` or `order`, compares
/// this member. Keys that no member has are ignored.
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
  private static let directions = ["asc", "desc", "ascending", "descending"]
  private static let prefixes: [(text: String, comparison: Filter.Comparison)] = [
    ("min_", .gte), ("max_", .lte), ("gt_", .gt), ("lt_", .lt), ("not_", .ne), ("in_", .in), ("like_", .like),
  ]

  /// More filters or sort keys would take a long time, and no client means them.
  private static let mostFilters = 100
  /// Each value of a filter is compared with each record.
  private static let mostValues = 1_000

  /// - Throws: a problem if there are too many filters or sort keys, or a sort key that a JSON:API resource does not have.
  init(
    _ kind: MockResource, _ items: [MockQuery.Item], pageKeys: Set<String>, in records: [JSONValue]
  ) throws(MockProblem) {
    self.kind = kind
    var names = MemberNames(kind, records)
    var descending = false
    var sorted: [(name: String, key: String)] = []
    var (valueCount, unknownCount) = (0, 0)
    for item in items where !pageKeys.contains(item.key) {
      let key = item.key.lowercased()
      let isDirection = Self.directionKeys.contains(key) && Self.directions.contains(item.value.lowercased())
      // JSON:API reserves the names of its parameters.
      if kind.documentType == nil, !isDirection, !key.hasPrefix("_"), names.ofModel.contains(key.folded) {
        add(Filter(path: item.key, comparison: .eq, values: [item.value]))
      } else if isDirection {
        descending = item.value.lowercased().hasPrefix("desc")
      } else if Self.sortKeys.contains(key) || Self.directionKeys.contains(key) {
        sorted += item.value.split(separator: ",").map { (String($0), item.key) }
      } else if key == "q" || key == "_q" {
        text = item.value.lowercased()
      } else if !Self.otherKeys.contains(key), !key.hasPrefix("fields[") {
        if let filter = Self.filter(item, &names) { add(filter) } else { unknownCount += 1 }
      } else {
        continue
      }
      valueCount += item.value.utf8.count { $0 == UInt8(ascii: ",") } + 1
      guard filters.count + unknownCount <= Self.mostFilters, sorted.count <= Self.mostFilters, valueCount <= Self.mostValues
      else {
        throw MockProblem(
          400, "The query has more than \(Self.mostFilters) filters or sort keys, or more than \(Self.mostValues) values.")
      }
    }
    order = sorted.map { name, _ in
      let parts = name.split(separator: ":")
      let isReversed = name.hasPrefix("-") || parts.count > 1 && parts[1].lowercased().hasPrefix("desc")
      let path = parts.first.map { $0.hasPrefix("-") || $0.hasPrefix("+") ? String($0.dropFirst()) : String($0) } ?? name
      return (path, isReversed != descending)
    }
    guard kind.documentType != nil, kind.schema != nil, !names.ofModel.isEmpty else { return }
    for (index, sort) in order.enumerated() where !names.ofModel.contains(String(sort.path.prefix { $0 != "." }).folded) {
      throw MockProblem(400, "The resources have no member of this name to sort by.", parameter: sorted[index].key)
    }
  }

  private mutating func add(_ filter: Filter) {
    if filter.comparison == .eq, let index = filters.firstIndex(where: { $0.path == filter.path && $0.comparison == .eq }) {
      filters[index].values += filter.values
    } else {
      filters.append(filter)
    }
  }

  /// The filter of a key: the first reading whose member exists; nil if there is none.
  private static func filter(_ item: MockQuery.Item, _ names: inout MemberNames) -> Filter? {
    var key = item.key
    if key.hasPrefix("filter["), key.hasSuffix("]") {
      key = String(key.dropFirst(7).dropLast()).replacing("][", with: ".")
    }
    var readings = [(path: key, comparison: Filter.Comparison.eq)]
    if let bracket = key.lastIndex(of: "["), key.hasSuffix("]"),
      let known = Filter.Comparison(rawValue: String(key[key.index(after: bracket)...].dropLast()))
    {
      readings.append((String(key[..<bracket]), known))
    }
    for prefix in prefixes where key.hasPrefix(prefix.text) {
      readings.append((String(key.dropFirst(prefix.text.count)), prefix.comparison))
    }
    if let mark = key.lastIndex(of: "_"), mark > key.startIndex,
      let known = Filter.Comparison(rawValue: String(key[key.index(after: mark)...]))
    {
      let base = key[..<mark]
      readings.append((String(base.hasSuffix("_") ? base.dropLast() : base), known))
    }
    return readings.first { names.contains($0.path) }.map {
      Filter(path: $0.path, comparison: $0.comparison, values: [item.value])
    }
  }

  /// The records that the filters let through, in order.
  func applied(to records: [JSONValue]) -> [JSONValue] {
    var found =
      filters.isEmpty && text == nil
      ? records
      : records.filter { record in
        filters.allSatisfy { passes(record, $0) } && (text.map { contains($0, record) } ?? true)
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
    let (number, ownText) = (value.double, value.comparedText)
    func isEqual(_ text: String) -> Bool {
      if let elements = value.array { return elements.contains { $0.comparedText.isSameID(as: text) } }
      if let number, let other = Double(text) { return number == other }
      return ownText.isSameID(as: text)
    }
    let text = filter.values[0]
    switch filter.comparison {
    case .eq:
      return filter.values.contains {
        isEqual($0) || $0.contains(",") && $0.split(separator: ",").contains { isEqual(String($0)) }
      }
    case .in: return text.split(separator: ",").contains { isEqual(String($0)) }
    case .ne: return !isEqual(text)
    case .like: return ownText.lowercased().contains(text.replacing("*", with: "").lowercased())
    case .gt, .gte, .lt, .lte:
      guard !value.isNull else { return false }
      let sign: Int
      if let number, let other = Double(text) {
        sign = number < other ? -1 : number > other ? 1 : 0
      } else {
        sign = ownText < text ? -1 : ownText > text ? 1 : 0
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
      if one.rank != other.rank { return (one.rank < other.rank) != key.isDescending }
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

  /// Orders values of different types.
  fileprivate var rank: Int {
    switch self {
    case .null, .bool: 0
    case .number: 1
    case .string: 2
    case .array, .object: 3
    }
  }
}

/// The names of the members that filters may compare.
private struct MemberNames {
  private let kind: MockResource
  private let records: [JSONValue]
  /// Folded: those of the model; without one, those of the records.
  private(set) var ofModel: Set<String>
  private var ofRecords: Set<String>?

  init(_ kind: MockResource, _ records: [JSONValue]) {
    self.kind = kind
    self.records = records
    ofModel = kind.memberNames
    if kind.schema == nil { ofModel = namesOfRecords() }
  }

  mutating func contains(_ path: String) -> Bool {
    let folded = path.folded
    if ofModel.contains(folded) || namesOfRecords().contains(folded) { return true }
    guard let dot = path.firstIndex(of: "."), contains(String(path[..<dot])) else { return false }
    return records.contains { kind.value(path, in: $0) != nil }
  }

  private mutating func namesOfRecords() -> Set<String> {
    if let ofRecords { return ofRecords }
    var names: Set<String> = []
    for record in records {
      guard let members = record.object else { continue }
      if kind.documentType == nil {
        names.formUnion(members.map(\.key))
      } else {
        for part in ["attributes", "relationships"] { names.formUnion((members[part]?.object ?? [:]).map(\.key)) }
      }
    }
    let folded = Set(names.map(\.folded)).union(kind.documentType == nil ? [] : ["id"])
    ofRecords = folded
    return folded
  }
}

extension String {
  /// Whether two ids are equal: a UUID is written in capitals or in lower case.
  func isSameID(as other: String) -> Bool {
    self == other || utf8.count == 36 && lowercased() == other.lowercased() && UUID(uuidString: self) != nil
  }
}
