import FoundationEssentials
import RefineryJSON

/// What an import leaves in its folder for the next one: `.refinery-import.json`. It belongs into version control.
package struct ImportLock: Equatable {
  static let fileName = ".refinery-import.json"
  /// The description that was imported, without texts and examples, for `refinery verify`.
  package static let descriptionFileName = ".refinery-import.description.json"

  /// The title and the version of the description, for readers.
  var title = ""
  var version = ""
  var options = ImportOptions()
  var names = NameLock()
  /// The files that the import wrote, which a later one may delete.
  var files: [String] = []

  init() {}

  /// Reads the lock of a folder. Nil if it has none.
  init?(in folder: String) throws(ImportError) {
    guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(Self.fileName)")) else { return nil }
    let json = try? JSONValue(parsing: data)
    let names = json?["names"]?.object
    let files = json?["files"]?.array ?? []
    // What is not a name would break the source, and what is not a file of the folder must not be deleted.
    guard let json, json["format"]?.int == 1, let names, names.allSatisfy({ $0.value.string?.isName == true }),
      files.allSatisfy({ $0.string?.hasSuffix(".swift") == true && $0.string?.contains("/") == false })
    else {
      throw ImportError(
        description: "\(folder)/\(Self.fileName) cannot be read: take it from version control, or delete the files of the "
          + "import to give new names")
    }
    title = json["title"]?.string ?? ""
    version = json["version"]?.string ?? ""
    options = ImportOptions(json["options"])
    self.names = NameLock(Dictionary(names.map { ($0.key, $0.value.string ?? "") }) { first, _ in first })
    self.files = files.compactMap(\.string)
  }

  /// The lock as JSON: one name a line, sorted, so that changes are easy to read.
  var text: String {
    var lines = ["{", "  \"format\": 1,"]
    func add(_ name: String, _ value: JSONValue) { lines.append("  \(JSONValue.string(name)): \(value),") }
    add("title", .string(title))
    add("version", .string(version))
    add("options", options.json)
    add("files", .array(files.map { .string($0) }))
    lines.append("  \"names\": {")
    let sorted = names.names.sorted { $0.key < $1.key }
    for (index, name) in sorted.enumerated() {
      let comma = index + 1 < sorted.count ? "," : ""
      lines.append("    \(JSONValue.string(name.key)): \(JSONValue.string(name.value))\(comma)")
    }
    return (lines + ["  }", "}", ""]).joined(separator: "\n")
  }
}

extension ImportOptions {
  init(_ json: JSONValue?) {
    self.init()
    name = json?["name"]?.string
    access = json?["access"]?.string.flatMap(Access.init) ?? .public
    only = json?["only"]?.array?.compactMap(\.string) ?? []
    without = json?["without"]?.array?.compactMap(\.string) ?? []
    hashable = json?["hashable"]?.bool ?? false
    keepsUnknownMembers = json?["unknownMembers"]?.bool ?? false
  }

  var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    if let name { members.append(("name", .string(name))) }
    if access != .public { members.append(("access", .string(access.rawValue))) }
    if !only.isEmpty { members.append(("only", .array(only.map { .string($0) }))) }
    if !without.isEmpty { members.append(("without", .array(without.map { .string($0) }))) }
    if hashable { members.append(("hashable", true)) }
    if keepsUnknownMembers { members.append(("unknownMembers", true)) }
    return .object(members)
  }
}

extension JSONValue {
  /// The document with a line for each path and each component, so that changes are easy to read.
  var linewise: String {
    guard let members = object else { return "\(self)\n" }
    return "{\n"
      + members.map { "\(JSONValue.string($0.key)): \($0.value.lines(depth: $0.key == "components" ? 2 : 1))" }
      .joined(separator: ",\n") + "\n}\n"
  }

  private func lines(depth: Int) -> String {
    guard depth > 0, let members = object, !members.isEmpty else { return "\(self)" }
    return "{\n" + members.map { "\(JSONValue.string($0.key)): \($0.value.lines(depth: depth - 1))" }.joined(separator: ",\n")
      + "\n}"
  }
}
