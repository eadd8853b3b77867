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
  /// Reads a record as a model.
  func read<Model: Decodable>(_ type: Model.Type, _ record: JSONValue) throws {
    let envelope = documentType == nil ? [] : ["data"]
    let body = envelope.reversed().reduce(record) { .object([(key: $1, value: $0)]) }
    _ = try coder.decode(type, from: body.data(), at: envelope)
  }
}
