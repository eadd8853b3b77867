extension URITemplate {
  /// The template of a child behind this one, which addresses the parent, with exactly one slash at the joint.
  ///
  /// What this template says in its query goes behind what the child's says there, but for names that the child has itself.
  /// An absolute child stands for itself.
  ///
  /// - Parameter names: other names for some of this template's variables. What the server sees is not changed by them.
  func nesting(_ child: URITemplate, renaming names: [String: String]) -> URITemplate {
    guard !child.isAbsolute, problem == nil, child.problem == nil else { return appending(child) }
    let path = URITemplate(storage: Storage(pathText(renaming: names)))
    guard storage.queryStart < storage.fragmentStart else { return path.appending(child) }
    let (outer, inner) = (QueryPieces(self, renaming: names), QueryPieces(child, renaming: [:]))
    let taken = Set(inner.names)
    let pairs = inner.pairs + outer.pairs.filter { !taken.contains($0.name) }
    let variables = inner.variables + outer.variables.filter { !taken.contains($0.name) }
    let childPath = URITemplate(storage: Storage(child.pathText(renaming: [:])))
    var text = path.appending(childPath).text
    // Pairs first: they are there whatever the values are, so that what follows continues a query.
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

/// The query of a template, piece by piece.
private struct QueryPieces {
  /// `a=b` and `a={b}`, as they are written.
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
        // The name of such a variable is what the server reads, so another name for it needs a pair.
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
  fileprivate var region: URITemplate.Region {
    switch self {
    case .literal(let literal): literal.region
    case .expression(let expression): expression.region
    }
  }

  fileprivate func text(renaming names: [String: String]) -> String {
    switch self {
    case .literal(let literal):
      return literal.text
    case .expression(let expression):
      let symbol = expression.operation.symbol
      // `{;rev}` writes its name as `{?rev}` does.
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
  /// How it is written in a template.
  fileprivate var symbol: String { self == .reserved ? "+" : opening.map { String($0) } ?? "" }
}
