import RefineryJSON

/// Makes a ``Description`` of files. It is used once.
final class DescriptionBuilder {
  var store: DocumentStore
  var description = Description(format: "", title: "", version: "")
  var format = DescriptionFormat.openAPI30
  let rootFile: String

  /// What was read already, by its place, so that a part with many references to it is read once.
  var parameters: [DocumentPlace: Parameter?] = [:]
  var bodies: [DocumentPlace: RequestBody?] = [:]
  var responses: [DocumentPlace: Response] = [:]
  var headers: [DocumentPlace: Header] = [:]
  var targets: [TargetKey: ReferenceTarget] = [:]
  var identifiersByFile: [String: [String: DocumentNode]] = [:]
  /// The nesting of `$ref`s that lead through other `$ref`s.
  var followedReferences = 0

  /// The schemas in `components.schemas` or `definitions` of the first file.
  var namedSchemas: [String: DocumentNode] = [:]
  /// The URL of the first file, by which a `$ref` may name it.
  var selfURL: String?
  /// The first operation with an operationId.
  var operationIDs: [String: String] = [:]
  /// The first path of a shape.
  var pathShapes: [String: String] = [:]
  /// The schemas around the current one that a `$recursiveRef` may mean.
  var recursiveAnchors: [DocumentNode] = []
  /// The schemas that are still to be read.
  var pendingSchemas: [(key: SchemaKey, node: DocumentNode)] = []
  var knownSchemas: Set<SchemaKey> = []
  /// How many schemas contain the current one.
  var schemaDepth = 0
  /// How many schemas were read, for tests.
  var schemaCount = 0
  /// Media types and security of the whole description.
  var defaults = OperationDefaults()
  private var found: Set<Finding> = []

  /// A `$ref` as it is written, and the file that contains it.
  struct TargetKey: Hashable {
    var reference: String
    var file: String
  }

  init(_ store: DocumentStore, file: String) {
    self.store = store
    rootFile = file
  }

  /// Adds a finding once.
  func report(_ kind: Finding.Kind, at place: DocumentPlace, _ reason: String) {
    add(Finding(kind, at: place.description, reason))
  }

  func add(_ finding: Finding) {
    if found.insert(finding).inserted { description.findings.append(finding) }
  }

  /// - Throws: ``DescriptionError``.
  func build() throws {
    let place = DocumentPlace(file: rootFile, pointer: "")
    var early: [Finding] = []
    let root = DocumentNode(value: try store.document(rootFile) { early.append($0) }, place: place)
    early.forEach(add)
    try readFormat(root)
    selfURL = text(root, "$self")
    readRoot(root)
    readComponentSchemas(root)
    readSecurity(root)
    readPaths(root)
    readPendingSchemas()
    breakCycles()
    completeDiscriminators()
  }

  /// Reads what format the description has, and refuses others.
  private func readFormat(_ root: DocumentNode) throws {
    guard root.isObject else { throw DescriptionError("a description must be an object", in: rootFile) }
    if let version = root["swagger"] {
      let text = lenientText(version) ?? ""
      guard text == "2.0" || text == "2" else { throw DescriptionError("Swagger \(text) is not supported", in: rootFile) }
      format = .swagger2
      description.format = "Swagger 2.0"
      return
    }
    guard let version = root["openapi"] else {
      throw DescriptionError("no description: it has neither `openapi` nor `swagger`", in: rootFile)
    }
    let text = lenientText(version) ?? ""
    let parts = text.split(separator: ".")
    switch (parts.first, parts.dropFirst().first) {
    case ("3", "0"): format = .openAPI30
    case ("3", "1"): format = .openAPI31
    case ("3", "2"): format = .openAPI32
    default: throw DescriptionError("OpenAPI \(text) is not supported", in: rootFile)
    }
    description.format = "OpenAPI \(text)"
  }
}
