import FoundationEssentials
package import RefineryOpenAPI

/// Imports a description into a folder.
package struct ImportRun {
  /// The folder of the files.
  package var folder: String
  /// The options that were given; nil for those of the last import.
  package var options: ImportOptions?
  /// Whether a description that breaks its standard is refused.
  package var isStrict = false
  /// Whether nothing is written, and a difference is an error.
  package var onlyChecks = false

  package init(into folder: String) { self.folder = folder }

  /// What an import did.
  package struct Outcome {
    package let table: TableImport
    /// The files whose text is new, and those that were deleted.
    package let changed: [String]
    package let deleted: [String]
  }

  /// Reads the lock, plans the table, and writes what changed.
  ///
  /// - Throws: ``ImportError``.
  package func run(_ description: Description) throws(ImportError) -> Outcome {
    if isStrict, let fault = description.findings.first(where: { $0.kind == .fault }) {
      let count = description.findings.count { $0.kind == .fault }
      throw ImportError(
        description:
          "the description breaks its standard in \(count) \(count == 1 ? "place" : "places"); the first: \(fault.pointer): \(fault.reason)"
      )
    }
    let earlier = try ImportLock(in: folder)
    let table = try TableImport(description, options ?? earlier?.options ?? ImportOptions(), lock: earlier?.names ?? NameLock())
    var files = table.files()
    var lock = ImportLock()
    (lock.title, lock.version) = (description.title, description.version)
    lock.options = table.options
    lock.names = table.lock.merged()
    lock.files = files.map(\.path).sorted()
    files.append(TableImport.File(path: ImportLock.fileName, text: lock.text))
    // Of a later version of the description, `verify` tells what it changes.
    let imported = description.selecting(table.operations).compact
    files.append(TableImport.File(path: ImportLock.descriptionFileName, text: imported.linewise))
    let changed = files.filter { text(of: $0.path) != $0.text }
    let deleted = (earlier?.files ?? []).filter { name in !lock.files.contains(name) && text(of: name) != nil }
    if onlyChecks {
      let names = changed.map(\.path) + deleted
      guard names.isEmpty else {
        throw ImportError(description: "an import would change \(names.sorted().joined(separator: ", "))")
      }
    } else {
      let kept = earlier == nil ? [] : [ImportLock.fileName, ImportLock.descriptionFileName]
      try write(changed, deleting: deleted, own: (earlier?.files ?? []) + kept)
    }
    return Outcome(table: table, changed: changed.map(\.path), deleted: deleted)
  }

  private func text(of name: String) -> String? { try? String(contentsOf: URL(filePath: "\(folder)/\(name)"), encoding: .utf8) }

  private func write(_ files: [TableImport.File], deleting: [String], own: [String]) throws(ImportError) {
    let manager = FileManager.default
    if let name = files.first(where: { !own.contains($0.path) && text(of: $0.path) != nil })?.path {
      throw ImportError(
        description: "\(folder)/\(name) exists, and no import wrote it: choose an empty folder, or another --name")
    }
    do {
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for file in files {
        try Data(file.text.utf8).write(to: URL(filePath: "\(folder)/\(file.path)"), options: .atomic)
      }
      for name in deleting { try manager.removeItem(atPath: "\(folder)/\(name)") }
    } catch {
      throw ImportError(description: "\(folder) cannot be written: \(error)")
    }
  }
}
