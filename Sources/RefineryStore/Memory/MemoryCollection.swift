import RefineryCore
import RefineryParts

/// The records, entries and values of one collection in memory, with their indexes.
struct MemoryCollection {
  private(set) var records: [ExactText: StoredRecord] = [:]
  private(set) var keys: [ExactText: ExactText] = [:]
  private(set) var entries: [Int64: OutboxEntry] = [:]
  private(set) var entriesOfKeys: [ExactText: [Int64]] = [:]
  private(set) var order = Sequencing<Int64>()
  var values: [ExactText: String] = [:]
  private var places = Sequencing<ExactText>()
  private var lastPosition: Int64 = 0
  private var lastSequence: Int64 = 0

  func found(_ query: RecordQuery, atMost limit: Int?) throws -> [StoredRecord] {
    var found: [StoredRecord] = []
    for key in places.entries(behind: query.position) {
      if let limit, found.count >= limit { break }
      if let record = records[key], try query.contains(record) { found.append(record) }
    }
    return found
  }

  mutating func save(_ record: inout StoredRecord, over old: StoredRecord?) {
    if let old {
      record.position = old.position
    } else {
      lastPosition += 1
      record.position = lastPosition
    }
    restore(ExactText(record.key), record)
  }

  /// Restores the previous version of a record. With nil, removes the record.
  mutating func restore(_ key: ExactText, _ record: StoredRecord?) {
    let old = records[key]
    if let id = old?.id { keys[ExactText(id)] = nil }
    if let old, record == nil { places.remove(at: old.position) }
    records[key] = record
    guard let record else { return }
    if let id = record.id { keys[ExactText(id)] = key }
    if old == nil { places.insert(key, at: record.position) }
  }

  mutating func nextSequence() -> Int64 {
    lastSequence += 1
    return lastSequence
  }

  mutating func set(_ entry: OutboxEntry, at sequence: Int64) {
    if entries.updateValue(entry, forKey: sequence) == nil {
      order.insert(sequence, at: sequence)
      let key = ExactText(entry.key)
      entriesOfKeys[key, default: []].append(sequence)
      entriesOfKeys[key]?.sort()
    }
  }

  mutating func removeEntry(_ sequence: Int64) {
    guard let entry = entries.removeValue(forKey: sequence) else { return }
    order.remove(at: sequence)
    let key = ExactText(entry.key)
    entriesOfKeys[key]?.removeAll { $0 == sequence }
    if entriesOfKeys[key]?.isEmpty == true { entriesOfKeys[key] = nil }
  }
}

/// Elements in the order of their places. A new element is appended. A removed element leaves a hole; the array is compacted
/// when it has as many holes as elements.
struct Sequencing<Element> {
  private var slots: [(place: Int64, element: Element?)] = []
  private var holes = 0

  var last: Element? { slots.last { $0.element != nil }?.element }

  func entries(behind place: Int64) -> some Sequence<Element> {
    slots[index(behind: place)...].lazy.compactMap(\.element)
  }

  mutating func insert(_ element: Element, at place: Int64) {
    let index = index(behind: place - 1)
    if index < slots.count, slots[index].place == place {
      if slots[index].element == nil { holes -= 1 }
      slots[index].element = element
    } else {
      slots.insert((place, element), at: index)
    }
  }

  mutating func remove(at place: Int64) {
    let index = index(behind: place - 1)
    guard index < slots.count, slots[index].place == place, slots[index].element != nil else { return }
    slots[index].element = nil
    holes += 1
    if holes > slots.count / 2 {
      slots.removeAll { $0.element == nil }
      holes = 0
    }
  }

  private func index(behind place: Int64) -> Int {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].place > place { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
