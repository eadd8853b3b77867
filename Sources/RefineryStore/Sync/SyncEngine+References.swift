import RefineryCore

/// Keeps the provisional ids of other records out of requests.
extension SyncEngine {
  /// The name under which the server's id for a provisional one is stored, as JSON. The value is empty until it is known.
  private static func name(of provisionalID: String) -> String { "sync.id.\(provisionalID)" }

  /// Remembers that an id is provisional.
  func noteProvisional(_ id: String, in store: any StoreWriting) throws {
    try store.setValue("", for: Self.name(of: id), in: collection)
  }

  /// Remembers the server's id of a record that had a provisional one.
  func noteID(in content: JSONValue, of provisionalID: String?, in store: any StoreWriting) throws {
    guard let provisionalID, let id = content[identity.member],
      try store.value(for: Self.name(of: provisionalID), in: collection) != nil
    else { return }
    try store.setValue(id.text(), for: Self.name(of: provisionalID), in: collection)
  }

  /// A record with the server's ids in its references, saved if they differ.
  ///
  /// - Throws: ``AwaitsReference`` if a record that it refers to is not sent yet.
  func resolved(_ record: StoredRecord, in store: any StoreWriting) throws -> StoredRecord {
    var record = record
    for (path, other) in settings.references {
      guard let value = record.content.value(at: path) else { continue }
      let ids =
        try value.array.map { .array(try $0.map { try serverID($0, other, in: store) }) }
        ?? serverID(value, other, in: store)
      record.content = record.content.replacing(path.parts[...], by: ids)
    }
    // The record is saved even if only its notation differs, because its id may be one of the provisional ids.
    if try store.record(record.key, in: collection)?.content.isIdentical(to: record.content) == false { try store.save(record) }
    return record
  }

  private func serverID(_ id: JSONValue, _ other: String, in store: any StoreReading) throws -> JSONValue {
    guard let text = id.string ?? id.number?.text, let known = try store.value(for: Self.name(of: text), in: other) else {
      return id
    }
    if known.isEmpty { throw AwaitsReference(collection: other) }
    return (try? JSONValue(parsing: known)) ?? id
  }
}

extension JSONValue {
  /// Returns this value with another value at a path. The path must exist.
  fileprivate func replacing(_ path: ArraySlice<String>, by value: JSONValue) -> JSONValue {
    guard let name = path.first else { return value }
    guard var members = object, let inner = members[name] else { return self }
    members[name] = inner.replacing(path.dropFirst(), by: value)
    return .object(members)
  }
}

/// A record refers to a record that the server has not created yet: see ``SyncSettings/references``.
struct AwaitsReference: SafelyDescribed {
  let collection: String

  var description: String { "it refers to a record in '\(Redaction.escaped(collection))' that is not sent yet" }
}
