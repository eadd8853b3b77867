import RefineryOpenAPI

extension TableImport {
  /// A file of the table: its path in the folder, and its text.
  package struct File: Sendable {
    package let path: String
    package let text: String
  }

  /// The Swift files: the namespace, one for each tag with its rows, and one for the models of each tag.
  package func files() -> [File] {
    var files = [File(path: "\(name).swift", text: namespace())]
    for group in groups { files.append(File(path: "\(group.name).swift", text: text(of: group))) }
    for (index, group) in groups.enumerated() {
      let own = used.filter { models[$0].groups == [index] }
      if !own.isEmpty { files.append(File(path: "\(group.name)+Models.swift", text: text(of: own))) }
    }
    let shared = used.filter { models[$0].groups.count > 1 }
    if !shared.isEmpty { files.append(File(path: "\(name)+Models.swift", text: text(of: shared))) }
    return files
  }

  private func head(_ source: inout SourceWriter, _ imports: [String]) {
    source.line(
      "// Written by `refinery import` from \(description.title.oneLine) \(description.version.oneLine). Do not edit it: import again."
    )
    source.line()
    for line in imports { source.line(line) }
    if !imports.isEmpty { source.line() }
  }

  /// The imports of a file with these types.
  private func imports(_ types: [SwiftType], hasForms: Bool = false) -> [String] {
    let access = options.access.modifier
    let leaves = Set(types.flatMap(\.leaves))
    var lines: [String] = []
    if !leaves.isDisjoint(with: [.date, .data, .decimal]) { lines.append("\(access)import FoundationEssentials") }
    lines.append("\(access)import RefineryCore")
    if !leaves.isDisjoint(with: [.form, .part]) {
      lines.append("\(access)import RefineryMultipart")
    } else if hasForms {
      lines.append("import RefineryMultipart")
    }
    return lines
  }

  private func namespace() -> String {
    var source = SourceWriter()
    head(&source, imports([]))
    let text =
      description.summary.map(DocumentationText.lines) ?? ["\(description.title.oneLine) \(description.version.oneLine)."]
    source.document(text + description.authenticationLines)
    source.block("\(options.access.modifier)enum \(name)") { source in
      if let server = description.servers.first {
        source.line("/// The base URL of its server.")
        if server.url.contains("{") { source.line("/// Give the client a URL with a value for each name in braces.") }
        source.line("\(options.access.modifier)static let baseURL = \(server.url.literal)")
        source.line()
      }
      source.line("/// All its rows.")
      source.call(
        "\(options.access.modifier)static let table = EndpointTable", name.literal, literal: groups.map { "\($0.name).self" })
    }
    return source.text
  }

  private func text(of group: Group) -> String {
    var body = SourceWriter()
    let writer = RowWriter(models, options)
    body.block("extension \(name)") { source in
      source.document(group.documentation.isEmpty ? ["\(group.tag.oneLine)."] : group.documentation)
      source.block("\(options.access.modifier)enum \(group.name): EndpointGroup") { source in
        source.list("\(options.access.modifier)static let customEndpoints: [Endpoint] = [", group.rows.map(\.constant), "]")
        if let errors = group.errors {
          let changes = writer.errors(errors)
          source.line()
          if changes.count == 1, source.fits("  public static let options = Options { \(changes[0]) }") {
            source.line("\(options.access.modifier)static let options = Options { \(changes[0]) }")
          } else {
            source.block("\(options.access.modifier)static let options = Options") { source in
              for change in changes { source.line(change) }
            }
          }
        }
        for row in group.rows {
          source.line()
          writer.write(row, errors: group.errors == nil, to: &source)
        }
      }
    }
    let types = group.rows.flatMap { row in row.arguments.map(\.type) + row.output.types }
    let hasForms = group.rows.contains { $0.arguments.contains { if case .part = $0.place { true } else { false } } }
    return withHead(body.text, imports(types, hasForms: hasForms))
  }

  private func text(of ids: [ModelID]) -> String {
    var body = SourceWriter()
    let writer = ModelWriter(models, options)
    let sorted = ids.sorted { models[$0].name < models[$1].name }
    body.block("extension \(name)") { source in
      for (index, id) in sorted.enumerated() {
        if index > 0 { source.line() }
        writer.write(id, to: &source)
      }
    }
    let declared = sorted.filter { models[$0].twin == nil }
    return withHead(body.text, declared.isEmpty ? [] : imports(declared.flatMap { models[$0].parts }))
  }

  private func withHead(_ body: String, _ imports: [String]) -> String {
    var source = SourceWriter()
    head(&source, imports)
    return source.text + body
  }
}

extension SwiftType {
  /// The types at the ends of lists and dictionaries.
  fileprivate var leaves: [SwiftType] {
    switch self {
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.leaves
    default: [self]
    }
  }
}

extension Row.Output {
  fileprivate var types: [SwiftType] {
    switch self {
    case .okay: []
    case .value(let type, _), .events(let type): [type]
    }
  }
}

extension String {
  /// The text without line ends.
  var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ").withoutControls }
}
