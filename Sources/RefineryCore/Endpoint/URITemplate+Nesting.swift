extension URITemplate {
  /// Appends the template of a child to this template, which addresses the parent. Exactly one slash joins them.
  ///
  /// The query of this template is appended to the child's, except names that the child has itself. An absolute child replaces
  /// this template.
  ///
  /// - Parameter names: new names of some of this template's variables. They do not change what the server sees.
  func nesting(_ child: URITemplate, renaming names: [String: String]) -> URITemplate {
    guard !child.isLocation else { return child.mapLocation { nesting($0, renaming: names) } }
    guard !child.isAbsolute, !isLocation, problem == nil, child.problem == nil else { return appending(child) }
    let path = URITemplate(storage: Storage(pathText(renaming: names)))
    guard storage.queryStart < storage.fragmentStart else { return path.appending(child) }
    let (outer, inner) = (QueryPieces(self, renaming: names), QueryPieces(child, renaming: [:]))
    let taken = Set(inner.names)
    let pairs = inner.pairs + outer.pairs.filter { !taken.contains($0.name) }
    let variables = inner.variables + outer.variables.filter { !taken.contains($0.name) }
    let childPath = URITemplate(storage: Storage(child.pathText(renaming: [:])))
    var text = path.appending(childPath).text
    // Pairs come first. They are always written, so the variables after them continue a query.
    if !pairs.isEmpty { text += "?\(pairs.map(\.text).joined(separator: "&"))" }
    if !variables.isEmpty {
      text += "{\(pairs.isEmpty ? "?" : "&")\(variables.map { $0.text(renaming: [:]) }.joined(separator: ","))}"
    }
    return URITemplate(storage: Storage(text))
  }

  private func pathText(renaming names: [String: String]) -> String {
    storage.parts.prefix { $0.region < .query }.map { $0.text(renaming: names) }.joined()
  }
}

/// The query of a template, split into its parts.
private struct QueryPieces {
  /// `a=b` and `a={b}`, as written.
  private(set) var pairs: [(name: String, text: String)] = []
  /// The variables of `{?a,b}` and `{&a,b}`.
  private(set) var variables: [URITemplate.Variable] = []

  var names: [String] { pairs.map(\.name) + variables.map(\.name) }

  init(_ template: URITemplate, renaming names: [String: String]) {
    var open = ""
    for part in template.storage.parts where part.region == .query {
      switch part {
      case .literal(let literal):
        let isFirst = pairs.isEmpty && variables.isEmpty && open.isEmpty
        for character in isFirst && literal.text.first == "?" ? literal.text.dropFirst() : literal.text[...] {
          if character == "&" { close(&open) } else { open.append(character) }
        }
      case .expression(let expression) where expression.operation.begins == .query:
        close(&open)
        // The server reads the name of such a variable, so a renamed variable needs a pair.
        pairs += expression.variables.compactMap { variable in
          names[variable.name].map { _ in (variable.name, "\(variable.name)={\(variable.text(renaming: names))}") }
        }
        variables += expression.variables.filter { names[$0.name] == nil }
      case .expression:
        open += part.text(renaming: names)
      }
    }
    close(&open)
  }

  private mutating func close(_ open: inout String) {
    if !open.isEmpty { pairs.append((String(open.prefix { $0 != "=" }), open)) }
    open = ""
  }
}

extension URITemplate.Part {
  fileprivate func text(renaming names: [String: String]) -> String {
    switch self {
    case .literal(let literal):
      return literal.text
    case .expression(let expression):
      let symbol = expression.operation.symbol
      // `{;rev}` writes its name in the same way as `{?rev}`.
      if expression.operation == .parameter, expression.variables.contains(where: { names[$0.name] != nil }) {
        return expression.variables.map { variable in
          let text = variable.text(renaming: names)
          return names[variable.name] == nil ? "{;\(text)}" : ";\(variable.name)={\(text)}"
        }.joined()
      }
      return "{\(symbol)\(expression.variables.map { $0.text(renaming: names) }.joined(separator: ","))}"
    }
  }
}

extension URITemplate.Variable {
  fileprivate func text(renaming names: [String: String]) -> String {
    let name = names[name] ?? name
    return switch modifier {
    case .none: name
    case .explode: "\(name)*"
    case .prefix(let length): "\(name):\(length)"
    }
  }
}

extension URITemplate.Operator {
  /// The operator as it is written in a template.
  fileprivate var symbol: String { self == .reserved ? "+" : opening.map { String($0) } ?? "" }
}
