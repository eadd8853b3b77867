import FoundationEssentials
import RefineryCore
import RefineryJSON
import RefineryJSONAPI
import RefineryOpenAPI
import RefineryVerification

extension MockResource {
  /// The resource of these rows; nil if there are none.
  init?(_ key: String, _ rows: [MockRow]) {
    guard let first = rows.first else { return nil }
    func row(_ operations: Endpoint.Operation...) -> MockRow? {
      operations.lazy.compactMap { operation in rows.first { $0.operation == operation } }.first
    }
    let single = row(.read, .update, .patch, .create, .enumerate)
    let item = row(.read, .update, .patch, .delete)
    self.init(
      key: key, name: first.row.resourceName, coder: single?.coder ?? first.coder,
      isSingleton: item.map { $0.idVariable == nil } ?? false, countsIDs: false)
    self.item = item?.shape
    schemas = single?.schemas
    schema = single.flatMap { Self.schema(of: $0) }
    type = single?.row.outputType.map { ($0 as? any ListType.Type)?.elementType ?? $0 }
    isCreatable = row(.create, .createAll) != nil
    scope = rows.flatMap(\.scope).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    findID()
    if documentType != nil { relations = JSONAPIRelations.of(self) }
  }

  /// The variable of the path that is the id.
  var idVariable: String? { isSingleton ? nil : item.map { $0.variables.contains("id") ? "id" : $0.variables.last } ?? nil }

  /// The schema of one record: of the output, without its envelope, and of a list that of an element.
  private static func schema(of row: MockRow) -> Schema? {
    guard var schema = row.shape.output else { return nil }
    var view = SchemaView(row.schemas)
    for name in row.shape.envelope {
      guard case .object(let object) = view.flat(schema).form, let property = object[name] else { return nil }
      schema = property.schema
    }
    if row.operation == .enumerate, case .array(let items) = view.flat(schema).form { schema = items }
    if case .any = view.flat(schema).form { return nil }
    return schema
  }

  private mutating func findID() {
    if let schema, let schemas {
      var view = SchemaView(schemas)
      if case .object(let object) = view.flat(schema).form {
        for property in object.properties where documentType != nil {
          propertyNames[memberName(of: property.name)] = property.name
        }
        let own = name.folded
        let names = ["id", "_id", "uuid", "guid", "key", "identifier", "sid", "slug"]
        let variable = item?.variables.last ?? "id"
        idMember =
          names.prefix(4).first { object[$0] != nil } ?? object.properties.first { $0.name.folded == own + "id" }?.name
          ?? (object[variable] != nil ? variable : nil) ?? names.first { object[$0] != nil } ?? "id"
        if let property = object[idMember] {
          let flat = view.flat(property.schema)
          switch flat.form {
          case .integer, .number: idKind = .integer
          case .string where flat.format == "uuid": idKind = .uuid
          default: idKind = .text
          }
        }
      }
    }
    if let model = type as? any Identifiable.Type {
      let declared = Self.idType(of: model)
      let wrapped = (declared as? any WrappingType.Type)?.wrappedType ?? declared
      if wrapped is any BinaryInteger.Type { idKind = .integer } else if wrapped == UUID.self { idKind = .uuid }
    }
    // Ids of JSON:API are text, and most servers count them.
    countsIDs = idKind == .integer || documentType != nil && idKind != .uuid
  }

  private static func idType<Model: Identifiable>(of model: Model.Type) -> any Any.Type { Model.ID.self }
}

/// A list, whose elements may be records.
protocol ListType { static var elementType: any Any.Type { get } }
extension Array: ListType { static var elementType: any Any.Type { Element.self } }

private protocol WrappingType { static var wrappedType: any Any.Type { get } }
extension Optional: WrappingType { static var wrappedType: any Any.Type { Wrapped.self } }
