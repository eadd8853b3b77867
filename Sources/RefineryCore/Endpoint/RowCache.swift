/// Rows that are made once and kept.
///
/// A capability's row is kept with the template of its path. A row below a parent's row is kept with the child's row.
///
/// A look-up walks a list of a few entries and takes no lock. If threads look up a new key at the same time, each may make a
/// row; all get the one that was stored first. Entries are only added, each after the last.
struct RowCache<Key: Equatable & Sendable, Row: Sendable>: ~Copyable, Sendable {
  private final class Entry: Sendable {
    let key: Key
    let row: Row
    let next = OnceReference<Entry>()

    init(_ key: Key, _ row: Row) {
      self.key = key
      self.row = row
    }
  }

  private let first = OnceReference<Entry>()
  private let limit: Int

  /// An empty cache. After `limit` rows, it makes a row for each look-up of a further key and does not keep it.
  init(limit: Int = .max) { self.limit = limit }

  /// Returns the row that is kept under a key. The first call makes it; `make` may use the same cache.
  func row(_ key: Key, make: () -> Row) -> Row {
    var entry = first.load() ?? first.storeIfNil(Entry(key, make()))
    var made: Entry?
    var count = 1
    while entry.key != key {
      if let next = entry.next.load() {
        entry = next
      } else {
        let offer = made ?? Entry(key, make())
        guard count < limit else { return offer.row }
        made = offer
        entry = entry.next.storeIfNil(offer)
      }
      count += 1
    }
    return entry.row
  }
}

/// The key of a capability's row: a model and an operation, such as `Person` and "read".
struct RowKey: Equatable, Sendable {
  private let model: ObjectIdentifier
  private let operation: Endpoint.Operation

  init(_ model: any Any.Type, _ operation: Endpoint.Operation) {
    self.model = ObjectIdentifier(model)
    self.operation = operation
  }
}

extension URITemplate {
  /// Returns the row that is kept under a key for this template. The row must not hold this template, or neither is ever freed:
  /// it holds ``detached``.
  func row(_ key: RowKey, make: () -> Endpoint) -> Endpoint { storage.rows.row(key, make: make) }

  /// The same template with a cache of its own, for rows that are kept with this one.
  var detached: URITemplate { URITemplate(storage: Storage(storage)) }
}

extension Endpoint {
  /// Returns this row below the row that addresses its parent.
  ///
  /// One parent is usual. The limit of the cache matters for paths that are computed for every call.
  func nested(in parent: Endpoint) -> Nesting {
    // The nesting holds the parent, so no other row gets its identity.
    shared.nestings.row(ObjectIdentifier(parent.shared)) { Nesting(self, in: parent) }
  }
}
