#if PostgreSQL
  import FoundationEssentials
  import RefineryCore
  import RefineryStore

  extension StoredRecord {
    /// The columns that `init(_:in:)` reads, in its order.
    static let columns = "key, id, content, base, version, state, is_deleted, stamp, position"

    init(_ row: Row, in collection: String) throws {
      let (key, id) = (row.text(0) ?? "", row.text(1))
      do {
        self.init(
          collection: collection, key: key, id: id, content: try JSONValue(stored: row.data(2) ?? Data()),
          base: try row.data(3).map { try JSONValue(stored: $0) }, version: row.text(4),
          state: RecordState(rawValue: row.text(5) ?? "") ?? .synchronized, isDeleted: row.bool(6), stamp: row.number(7) ?? 0,
          position: row.number(8) ?? 0)
      } catch let error as StoreError {
        throw error.naming(key: key, id: id)
      }
    }
  }

  extension OutboxEntry {
    /// The columns that `init(_:in:)` reads, in its order.
    static let columns = """
      sequence, key, operation, idempotency_key, is_sent, payload, snapshot, batch, attempts, failure, failures,
      failed_since, is_set_aside
      """

    init(_ row: Row, in collection: String) throws {
      self.init(
        collection: collection, key: row.text(1) ?? "", operation: Operation(rawValue: row.text(2) ?? "") ?? .update,
        idempotencyKey: row.text(3) ?? "")
      sequence = row.number(0) ?? 0
      isSent = row.bool(4)
      payload = try row.data(5).map { try JSONValue(stored: $0) }
      snapshot = try row.data(6).map { try JSONValue(stored: $0) }
      batch = row.text(7)
      attempts = Int(clamping: row.number(8) ?? 0)
      failure = row.text(9)
      failures = Int(clamping: row.number(10) ?? 0)
      failedSince = row.real(11).map { Date(timeIntervalSinceReferenceDate: $0) }
      isSetAside = row.bool(12)
    }
  }

  extension JSONValue {
    fileprivate init(stored data: Data) throws {
      do {
        try self.init(parsing: data)
      } catch {
        throw StoreError(.badRecord, underlying: error)
      }
    }

    /// The JSON text for a column of type `jsonb`; nil if that type cannot hold it. Such a value is compared in Swift.
    var comparableText: String? {
      guard isComparable(depth: 0) else { return nil }
      let text = text()
      return text.utf8.count > 10_000_000 ? nil : text
    }

    // `jsonb` cannot hold NUL and numbers of any size, and its parser is recursive.
    private func isComparable(depth: Int) -> Bool {
      guard depth < 100 else { return false }
      switch self {
      case .null, .bool: return true
      case .string(let text): return !text.utf8.contains(0)
      case .number(let number):
        return number.text.utf8.count <= 100 && (number.int != nil || number.double.map { $0.magnitude < 1e100 } ?? false)
          && (number.double?.magnitude ?? 1 > 1e-100 || number.text.utf8.allSatisfy { !"123456789eE".utf8.contains($0) })
      case .array(let elements): return elements.allSatisfy { $0.isComparable(depth: depth + 1) }
      case .object(let members):
        return members.allSatisfy { !$0.key.utf8.contains(0) && $0.value.isComparable(depth: depth + 1) }
      }
    }
  }
#endif
