import RefineryCore
import RefineryJSON
import RefineryJSONAPI
import RefineryOpenAPI
import RefineryVerification

/// A row, and how the server responds to it.
struct MockRow: Sendable {
  let shape: TableDescription.RowShape
  /// What it does to the records of its resource; nil for a custom row.
  let operation: Endpoint.Operation?
  /// The key of its resource in the plan.
  let resource: String?
  let coder: any Coder
  /// The members around what calls send.
  let inputEnvelope: [String]
  let schemas: Description
  let pages: PageForm?

  var row: Endpoint { shape.row }
  var name: String { shape.row.name }
  /// Whether the operation was found by paths and types, so that calls may send another type than the record's.
  var isInferred: Bool { operation != nil && row.operation == nil }
  /// Whether its bodies are JSON:API documents.
  var isJSONAPI: Bool { coder is JSONAPICoder }
  /// The names of the variables of the path that are not the id of the record.
  var scope: [String] { shape.variables.filter { $0 != idVariable } }

  /// The variable of the path that is the id of the record; nil for rows of a collection and of a singleton.
  var idVariable: String? {
    switch operation {
    case .read, .update, .patch, .delete: shape.variables.contains("id") ? "id" : shape.variables.last
    case nil: shape.variables.contains("id") ? "id" : nil
    case .create, .createAll, .updateAll, .enumerate: nil
    }
  }
}
