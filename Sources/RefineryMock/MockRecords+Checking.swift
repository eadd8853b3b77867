import FoundationEssentials
import RefineryCore
import RefineryJSON

extension MockRecords {
  /// The resources with a record that cannot be read as its model, each with the reason.
  package var unreadable: [String] {
    plan.order.compactMap { key in
      guard let kind = plan.resources[key], let type = kind.type as? any Decodable.Type else { return nil }
      for record in records(key, [:]) {
        do {
          try kind.read(type, record.value)
        } catch {
          return "\(key): \(ErrorSummary.text(of: error))"
        }
      }
      return nil
    }
  }
}

extension MockResource {
  /// A made-up record that its model can read: a member with a value that the model refuses gets each of the usual forms
  /// in turn. No schema says the form of a custom date, or the range of an `Int8`.
  func repaired(_ record: JSONValue) -> JSONValue {
    guard let type = type as? any Decodable.Type else { return record }
    var record = record
    var failed: [String] = []
    var forms: ArraySlice<JSONValue> = []
    // Each round reads the record once.
    for _ in 0..<64 {
      do {
        try read(type, record)
        return record
      } catch {
        let path = (error as? MappingError)?.codingPath.filter { documentType == nil || $0 != "data" } ?? []
        guard !path.isEmpty, !path.contains(where: { $0.hasPrefix("[") }) else { return record }
        if path != failed { (failed, forms) = (path, Self.forms) }
        guard let form = forms.popFirst() else { return record }
        record = record.setting(path[...], to: form)
      }
    }
    return record
  }

  private static var forms: ArraySlice<JSONValue> {
    ["2025-05-17T12:00:00Z", "2025-05-17", "one", 1_747_483_200, 1, 1.5, true, [], [:], .null, "https://example.com/"]
  }

  /// Reads a record as a model.
  func read<Model: Decodable>(_ type: Model.Type, _ record: JSONValue) throws {
    let envelope = documentType == nil ? [] : ["data"]
    let body = envelope.reversed().reduce(record) { .object([(key: $1, value: $0)]) }
    _ = try coder.decode(type, from: body.data(), at: envelope)
  }
}
