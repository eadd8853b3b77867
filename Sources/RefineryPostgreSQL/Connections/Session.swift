#if PostgreSQL
  import CPostgreSQL
  import FoundationEssentials
  import RefineryCore
  import RefineryStore

  /// A connection of libpq. One thread at a time may use it.
  final class Session {
    private let connection: OpaquePointer
    private let place: String
    /// The milliseconds within which each reply must arrive.
    private let limit: Int32
    private var isLost = false

    /// Connects, and blocks the thread meanwhile.
    init(_ address: Address, replyWithin limit: Duration) throws(ConnectFailure) {
      guard let connection = address.connect() else { throw ConnectFailure(reason: "there is no memory", isFinal: false) }
      self.connection = connection
      place = address.place
      self.limit = Int32(clamping: limit.milliseconds)
      guard refinery_pg_is_usable(connection) else {
        throw ConnectFailure(
          reason: address.withoutSecrets(String(cString: refinery_pg_message(connection))),
          isFinal: refinery_pg_was_refused(connection))
      }
    }

    deinit { refinery_pg_close(connection) }

    /// Whether the idle connection can begin a transaction.
    var isAlive: Bool { !isLost && refinery_pg_is_alive(connection) }
    /// Whether the connection can be used for further statements.
    var isUsable: Bool { !isLost && refinery_pg_is_usable(connection) }
    /// The command tag of the last call of `run`.
    var tag: String { String(cString: refinery_pg_tag(connection)) }
    /// How many rows the last statement changed.
    var changes: Int64 { refinery_pg_changes(connection) }

    func status(_ name: String) -> String? { refinery_pg_status(connection, name).map { String(cString: $0) } }

    /// Runs statements without parameters.
    ///
    /// - Parameter hasLimit: whether the reply must arrive within the limit.
    func run(_ sql: String, hasLimit: Bool = true) throws(SessionFailure) {
      try check(refinery_pg_run(connection, sql, hasLimit ? limit : .max))
    }

    /// Runs one statement, and calls a closure with each row as it arrives. The closure returns whether it needs more rows.
    func query(_ sql: String, _ values: [SQLValue], _ body: (Row) throws -> Bool) throws {
      try send(sql, values)
      var wantsMore = true
      var failure: (any Error)?
      while true {
        let outcome = refinery_pg_next(connection, limit)
        guard Int(outcome) == REFINERY_PG_ROW.index else {
          try check(outcome)
          break
        }
        // The other rows must be read before the next statement.
        guard wantsMore else { continue }
        do {
          wantsMore = try body(Row(connection: connection))
        } catch {
          failure = error
          wantsMore = false
        }
      }
      if let failure { throw failure }
    }

    /// Runs one statement, and returns the values of a closure for its rows.
    func rows<Output>(_ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws -> Output) throws -> [Output] {
      var outputs: [Output] = []
      try query(sql, values) { row in
        outputs.append(try body(row))
        return true
      }
      return outputs
    }

    /// Runs one statement, and returns the value of a closure for its first row.
    func first<Output>(_ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws -> Output) throws -> Output? {
      var output: Output?
      try query(sql, values) { row in
        output = try body(row)
        return false
      }
      return output
    }

    /// Runs one statement, and returns how many rows it changed.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue] = []) throws -> Int64 {
      try query(sql, values) { _ in false }
      return changes
    }

    /// Waits for notifications, at most as long as the limit. Returns their payloads.
    func notifications(within limit: Duration) throws(SessionFailure) -> [String] {
      let early = arrived()
      guard early.isEmpty else { return early }
      let outcome = refinery_pg_wait(connection, Int32(clamping: limit.milliseconds))
      guard Int(outcome) != REFINERY_PG_TIMED_OUT.index else { return [] }
      try check(outcome)
      return arrived()
    }

    private func arrived() -> [String] {
      var payloads: [String] = []
      while let payload = refinery_pg_notification(connection) { payloads.append(String(cString: payload)) }
      return payloads
    }

    private func send(_ sql: String, _ values: [SQLValue]) throws(SessionFailure) {
      // The parameters point into one buffer, which lives until libpq has copied them.
      var bytes: [UInt8] = []
      let ranges = values.map { value -> Range<Int>? in
        guard !value.isNull else { return nil }
        let start = bytes.count
        value.append(to: &bytes)
        return start..<bytes.count
      }
      bytes.append(0)
      let outcome = bytes.withUnsafeBufferPointer { bytes in
        let parameters = zip(values, ranges).map { value, range in
          refinery_pg_parameter(
            bytes: range.flatMap { range in bytes.baseAddress.map { $0 + range.lowerBound } }, count: range?.count ?? 0,
            type: value.type)
        }
        return refinery_pg_send(connection, sql, parameters, parameters.count, limit)
      }
      try check(outcome)
    }

    private func check(_ outcome: Int32) throws(SessionFailure) {
      switch Int(outcome) {
      case REFINERY_PG_OK.index: return
      case REFINERY_PG_FAILED.index:
        let state = String(cString: refinery_pg_state(connection))
        throw SessionFailure(
          kind: .refused(state: state), place: place,
          detail: state.isEmpty ? String(cString: refinery_pg_message(connection)) : "")
      case REFINERY_PG_TIMED_OUT.index:
        isLost = true
        throw SessionFailure(kind: .silent, place: place)
      default:
        isLost = true
        throw SessionFailure(kind: .lost(state: String(cString: refinery_pg_state(connection))), place: place)
      }
    }
  }

  /// A row of a result. Valid only until the next one.
  struct Row {
    fileprivate let connection: OpaquePointer

    /// The bytes of a value; nil if it is null.
    private func value(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
      var count = 0
      return refinery_pg_value(connection, Int32(clamping: column), &count).map { UnsafeBufferPointer(start: $0, count: count) }
    }

    func text(_ column: Int) -> String? { value(column).map { String(decoding: $0, as: UTF8.self) } }
    func data(_ column: Int) -> Data? { value(column).map { Data($0) } }
    func bool(_ column: Int) -> Bool { value(column)?.first == 1 }
    /// A value of `bigint` or `integer`.
    func number(_ column: Int) -> Int64? {
      value(column).map { bytes in
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return bytes.count == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
      }
    }
    func real(_ column: Int) -> Double? { number(column).map { Double(bitPattern: UInt64(bitPattern: $0)) } }
  }

  extension refinery_pg_outcome {
    fileprivate var index: Int { Int(rawValue) }
  }
#endif
