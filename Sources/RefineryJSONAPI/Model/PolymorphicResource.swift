import RefineryCore

/// One of several models, chosen by the resource type: for relationships and lists of mixed types.
///
/// ```swift
/// enum Project: PolymorphicResource {
///   case art(ArtProject), research(ResearchProject), other(GenericResource)
///   static let cases = ResourceCases(art, research, otherwise: other)
///   var resource: any ResourceObject {
///     switch self {
///     case .art(let project): project
///     case .research(let project): project
///     case .other(let resource): resource
///     }
///   }
/// }
/// ```
/// Without `otherwise`, a resource of a type that is not listed throws an error when it is read.
public protocol PolymorphicResource: ResourceObject {
  /// The possible models.
  static var cases: ResourceCases<Self> { get }
  /// The model of this case.
  var resource: any ResourceObject { get }
}

/// The possible models of a ``PolymorphicResource``.
public struct ResourceCases<Whole: PolymorphicResource>: Sendable {
  private typealias Read = @Sendable (RawResource, ResourcePool) throws -> Whole

  private let cases: [(type: String, read: Read)]
  private let otherwise: (@Sendable (GenericResource) -> Whole)?

  /// The cases of the possible models, and a case for every other type.
  public init<each Model: JSONAPIResource>(
    _ cases: repeat @escaping @Sendable (each Model) -> Whole, otherwise: (@Sendable (GenericResource) -> Whole)? = nil
  ) {
    var all: [(type: String, read: Read)] = []
    repeat all.append(Self.model(each cases))
    self.cases = all
    self.otherwise = otherwise
  }

  private static func model<Model: JSONAPIResource>(
    _ make: @escaping @Sendable (Model) -> Whole
  ) -> (type: String, read: Read) {
    (Model.resourceType, { make(try ResourceReader<Model>($1).value(of: $0)) })
  }

  func value(of resource: RawResource, in pool: ResourcePool) throws -> Whole {
    if let match = cases.first(where: { $0.type == resource.identifier.type }) { return try match.read(resource, pool) }
    if let otherwise { return otherwise(GenericResource(resource, in: pool)) }
    let expected = cases.map(\.type).joined(separator: " or ")
    throw resource.place.member("type").error(.invalid, underlying: ResourceFault.unexpected(type: expected))
  }
}

extension PolymorphicResource {
  /// The identifier of the model.
  public var resourceIdentifier: ResourceIdentifier { resource.resourceIdentifier }

  /// Reads a resource object that is not part of a document.
  public init(from decoder: any Decoder) throws {
    let resource = try GenericResource(from: decoder)
    self = try Self.cases.value(of: resource.raw, in: resource.pool)
  }

  /// Writes the model.
  public func encode(to encoder: any Encoder) throws { try resource.encode(to: encoder) }

  static func value(of resource: RawResource, in pool: ResourcePool) throws -> Self {
    try cases.value(of: resource, in: pool)
  }
}
