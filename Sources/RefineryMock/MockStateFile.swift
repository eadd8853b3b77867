import Foundation
import RefineryCore
import RefineryJSON

/// The file that keeps the records of a server.
struct MockStateFile: Sendable {
  let url: URL

  /// Reads the file into records. Returns false if there is no file.
  func read(into records: inout MockRecords) throws(MockServer.Fault) -> Bool {
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return false }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: try Data(contentsOf: url), maximumDepth: 600)
    } catch {
      throw MockServer.Fault("the state file cannot be read: \(ErrorSummary.text(of: error)); repair it or remove it")
    }
    guard let saved = json["records"]?.object else {
      throw MockServer.Fault("the state file has no `records`: it is not the state of a mock server")
    }
    for (key, elements) in saved {
      guard records.plan.resources[key] != nil else {
        records.foreign[key] = elements
        continue
      }
      var collection = MockRecords.Collection()
      for element in elements.array ?? [] {
        guard let id = element["id"]?.string, let value = element["value"] else {
          throw MockServer.Fault(
            "the state file has a record of \(Redaction.escaped(key)) without `id` or `value`: repair it or remove it")
        }
        let scope = (element["below"]?.object ?? [:]).compactMap { name, value in value.string.map { (name, $0) } }
        collection.append(MockRecords.Record(id: id, scope: Dictionary(scope) { $1 }, value: value))
      }
      collection.counter = max(collection.counter, json["counters"]?[key]?.int ?? 0)
      records.collections[key] = collection
    }
    records.changes = json["changes"]?.int ?? 0
    return true
  }

  /// Writes all records, in place of the file.
  func write(_ records: MockRecords) throws(MockServer.Fault) {
    var saved = records.foreign
    var counters: JSONValue.Object = [:]
    for (key, collection) in records.collections.sorted(by: { $0.key < $1.key }) {
      counters[key] = .number(collection.counter)
      saved[key] = .array(
        collection.records.map { record in
          let scope = record.scope.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSONValue.string($0.value)) }
          return ["id": .string(record.id), "below": .object(scope), "value": record.value]
        })
    }
    let json: JSONValue = ["changes": .number(records.changes), "counters": .object(counters), "records": .object(saved)]
    do {
      try json.data().write(to: url, options: .atomic)
    } catch {
      throw MockServer.Fault("the state file cannot be written: \(ErrorSummary.text(of: error))")
    }
  }
}
