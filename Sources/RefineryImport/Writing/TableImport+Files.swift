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
    source.line("// Written by `refinery import` from \(description.title.oneLine) \(description.version.oneLine). Do not edit it: import again.")
    source.line()
    for module in imports { source.line("\(options.access.modifier)import \(module)") }
    source.line()
  }

  private func namespace() -> String {
    var source = SourceWriter()
    head(&source, ["RefineryCore"])
    source.document(description.summary.map(DocumentationText.lines) ?? ["\(description.title.oneLine) \(description.version.oneLine)."])
    source.block("\(options.access.modifier)enum \(name)") { source in
      if let server = description.servers.first {
        source.line("/// The base URL of its server.")
        source.line("\(options.access.modifier)static let baseURL = \(server.url.literal)")
        source.line()
      }
      source.line("/// All its rows.")
      source.list(
        "\(options.access.modifier)static let table = EndpointTable(\(name.literal), [", groups.map { "\($0.name).self" }, "])")
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
        for row in group.rows {
          source.line()
          writer.write(row, to: &source)
        }
      }
    }
    return withHead(body.text)
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
    return withHead(body.text)
  }

  private func withHead(_ body: String) -> String {
    var source = SourceWriter()
    var imports: [String] = []
    if body.mentions(["Date", "Data", "Decimal"]) { imports.append("FoundationEssentials") }
    imports.append("RefineryCore")
    if body.mentions(["MultipartForm"]) { imports.append("RefineryMultipart") }
    head(&source, imports)
    return source.text + body
  }
}

extension String {
  /// The text without line ends.
  var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

  /// Whether code, and not a comment, has one of these words.
  fileprivate func mentions(_ words: Set<String>) -> Bool {
    for line in split(separator: "\n") {
      let line = line.drop(while: { $0 == " " })
      if line.hasPrefix("//") { continue }
      for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) where words.contains(String(word)) { return true }
    }
    return false
  }
}
