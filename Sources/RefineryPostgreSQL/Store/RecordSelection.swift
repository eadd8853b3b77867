#if PostgreSQL
  import RefineryStore

  /// The records of a query that are known so far, with as few in memory as the query permits.
  struct RecordSelection {
    private let query: RecordQuery
    private var missing: Int
    private var kept: [StoredRecord] = []
    /// How many records the result and its offset need; nil for all.
    private let needed: Int?

    init(_ query: RecordQuery) {
      self.query = query
      missing = query.sort.isEmpty ? query.offset : 0
      needed = query.limit.map { limit in
        let (sum, isTooLarge) = limit.addingReportingOverflow(query.offset)
        return isTooLarge ? .max : sum
      }
    }

    /// Whether further records cannot change the result.
    var isFull: Bool { query.sort.isEmpty && kept.count >= query.limit ?? .max }

    mutating func add(_ record: StoredRecord) {
      if missing > 0 {
        missing -= 1
        return
      }
      kept.append(record)
      guard !query.sort.isEmpty, let needed, kept.count > 1_000, kept.count / 2 > needed else { return }
      kept = Array(query.sorted(kept).prefix(needed))
    }

    var records: [StoredRecord] { query.sort.isEmpty ? kept : query.part(of: query.sorted(kept)) }
  }
#endif
