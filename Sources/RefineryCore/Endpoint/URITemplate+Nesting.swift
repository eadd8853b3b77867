extension URITemplate {
  /// The template of a child behind this one, which addresses the parent: joined as by ``appending(_:)``.
  ///
  /// What this template says in its query goes behind the child's query, but for names that the child's query has itself.
  /// An absolute child stands for itself.
  func nesting(_ child: URITemplate) -> URITemplate {
    guard !child.isAbsolute else { return child }
    guard problem == nil else { return appending(child) }
    return leavingOut(Set(QueryPieces(child).names)).appending(child)
  }

  /// The same template with other names for some of its variables.
  func renaming(_ names: [String: String]) -> URITemplate {
    guard problem == nil, variables.contains(where: { names[$0] != nil }) else { return self }
    return URITemplate(storage: Storage(storage.parts.map { $0.text(renaming: names) }.joined()))
  }

  /// The same template without these names in its query.
  private func leavingOut(_ names: Set<String>) -> URITemplate {
    guard storage.queryStart < text.utf8.count else { return self }
    let pieces = QueryPieces(self)
    let pairs = pieces.pairs.filter { !names.contains($0.name) }.map(\.text).joined(separator: "&")
    let variables = pieces.variables.filter { !names.contains($0.name) }.map { $0.text(renaming: [:]) }.joined(separator: ",")
    var text = storage.parts.prefix { $0.region < .query }.map { $0.text(renaming: [:]) }.joined()
    if !pairs.isEmpty { text += "?\(pairs)" }
    if !variables.isEmpty { text += "{\(pairs.isEmpty ? "?" : "&")\(variables)}" }
    return URITemplate(storage: Storage(text))
  }
}

/// The query of a template, piece by piece.
private struct QueryPieces {
  /// `a=b` and `a={b}`, as they are written.
  private(set) var pairs: [(name: String, text: String)] = []
  /// The variables of `{?a,b}` and `{&a,b}`.
  private(set) var variables: [URITemplate.Variable] = []

  var names: [String] { pairs.map(\.name) + variables.map(\.name) }

  init(_ template: URITemplate) {
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
        variables += expression.variables
      case .expression:
        open += part.text(renaming: [:])
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
    case .literal(let literal): literal.text
    case .expression(let expression):
      "{\(expression.operation.symbol)\(expression.variables.map { $0.text(renaming: names) }.joined(separator: ","))}"
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
