extension Resource {
  /// Returns the parameters of a row with this path: those that the path has, and those that no row of the model has, so that
  /// the table reports them.
  static func parameters(of path: URITemplate) -> [String] {
    guard parameters.contains(where: { !path.uses($0) }) else { return parameters }
    let paths = paths
    return parameters.filter { name in path.uses(name) || !paths.contains { $0.uses(name) } }
  }

  /// The paths that the model declares for its rows.
  private static var paths: [URITemplate] {
    let own: [Any?] = [
      path, itemPath, (Self.self as? any Creatable.Type)?.createPath, (Self.self as? any Readable.Type)?.readPath,
      (Self.self as? any Updatable.Type)?.updatePath, (Self.self as? any Patchable.Type)?.patchPath,
      (Self.self as? any Deletable.Type)?.deletePath, (Self.self as? any Enumerable.Type)?.enumeratePath,
    ]
    return own.compactMap { $0 as? URITemplate }
  }
}
