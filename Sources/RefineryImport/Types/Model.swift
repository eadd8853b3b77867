package import RefineryJSON

/// The number of a model in its book.
package struct ModelID: Hashable, Sendable {
  let index: Int
}

/// A type that is declared: a struct, an open enumeration or a union.
package struct Model: Sendable {
  package enum Form: Sendable {
    case object(ObjectForm)
    case enumeration(EnumerationForm)
    case union(UnionForm)
  }

  package struct ObjectForm: Sendable {
    package var properties: [Property] = []
    /// The type of the members that are not named; nil if they are not kept.
    package var others: SwiftType?
    package var othersName = "others"
  }

  package struct Property: Sendable {
    package enum Presence: Sendable {
      case required, nullable, optional, field
    }
    package var wireName: String
    package var name: String
    package var use: TypeUse
    package var presence: Presence
    /// Whether each response has it, and no request.
    package var isSetByServer = false
    package var isBoxed = false
    package var documentation: [String]
  }

  package struct EnumerationForm: Sendable {
    package enum Raw: String, Sendable { case string = "String", int = "Int", double = "Double" }
    package var raw: Raw
    package var cases: [(name: String, value: JSONValue)]
  }

  package struct UnionForm: Sendable {
    package var discriminator: String?
    package var branches: [Branch]
    /// Whether it contains itself, so that its values are kept by reference.
    package var isIndirect = false

    package struct Branch: Sendable {
      package var name: String
      package var type: SwiftType
      package var tags: [String]
    }
  }

  /// Its origin: `type file#pointer`. Names are locked by it.
  package let key: String
  package let pointer: String
  /// The name that it would have; of a schema without one, what follows the name of its parent.
  let proposal: String
  let parent: ModelID?
  package var name = ""
  package var documentation: [String] = []
  package var form: Form
  /// Whether it describes an error, and conforms to `Error`.
  package var isError = false
  /// Whether a request sends it.
  package var isSent = false
  /// The model with the same members, values or branches, if this one is only another name of it.
  package var twin: ModelID?
  /// The groups that use it.
  var groups: Set<Int> = []

  /// The types of its members or branches.
  var parts: [SwiftType] {
    switch form {
    case .object(let object): object.properties.map(\.use.type) + (object.others.map { [$0] } ?? [])
    case .enumeration: []
    case .union(let union): union.branches.map(\.type)
    }
  }
}

/// All models of an import.
package struct ModelBook: Sendable {
  private(set) var models: [Model] = []
  private var ids: [String: ModelID] = [:]

  package subscript(id: ModelID) -> Model {
    get { models[id.index] }
    set { models[id.index] = newValue }
  }

  /// In the order in which they were found.
  package var all: [ModelID] { models.indices.map(ModelID.init) }

  func id(of key: String) -> ModelID? { ids[key] }

  mutating func add(_ model: Model) -> ModelID {
    let id = ModelID(index: models.count)
    ids[model.key] = id
    models.append(model)
    return id
  }
}
