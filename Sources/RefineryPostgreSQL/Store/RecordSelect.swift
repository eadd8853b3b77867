#if PostgreSQL
  import RefineryCore
  import RefineryStore

  /// The SQL of a ``RecordQuery``, as far as PostgreSQL can express it. It selects at least the query's records.
  struct RecordSelect {
    /// Whether it selects exactly the query's records.
    private(set) var isExact = true
    /// Only records after this position are selected.
    var position: Int64
    private let collection: String
    private var conditions = "WHERE collection = $1 AND position > $2"
    private var texts: [SQLValue] = []

    var sql: String { "SELECT \(StoredRecord.columns) FROM records \(conditions)" }
    var count: String { "SELECT count(*) FROM records \(conditions)" }
    var values: [SQLValue] { [.bytes(collection), .number(position)] + texts }

    /// - Parameter hasOpaque: whether some records of the collection cannot be compared in SQL.
    init(_ collection: String, _ query: RecordQuery, hasOpaque: Bool) {
      self.collection = collection
      position = query.position
      if query.deleted != .included { conditions += query.deleted == .only ? " AND is_deleted" : " AND NOT is_deleted" }
      if let states = query.states {
        let names = states.map { "'\($0.rawValue)'" }.sorted()
        // This repeats an earlier condition, so that the partial index of unsynchronized records is used.
        if !states.contains(.synchronized) { conditions += " AND state <> 'synchronized'" }
        conditions += names.isEmpty ? " AND false" : " AND state IN (\(names.joined(separator: ", ")))"
      }
      if let filter = query.filter { add(filter, hasOpaque: hasOpaque) }
    }

    /// Adds the parts of a conjunction that PostgreSQL can evaluate.
    private mutating func add(_ filter: RecordFilter, hasOpaque: Bool) {
      if case .all(let parts) = filter.form {
        parts.forEach { add($0, hasOpaque: hasOpaque) }
        return
      }
      var writer = ConditionWriter(firstNumber: texts.count + 3)
      guard let condition = writer.condition(filter), texts.count + writer.texts.count <= 60_000 else {
        isExact = false
        return
      }
      if hasOpaque || !condition.isExact { isExact = false }
      conditions += hasOpaque ? " AND (members IS NULL OR (\(condition.sql)))" : " AND (\(condition.sql))"
      texts += writer.texts.map(SQLValue.text)
    }
  }

  /// Writes filters as SQL on the column `members`, which is not null.
  struct ConditionWriter {
    /// A condition is true for at least the records that match the filter. It may be null instead of false.
    struct Condition {
      let sql: String
      /// Whether it is true for exactly these records.
      var isExact = true
    }

    // The parser of PostgreSQL is recursive, and a statement may have 65,535 parameters.
    private static let maximumDepth = 20
    private static let maximumCount = 10_000

    private let firstNumber: Int
    private(set) var texts: [String] = []

    init(firstNumber: Int) { self.firstNumber = firstNumber }

    /// Nil if SQL cannot express the filter.
    mutating func condition(_ filter: RecordFilter, depth: Int = 0) -> Condition? {
      guard depth < Self.maximumDepth else { return nil }
      switch filter.form {
      case .closure: return nil
      case .not(let inner):
        // The opposite of a condition that selects more records would select fewer.
        guard let inner = condition(inner, depth: depth + 1), inner.isExact else { return nil }
        return Condition(sql: "NOT coalesce((\(inner.sql)), false)")
      case .all(let filters):
        let parts = filters.map { condition($0, depth: depth + 1) }
        let known = parts.compactMap(\.self)
        return Condition(
          sql: known.isEmpty ? "true" : known.map { "(\($0.sql))" }.joined(separator: " AND "),
          isExact: known.count == parts.count && known.allSatisfy(\.isExact))
      case .any(let filters):
        let filters = Self.flat(filters)
        guard filters.count <= Self.maximumCount else { return nil }
        var parts: [Condition] = []
        for filter in filters {
          guard let part = condition(filter, depth: depth + 1) else { return nil }
          parts.append(part)
        }
        return Condition(
          sql: parts.isEmpty ? "false" : parts.map { "(\($0.sql))" }.joined(separator: " OR "),
          isExact: parts.allSatisfy(\.isExact))
      case .contains(let path, let part):
        return text(path, part) { path, part, _ in "strpos(\(path.text), \(part)) > 0" }
      case .begins(let path, let start):
        return text(path, start) { path, start, short in "\(path.start) >= \(short) AND starts_with(\(path.text), \(start))" }
      case .compare(let path, let comparison, let value): return compared(path, comparison, value)
      }
    }

    /// The filters, with each disjunction replaced by its parts.
    private static func flat(_ filters: [RecordFilter]) -> [RecordFilter] {
      filters.flatMap { filter in if case .any(let inner) = filter.form { flat(inner) } else { [filter] } }
    }

    private mutating func parameter(_ text: String) -> String {
      texts.append(text)
      return "$\(firstNumber + texts.count - 1)"
    }

    /// A condition on a member that is text. The closure gets the whole text, and its start as the index has it.
    private mutating func text(
      _ path: MemberPath, _ value: String, _ sql: (SQLPath, String, String) -> String
    ) -> Condition? {
      guard let path = SQLPath(path), !value.utf8.contains(0) else { return nil }
      let whole = parameter(value)
      let start = SQLPath.start(of: value)
      let short = start.utf8.count == value.utf8.count ? whole : parameter(start)
      return Condition(sql: "\(path.type) = 'string' AND \(sql(path, whole, short))")
    }

    private mutating func compared(
      _ path: MemberPath, _ comparison: RecordFilter.Comparison, _ value: JSONValue
    ) -> Condition? {
      if let text = value.string {
        let loose = comparison == .less ? "<=" : comparison == .greater ? ">=" : comparison.rawValue
        return self.text(path, text) { path, whole, short in
          "\(path.start) \(loose) \(short) AND \(path.text) \(comparison.rawValue) \(whole)"
        }
      }
      guard let path = SQLPath(path) else { return nil }
      if let number = value.number { return compared(path, comparison, number) }
      // Only numbers and texts are less or greater than others.
      guard comparison == .equal else { return Condition(sql: "false") }
      switch value {
      case .null: return Condition(sql: "coalesce(\(path.type), 'null') = 'null'")
      case .bool(let claim): return Condition(sql: "\(path.value) = '\(claim)'::jsonb")
      case .array: return Condition(sql: "\(path.type) = 'array'", isExact: false)
      default: return Condition(sql: "\(path.type) = 'object'", isExact: false)
      }
    }

    /// Numbers are compared in binary floating point, unless both are whole. PostgreSQL compares decimals, so the limits are
    /// the neighbours of the number.
    private func compared(
      _ path: SQLPath, _ comparison: RecordFilter.Comparison, _ number: JSONValue.Number
    ) -> Condition {
      guard let value = number.double, value.nextDown.isFinite, value.nextUp.isFinite else {
        return Condition(sql: "\(path.type) = 'number'", isExact: false)
      }
      let above = "\(path.number) >= '\(value.nextDown)'::numeric"
      let below = "\(path.number) <= '\(value.nextUp)'::numeric"
      let sql =
        switch comparison {
        case .equal: "\(above) AND \(below)"
        case .less, .lessOrEqual: below
        case .greater, .greaterOrEqual: above
        }
      return Condition(sql: sql, isExact: false)
    }
  }

  /// A path of names as PostgreSQL reads it.
  struct SQLPath {
    private static let startLength = 256
    private let literal: String

    /// Nil for a path whose names are places in lists, or have several Unicode forms, which Swift takes for the same name.
    init?(_ path: MemberPath) {
      let isPlain = path.parts.allSatisfy { part in
        Int(part) == nil && part.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
      }
      guard !path.parts.isEmpty, isPlain else { return nil }
      let names = path.parts.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
      literal = "{\(names.joined(separator: ","))}".literal
    }

    /// The member as `jsonb`.
    var value: String { "(members #> \(literal))" }
    /// The name of its type; null if it is missing.
    var type: String { "jsonb_typeof(\(value))" }
    /// The member as text, compared by its bytes.
    var text: String { "((members #>> \(literal)) COLLATE \"C\")" }
    /// The start of the text. An entry of an index has room for it.
    var start: String { "(left(members #>> \(literal), \(Self.startLength)) COLLATE \"C\")" }
    /// The member as a number; null if it is another value.
    var number: String { "(CASE WHEN \(type) = 'number' THEN (members #>> \(literal))::numeric END)" }

    static func start(of text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(startLength)))
    }
  }
#endif
