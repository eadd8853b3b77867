package import Foundation
import RefineryJSON

/// Reads a description: OpenAPI 3.0, 3.1, 3.2 or Swagger 2, as JSON or YAML, in one file or in many.
///
/// It reads a description that breaks its standard as far as that makes sense; each fault is a ``Finding``.
package struct DescriptionReader {
  private let loading: (String) throws -> Data

  /// - Parameter loading: returns the content of a file by its path. `$ref`s are never loaded from the network.
  package init(loading: @escaping (String) throws -> Data = FileLoading.content) {
    self.loading = loading
  }

  /// - Throws: ``DescriptionError`` if the first file cannot be read or parsed, or is no description.
  package func read(_ path: String) throws -> Description {
    try readCounting(path).description
  }

  /// Reads a description, and returns also the number of files that were loaded, and of the schemas that were read.
  func readCounting(_ path: String) throws -> (description: Description, files: Int, schemas: Int) {
    let store = DocumentStore(folder: RelativePath.folder(of: path), loading: loading)
    let builder = DescriptionBuilder(store, file: RelativePath.file(of: path))
    try builder.build()
    return (builder.description, builder.store.loadCount, builder.schemaCount)
  }
}

extension Description {
  /// Reads a description from the file system.
  ///
  /// - Throws: ``DescriptionError``.
  package static func reading(file path: String) throws -> Description { try DescriptionReader().read(path) }

  /// The schema of a key, at the end of its chain of references; nil if there is none.
  package func schema(for key: SchemaKey) -> Schema? {
    var key = key
    // A chain that is longer than the number of schemas has a cycle.
    for _ in 0...schemas.count {
      guard let named = schemas[key] else { return nil }
      guard case .reference(let next) = named.schema.kind else { return named.schema }
      key = next
    }
    return nil
  }

  /// The schema itself, or that at the end of its chain of references; nil if there is none.
  package func resolved(_ schema: Schema) -> Schema? {
    guard case .reference(let key) = schema.kind else { return schema }
    return self.schema(for: key)
  }
}
