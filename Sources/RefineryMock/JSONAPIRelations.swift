import FoundationEssentials
import RefineryCore
import RefineryJSON
import RefineryJSONAPI

/// Finds the relationships of a JSON:API model, by reading a resource without any.
enum JSONAPIRelations {
  static func of(_ resource: MockResource) -> [MockResource.Relation] {
    guard let type = resource.type as? any JSONAPIResource.Type else { return [] }
    var made = MadeUpValues(seed: 1)
    let members = made.object(of: resource, id: resource.json(of: "1"))
    let document: JSONValue = ["data": resource.document(members, id: resource.idKind == .uuid ? Self.id : "1")]
    return relations(of: type, document, resource.coder)
  }

  private static let id = "00000000-0000-4000-8000-000000000001"

  private static func relations<Model: JSONAPIResource>(
    of type: Model.Type, _ document: JSONValue, _ coder: any Coder
  ) -> [MockResource.Relation] {
    guard let model = try? coder.decode(type, from: document.data(), at: ["data"]) else { return [] }
    return Mirror(reflecting: model).children.compactMap { child in
      guard let name = child.label else { return nil }
      var type = Swift.type(of: child.value) as Any.Type
      if let optional = type as? any OptionalRelation.Type { type = optional.wrapped }
      guard let relation = type as? any RelationshipTarget.Type else { return nil }
      let target = (relation.targetType as? any JSONAPIResource.Type)?.resourceType
      return MockResource.Relation(name: name, type: target, isToMany: relation.isToMany)
    }
  }
}

private protocol OptionalRelation { static var wrapped: any Any.Type { get } }
extension Optional: OptionalRelation { fileprivate static var wrapped: any Any.Type { Wrapped.self } }
