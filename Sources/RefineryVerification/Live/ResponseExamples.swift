package import RefineryCore
package import RefineryJSON
package import RefineryOpenAPI

extension RefineryOpenAPI.Description {
  /// The examples that the description has for the successful responses of rows, by the rows' names.
  package func responseExamples(of table: EndpointTable, coder: (any Coder)?) -> [String: JSONValue] {
    let rows = TableDescription(table, coder: coder).rows
    var examples: [String: JSONValue] = [:]
    for (shape, index) in zip(rows, RowMatch(rows, self).operations) {
      guard let index else { continue }
      let successes = operations[index].responses.filter { response in
        switch response.statuses {
        case .code(let code): (200..<300).contains(code)
        case .range(let hundreds): hundreds == 2
        case .default: false
        }
      }
      let media = successes.lazy.flatMap(\.content).filter { $0.type.contains("json") }
      examples[shape.row.name] = media.compactMap { $0.examples.first ?? self.example(of: $0.schema) }.first
    }
    return examples
  }

  private func example(of schema: Schema?) -> JSONValue? {
    guard let schema else { return nil }
    if let example = schema.examples.first { return example }
    return SchemaView(self).target(of: schema)?.schema.examples.first
  }
}
