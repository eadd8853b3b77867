import HTTPTypes
import RefineryCore
import RefineryOpenAPI
import RefineryVerification

/// What custom rows do to records, found by their paths and types: for resources without a model, and for imported tables.
/// A row that replaces the one of a capability is found by its name.
///
/// A path and the same path with one more variable are a collection and its records, if a row reads a record and another one
/// lists them, or creates them.
struct InferredOperations {
  struct Entry {
    let operation: Endpoint.Operation
    let resource: String
    /// The members around the list, or around the record.
    let envelope: [String]
  }

  private var entries: [Int: Entry] = [:]

  subscript(index: Int) -> Entry? { entries[index] }

  init(_ table: TableDescription) {
    let custom = table.rows.enumerated().filter { $0.element.row.operation == nil && !$0.element.isAbsolute }
    let paths = Dictionary(grouping: custom) { $0.element.path.withoutSlash }
    var order: [PathShape] = []
    for path in custom.map(\.element.path.withoutSlash) where !order.contains(path) { order.append(path) }
    var keys: Set<String> = []
    var view = SchemaView(table.description)
    let known = Set(table.rows.filter { $0.row.operation != nil }.map(\.row.name.withoutLastPart))
    for (index, shape) in custom where known.contains(shape.row.name.withoutLastPart) {
      guard let operation = Endpoint.Operation.allCases.first(where: { shape.row.name.hasSuffix(".\($0)") }) else { continue }
      entries[index] = Entry(operation: operation, resource: shape.row.name.withoutLastPart, envelope: shape.envelope)
    }
    for path in order where path.segments.last == "{}" {
      let items = paths[path] ?? []
      let collection = PathShape(segments: path.segments.dropLast())
      guard let read = items.first(where: { $0.element.row.method == .get }), let around = paths[collection],
        !collection.segments.isEmpty, isRecord(read.element, &view)
      else { continue }
      // A group of rows may have several collections; the others are named by their path, too.
      let base = read.element.row.name.withoutLastPart
      let key = known.contains(base) || keys.contains(base) ? "\(base) \(collection.segments.joined(separator: "/"))" : base
      func add(_ index: Int, _ operation: Endpoint.Operation, _ envelope: [String] = []) {
        entries[index] = Entry(operation: operation, resource: key, envelope: envelope)
      }
      for row in around {
        if row.element.row.method == .get, let envelope = list(row.element, of: read.element, &view) {
          add(row.offset, .enumerate, envelope)
        } else if row.element.row.method == .post, isSame(row.element, read.element) {
          add(row.offset, .create)
        }
      }
      guard around.contains(where: { entries[$0.offset] != nil }) else { continue }
      keys.insert(key)
      add(read.offset, .read)
      for row in items {
        switch row.element.row.method {
        case .put where isSame(row.element, read.element): add(row.offset, .update)
        case .patch where isSame(row.element, read.element): add(row.offset, .patch)
        case .delete: add(row.offset, .delete)
        default: break
        }
      }
    }
  }

  /// Whether a row returns an object, or says nothing of its type but that it is one.
  private func isRecord(_ shape: TableDescription.RowShape, _ view: inout SchemaView) -> Bool {
    guard let output = shape.output else { return shape.row.output == "object" }
    if case .object = view.flat(output).form { return true }
    return false
  }

  private func isSame(_ one: TableDescription.RowShape, _ other: TableDescription.RowShape) -> Bool {
    if let type = one.row.outputType, let otherType = other.row.outputType { return type == otherType }
    return one.row.outputType == nil && one.row.output == other.row.output
  }

  /// The members around the list of a row that lists the records of another one; nil if it does not.
  private func list(
    _ shape: TableDescription.RowShape, of record: TableDescription.RowShape, _ view: inout SchemaView
  ) -> [String]? {
    guard let output = shape.output, let wanted = record.output else { return shape.row.output == "[object]" ? [] : nil }
    func isList(_ schema: Schema) -> Bool {
      guard case .array(let items) = view.flat(schema).form else { return false }
      if case .reference(let key) = items.kind, case .reference(let other) = wanted.kind { return key == other }
      return false
    }
    if isList(output) { return shape.envelope }
    guard case .object(let object) = view.flat(output).form else { return nil }
    return object.properties.first { isList($0.schema) }.map { [$0.name] }
  }
}
