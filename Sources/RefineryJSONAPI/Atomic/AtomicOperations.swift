import HTTPTypes
public import RefineryCore

extension JSONAPI {
  /// The Atomic Operations extension: `https://jsonapi.org/ext/atomic`.
  static let atomicExtension = "https://jsonapi.org/ext/atomic"
}

/// Several operations that a server performs in order, all of them or none (the Atomic Operations extension).
///
/// Later operations can refer to a new resource by its `lid`:
///
/// ```swift
/// var operations = AtomicOperations()
/// let author = Person(lid: "ann", name: "Ann")
/// operations.add(author)
/// operations.add(Article(title: "New", author: .to(author)))
/// operations.remove(Article.self, id: "7")
/// let results = try await api.send(operations.call("operations"))
/// let article = try results?.value(Article.self, at: 1)
/// ```
/// If an operation fails, the call throws the server's ``JSONAPIErrors``; ``JSONAPIErrors/errors(ofOperation:)`` returns the
/// errors of one operation.
public struct AtomicOperations: Sendable {
  private var operations: [@Sendable () throws -> JSONValue.Object] = []

  /// No operations.
  public init() {}

  /// The number of operations.
  package var count: Int { operations.count }

  /// Creates a resource, at the path of its type or at the given URI reference. Returns its index among the results.
  ///
  /// A new resource that it refers to needs a `lid` and an operation of its own before this one.
  @discardableResult
  public mutating func add(_ resource: some ResourceObject, at href: String? = nil) -> Int {
    append {
      var operation: JSONValue.Object = ["op": "add", "data": try Self.data(of: resource, nulls: .omit)]
      if let href { operation["href"] = .string(href) }
      return operation
    }
  }

  /// Changes a resource. Nil attributes are left out by default.
  @discardableResult
  public mutating func update(_ model: some JSONAPIResource, nulls: NullPolicy = .omit) -> Int {
    append {
      guard model.resourceIdentifier.isComplete else { throw ResourceFault.unidentified(type: model.resourceIdentifier.type) }
      return ["op": "update", "data": try Self.data(of: model, nulls: nulls)]
    }
  }

  /// Deletes a resource.
  @discardableResult
  public mutating func remove<Model: JSONAPIResource>(_ type: Model.Type, id: Model.ID) -> Int {
    remove(ResourceIdentifier(type: Model.resourceType, id: Model.text(of: id)))
  }

  /// Deletes a resource by its identifier, which may be that of a resource that an earlier operation creates.
  @discardableResult
  public mutating func remove(_ identifier: ResourceIdentifier) -> Int {
    append { ["op": "remove", "ref": try identifier.json()] }
  }

  /// Adds resources to a to-many relationship.
  @discardableResult
  public mutating func add(_ new: [ResourceIdentifier], to relationship: String, of owner: ResourceIdentifier) -> Int {
    change("add", relationship, of: owner, .many(new))
  }

  /// Replaces the linkage of a relationship.
  @discardableResult
  public mutating func replace(_ relationship: String, of owner: ResourceIdentifier, by linkage: Linkage) -> Int {
    change("update", relationship, of: owner, linkage)
  }

  /// Removes resources from a to-many relationship.
  @discardableResult
  public mutating func remove(_ old: [ResourceIdentifier], from relationship: String, of owner: ResourceIdentifier) -> Int {
    change("remove", relationship, of: owner, .many(old))
  }

  private mutating func change(
    _ op: String, _ relationship: String, of owner: ResourceIdentifier, _ linkage: Linkage
  ) -> Int {
    append {
      var reference = try owner.json().object ?? [:]
      reference["relationship"] = .string(relationship)
      return ["op": .string(op), "ref": .object(reference), "data": try linkage.json()]
    }
  }

  private mutating func append(_ make: @escaping @Sendable () throws -> JSONValue.Object) -> Int {
    operations.append(make)
    return operations.count - 1
  }

  private static func data(of resource: any ResourceObject, nulls: NullPolicy) throws -> JSONValue {
    let resource = (resource as? any PolymorphicResource)?.resource ?? resource
    let model = type(of: resource) as? any JSONAPIResource.Type
    let coder = model.map { $0.coder as? JSONAPICoder ?? JSONAPICoder(for: $0) } ?? JSONAPICoder()
    return try coder.writer(nulls: nulls).resource(resource, at: ["data"])
  }
}

extension AtomicOperations {
  private static let row: Options = {
    let coder = JSONAPICoder(extensions: [JSONAPI.atomicExtension])
    return JSONAPI.options.merging(
      Options {
        $0.coder = coder
        $0.headers = [.accept: coder.accept]
      })
  }()

  /// Sends the operations by POST. The result is nil if the response is empty.
  public func call(_ path: URITemplate) -> Call<AtomicResults?> {
    let row = Endpoint("atomic.operations", .post, path, Self.row, input: AtomicOperations.self, output: AtomicResults.self)
    return Call<AtomicResults>(row).body(self).optional
  }
}

extension AtomicOperations: Encodable, DocumentWritable {
  /// Writes the document of the operations.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(JSONAPICoder().document(self, nulls: nil))
  }

  func document(by writer: ResourceWriter) throws -> JSONValue {
    var list: [JSONValue] = []
    for (index, operation) in operations.enumerated() {
      do {
        list.append(.object(try operation()))
      } catch {
        throw MappingError(encoding: error).within(["atomic:operations", "[\(index)]"])
      }
    }
    return .object(["atomic:operations": .array(list)])
  }
}
