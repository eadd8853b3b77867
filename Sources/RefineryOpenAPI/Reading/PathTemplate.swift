/// A path with variables in braces.
struct PathTemplate {
  /// The names of the variables in order, each once.
  private(set) var variables: [String] = []
  /// The same, without their order.
  private(set) var names: Set<String> = []
  /// Those behind a question mark.
  private(set) var queryVariables: Set<String> = []
  /// Those that the path has more than once.
  private(set) var repeated: Set<String> = []
  /// The path with the same name for all variables.
  private(set) var shape = ""

  init(_ path: String) {
    var rest = Substring(path)
    var isQuery = false
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      isQuery = isQuery || rest[..<open].contains("?")
      shape += rest[..<open] + "{}"
      if isQuery { queryVariables.insert(name) }
      if names.insert(name).inserted { variables.append(name) } else { repeated.insert(name) }
      rest = rest[rest.index(after: close)...]
    }
    shape += rest
  }
}
