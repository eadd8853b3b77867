import RefineryCore
import RefineryParts

/// The content of a ``MemoryStore``. Each change records how to revert it, so the cost of a transaction depends only on its
/// changes.
final class MemoryTables: StoreWriting {
  private var collections: [ExactText: MemoryCollection] = [:]
  private var clock: Int64 = 0
  private var hasTicked = false
  private var undo: [(MemoryTables) -> Void] = []

  func begin() {
    hasTicked = false
    undo = []
  }

  func commit() { undo = [] }

  func rollBack() {
    for step in undo.reversed() { step(self) }
    undo = []
  }

  var stamp: Int64 { clock }

  // The clock advances with the first change of a transaction, so each transaction has its own stamp.
  private func tick() -> Int64 {
    if !hasTicked {
      clock += 1
      hasTicked = true
      undo.append { $0.clock -= 1 }
    }
    return clock
  }

  func record(_ key: String, in collection: String) -> StoredRecord? {
    collections[ExactText(collection)]?.records[ExactText(key)]
  }

  func record(id: String, in collection: String) -> StoredRecord? {
    collections[ExactText(collection)].flatMap { all in all.keys[ExactText(id)].flatMap { all.records[$0] } }
  }

  func records(in collection: String, _ query: RecordQuery) throws -> [StoredRecord] {
    guard let all = collections[ExactText(collection)] else { return [] }
    guard query.sort.isEmpty else { return query.part(of: query.sorted(try all.found(query, atMost: nil))) }
    return query.part(of: try all.found(query, atMost: query.limit.map { min($0, .max - query.offset) + query.offset }))
  }

  func count(in collection: String, _ query: RecordQuery) throws -> Int {
    try collections[ExactText(collection)]?.records.values.reduce(0) { try $0 + (query.contains($1) ? 1 : 0) } ?? 0
  }

  func outbox(in collection: String, after sequence: Int64, limit: Int) -> [OutboxEntry] {
    guard let all = collections[ExactText(collection)] else { return [] }
    let limit = limit < 0 ? Int.max : limit
    return Array(all.order.entries(behind: sequence).lazy.compactMap { all.entries[$0] }.prefix(limit))
  }

  func outbox(of key: String, in collection: String) -> [OutboxEntry] {
    guard let all = collections[ExactText(collection)] else { return [] }
    return (all.entriesOfKeys[ExactText(key)] ?? []).compactMap { all.entries[$0] }
  }

  func outboxCount(in collection: String) -> Int { collections[ExactText(collection)]?.entries.count ?? 0 }

  func lastSequence(in collection: String) -> Int64 { collections[ExactText(collection)]?.order.last ?? 0 }

  func value(for name: String, in collection: String) -> String? { collections[ExactText(collection)]?.values[ExactText(name)] }

  func save(_ record: StoredRecord) throws {
    let (name, key) = (ExactText(record.collection), ExactText(record.key))
    if let id = record.id, let other = collections[name]?.keys[ExactText(id)], other != key {
      throw StoreError(.duplicate, reason: "in collection \(Redaction.escaped(record.collection))")
    }
    var record = record
    record.stamp = tick()
    let old = collections[name]?.records[key]
    collections[name, default: MemoryCollection()].save(&record, over: old)
    undo.append { $0.collections[name]?.restore(key, old) }
  }

  func removeRecord(_ key: String, in collection: String) {
    let key = ExactText(key)
    guard let old = collections[ExactText(collection)]?.records[key] else { return }
    collections[ExactText(collection)]?.restore(key, nil)
    undo.append { $0.collections[ExactText(collection)]?.restore(key, old) }
  }

  func save(_ entry: OutboxEntry) {
    let name = ExactText(entry.collection)
    var entry = entry
    if entry.sequence == 0 { entry.sequence = collections[name, default: MemoryCollection()].nextSequence() }
    let sequence = entry.sequence
    let old = collections[name]?.entries[sequence]
    collections[name, default: MemoryCollection()].set(entry, at: sequence)
    undo.append { tables in
      if let old { tables.collections[name]?.set(old, at: sequence) } else { tables.collections[name]?.removeEntry(sequence) }
    }
  }

  func removeEntry(_ sequence: Int64, in collection: String) {
    guard let old = collections[ExactText(collection)]?.entries[sequence] else { return }
    collections[ExactText(collection)]?.removeEntry(sequence)
    undo.append { $0.collections[ExactText(collection)]?.set(old, at: sequence) }
  }

  func setValue(_ value: String?, for name: String, in collection: String) {
    let old = collections[ExactText(collection)]?.values[ExactText(name)]
    collections[ExactText(collection), default: MemoryCollection()].values[ExactText(name)] = value
    undo.append { $0.collections[ExactText(collection)]?.values[ExactText(name)] = old }
  }

  func removeAll(in collection: String) {
    let old = collections.removeValue(forKey: ExactText(collection))
    undo.append { $0.collections[ExactText(collection)] = old }
  }
}
