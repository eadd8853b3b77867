#if SQLite
  import FoundationEssentials
  import GRDB
  import RefineryCore

  /// The SQL of a ``RecordQuery``, as far as SQLite can express it.
  struct SQLiteSelect {
    /// Whether the conditions match exactly the query's records. If false, they match more records.
    private(set) var isExact = true
    /// Whether the result is in the query's order.
    private(set) var isSorted = true
    private(set) var conditions = "WHERE collection = ? AND position > ?"
    private(set) var arguments: StatementArguments = []
    private(set) var order = "ORDER BY position"
    private var count = 0
    private let alternative: String

    /// - Parameter hasNUL: whether the text of some records in the collection contains NUL, where SQLite's functions cut it
    ///   off. All these records are selected, and compared in Swift.
    init(_ collection: String, _ query: RecordQuery, hasNUL: Bool = false) {
      alternative = hasNUL ? "hasNUL = 1 OR " : ""
      arguments += [collection.boundText, query.position]
      if query.deleted != .included { conditions += " AND isDeleted = \(query.deleted == .only ? 1 : 0)" }
      if let states = query.states {
        let names = states.map(\.rawValue).sorted()
        // This condition repeats an earlier one, because SQLite uses the partial index of unsynchronized records only if it
        // sees this term.
        if !states.contains(.synchronized) { conditions += " AND state <> 'synchronized'" }
        conditions += " AND state IN (\(names.map { "'\($0)'" }.joined(separator: ", ")))"
      }
      if let filter = query.filter { add(filter) }
      let terms = query.sort.compactMap { order in
        SQLitePath(order.member).map { "\($0.value)\(order.isAscending ? "" : " DESC")" }
      }
      isSorted = terms.count == query.sort.count && (terms.isEmpty || !hasNUL)
      if isSorted { order = "ORDER BY \((terms + ["position"]).joined(separator: ", "))" }
    }

    /// Adds the parts of a conjunction that SQLite can evaluate. If it cannot evaluate a part, the result is inexact. An
    /// expression of SQLite has at most 1,000 levels, and each part is one level.
    private mutating func add(_ filter: RecordFilter) {
      if case .all(let parts) = filter.form {
        parts.forEach { add($0) }
      } else if count < 500, let condition = SQLiteCondition(filter) {
        count += 1
        conditions += " AND (\(alternative)\(condition.sql))"
        arguments += condition.arguments
        if !alternative.isEmpty { isExact = false }
      } else {
        isExact = false
      }
    }
  }

  /// A ``RecordFilter`` as SQL that is true or false, never null.
  struct SQLiteCondition {
    // SQLite's parser has room for some 20 levels of parentheses and negations, and a statement for 32,766 arguments.
    private static let maximumDepth = 20
    private static let maximumCount = 10_000

    let sql: String
    let arguments: StatementArguments
    private let depth: Int

    private init(_ sql: String, _ arguments: StatementArguments, depth: Int = 0) {
      self.sql = sql
      self.arguments = arguments
      self.depth = depth
    }

    /// Nil if SQLite cannot evaluate the filter exactly.
    init?(_ filter: RecordFilter) {
      switch filter.form {
      case .closure:
        return nil
      case .not(let filter):
        guard let inner = SQLiteCondition(filter), inner.depth < Self.maximumDepth else { return nil }
        self.init("NOT \(inner.sql)", inner.arguments, depth: inner.depth + 1)
      case .all(let filters):
        self.init(Self.flat(filters) { if case .all(let inner) = $0.form { inner } else { nil } }, "AND", empty: "1")
      case .any(let filters):
        self.init(Self.flat(filters) { if case .any(let inner) = $0.form { inner } else { nil } }, "OR", empty: "0")
      case .contains(let path, let part):
        self.init(text: path, [part]) { "instr(\($0), ?) > 0" }
      case .begins(let path, let start):
        self.init(text: path, [start, start]) { "substr(\($0), 1, length(?)) = ?" }
      case .compare(let path, let comparison, let value):
        self.init(path, comparison, value)
      }
    }

    private init?(_ filters: [RecordFilter], _ conjunction: String, empty: String) {
      guard filters.count <= Self.maximumCount else { return nil }
      let parts = filters.compactMap { SQLiteCondition($0) }
      guard parts.count == filters.count else { return nil }
      let whole = parts.isEmpty ? SQLiteCondition("(\(empty))", []) : Self.joined(parts[...], conjunction)
      guard whole.depth <= Self.maximumDepth else { return nil }
      self = whole
    }

    /// Joins conditions in pairs. SQLite refuses a long chain, because each condition in a chain is one more level of the
    /// expression.
    private static func joined(_ parts: ArraySlice<SQLiteCondition>, _ conjunction: String) -> SQLiteCondition {
      if parts.count == 1, let only = parts.first { return only }
      let middle = parts.startIndex + parts.count / 2
      let (left, right) = (joined(parts[..<middle], conjunction), joined(parts[middle...], conjunction))
      return SQLiteCondition(
        "(\(left.sql) \(conjunction) \(right.sql))", left.arguments + right.arguments, depth: max(left.depth, right.depth) + 1)
    }

    /// The filters, with each filter of the same kind replaced by its parts.
    private static func flat(_ filters: [RecordFilter], _ parts: (RecordFilter) -> [RecordFilter]?) -> [RecordFilter] {
      filters.flatMap { filter in parts(filter).map { flat($0, parts) } ?? [filter] }
    }

    private init?(text path: MemberPath, _ arguments: [String], _ test: (String) -> String) {
      // SQLite's and Swift's comparisons differ for text that contains NUL.
      guard let path = SQLitePath(path), arguments.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else { return nil }
      self.init("(\(path.hasType("'text'")) AND \(test(path.value)))", StatementArguments(arguments))
    }

    private init?(_ path: MemberPath, _ comparison: RecordFilter.Comparison, _ value: JSONValue) {
      guard let path = SQLitePath(path) else { return nil }
      let test = "\(path.value) \(comparison.rawValue) ?"
      switch value {
      case .null where comparison == .equal:
        self.init("(\(path.hasType("'null'", orMissing: true)))", [])
      case .bool(let claim) where comparison == .equal:
        self.init("(\(path.hasType(claim ? "'true'" : "'false'")))", [])
      case .string(let text) where !text.utf8.contains(0):
        self.init("(\(path.hasType("'text'")) AND \(test))", [text])
      case .number(let number):
        guard let argument: any DatabaseValueConvertible = number.int ?? number.double else { return nil }
        self.init("(\(path.hasType("'integer', 'real'")) AND \(test))", [argument])
      default:
        return nil
      }
    }
  }

  /// The path of a member, in SQLite's notation.
  struct SQLitePath {
    /// The path as an SQL literal, so that it is the same text in an index and a query.
    let literal: String

    /// Nil for a path that SQLite would read in another way: one with a number, which may be an index of a list, or with a
    /// special character.
    init?(_ path: MemberPath) {
      let isPlain = path.parts.allSatisfy { part in
        !part.isEmpty && Int(part) == nil && !part.utf8.contains { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 }
      }
      guard !path.parts.isEmpty, isPlain else { return nil }
      let text = "$" + path.parts.map { ".\"\($0)\"" }.joined()
      literal = "'\(text.doubling("'"))'"
    }

    var value: String { "json_extract(content, \(literal))" }

    func hasType(_ names: String, orMissing: Bool = false) -> String {
      "ifnull(json_type(content, \(literal)), \(orMissing ? "'null'" : "''")) IN (\(names))"
    }
  }

  extension String {
    /// Returns the text with this quotation mark doubled, as SQL requires within a literal or a name. Compares scalars, because
    /// a quotation mark and a combining mark after it are one `Character`.
    func doubling(_ mark: Unicode.Scalar) -> String {
      var doubled = ""
      for scalar in unicodeScalars {
        if scalar == mark { doubled.unicodeScalars.append(mark) }
        doubled.unicodeScalars.append(scalar)
      }
      return doubled
    }
  }

  extension String {
    /// The text as a value of SQLite. GRDB binds text only up to its first NUL, so text with a NUL is stored as a blob. SQLite
    /// compares both by their bytes, and text never equals a blob.
    var boundText: DatabaseValue { utf8.contains(0) ? Data(utf8).databaseValue : databaseValue }
  }

  extension Row {
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/corrupt`` if the row has another checksum.
    func verify(_ texts: [String], _ number: String) throws(StoreError) {
      guard let stored: Int64 = self["checksum"] else { return }
      if stored != RowChecksum.of(texts.map(text), [self[number]]) { throw StoreError(.corrupt) }
    }

    /// The text that was stored as ``Swift/String/boundText``.
    func text(_ column: String) -> String? {
      switch (self[column] as DatabaseValue).storage {
      case .string(let text): text
      case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
      default: nil
      }
    }
  }

  extension StoredRecord {
    init(_ row: Row) throws {
      let (key, id) = (row.text("key") ?? "", row.text("id"))
      do {
        try row.verify(Self.textColumns, "isDeleted")
        self.init(
          collection: row.text("collection") ?? "", key: key, id: id, content: try JSONValue(stored: row["content"]),
          base: try (row["base"] as String?).map { try JSONValue(stored: $0) }, version: row.text("version"),
          state: RecordState(rawValue: row["state"]) ?? .synchronized, isDeleted: row["isDeleted"], stamp: row["stamp"],
          position: row["position"])
      } catch let error as StoreError {
        throw error.naming(key: key, id: id)
      }
    }
  }

  extension StoredRecord {
    /// The columns of text, which have a checksum, and their values.
    static let textColumns = ["collection", "key", "id", "content", "base", "version", "state"]
    func texts(_ content: String) -> [String?] { [collection, key, id, content, base?.text(), version, state.rawValue] }
    func checksum(_ texts: [String?]) -> Int64 { RowChecksum.of(texts, [isDeleted ? 1 : 0]) }
  }

  extension OutboxEntry {
    /// The columns of text, which have a checksum, and their values.
    static let textColumns = ["collection", "key", "operation", "idempotencyKey", "payload", "snapshot", "batch"]
    var texts: [String?] {
      [collection, key, operation.rawValue, idempotencyKey, payload?.text(), snapshot?.text(), batch]
    }
    func checksum(_ texts: [String?]) -> Int64 { RowChecksum.of(texts, [isSent ? 1 : 0]) }
  }

  extension OutboxEntry {
    init(_ row: Row) throws {
      do { try row.verify(Self.textColumns, "isSent") } catch { throw error.naming(key: row.text("key") ?? "", id: nil) }
      self.init(
        collection: row.text("collection") ?? "", key: row.text("key") ?? "",
        operation: Operation(rawValue: row["operation"]) ?? .update, idempotencyKey: row.text("idempotencyKey") ?? "")
      sequence = row["sequence"]
      isSent = row["isSent"]
      payload = try (row["payload"] as String?).map { try JSONValue(stored: $0) }
      snapshot = try (row["snapshot"] as String?).map { try JSONValue(stored: $0) }
      batch = row.text("batch")
      attempts = row["attempts"]
      failure = row.text("failure")
      failures = row["failures"]
      failedSince = (row["failedSince"] as Double?).map { Date(timeIntervalSinceReferenceDate: $0) }
      isSetAside = row["isSetAside"]
    }
  }

  extension JSONValue {
    fileprivate init(stored text: String) throws {
      do {
        try self.init(parsing: text)
      } catch {
        throw StoreError(.badRecord, underlying: error)
      }
    }
  }
#endif
