extension URITemplate {
  /// Expands the template with values, exactly as RFC 6570 says: variables without a value are removed.
  ///
  /// For requests use ``target(_:)``, which keeps values within their segments.
  ///
  /// - Throws: ``Malformed``; ``Unsafe`` if the template takes a prefix of a list or a map (section 2.4.1).
  package func expand(_ values: PathValues) throws -> String {
    if let problem { throw problem }
    var expansion = Expansion(of: text)
    for part in storage.parts { try expansion.write(part, values) }
    return expansion.output
  }
}

/// The text of the parts of a template with values: the algorithm of RFC 6570 section 3.2.1. For a target, it also refuses
/// values that are not allowed at their place, and begins the query once.
struct Expansion {
  /// A value in the path of a target, and where it is in the output, in UTF-8 bytes.
  struct PathPiece {
    let start: Int
    let end: Int
    let variable: String
  }

  let template: String
  let isTarget: Bool
  var output = ""
  private(set) var pathPieces: [PathPiece] = []
  private var hasQuery = false

  init(of template: String, isTarget: Bool = false) {
    self.template = template
    self.isTarget = isTarget
  }

  mutating func write(_ part: URITemplate.Part, _ values: PathValues) throws {
    switch part {
    case .literal(let literal):
      if isTarget, literal.region == .query {
        if literal.text.utf8.first != UInt8(ascii: "?") { beginQuery() }
        hasQuery = true
      }
      output += literal.text
    case .expression(let expression):
      try write(expression, values)
    }
  }

  private mutating func write(_ expression: URITemplate.Expression, _ values: PathValues) throws {
    var isFirst = true
    for variable in expression.variables {
      let value = values[variable.name]
      guard value.isDefined else {
        if isTarget, expression.region <= .path { throw fault(.missing, variable.name) }
        continue
      }
      if isFirst { open(expression) } else { punctuate(expression.operation.separator, in: expression) }
      isFirst = false
      try write(value, of: variable, in: expression)
    }
  }

  /// Writes the text before the first value of an expression.
  private mutating func open(_ expression: URITemplate.Expression) {
    if isTarget, expression.operation.begins == .query {
      separatePairs()
    } else if let opening = expression.operation.opening {
      punctuate(opening, in: expression)
    }
  }

  /// Writes a character of the template within an expression.
  private mutating func punctuate(_ scalar: Unicode.Scalar, in expression: URITemplate.Expression) {
    if isTarget, expression.region == .query { beginQuery() }
    output.unicodeScalars.append(scalar)
  }

  private mutating func write(
    _ value: PathValue, of variable: URITemplate.Variable, in expression: URITemplate.Expression
  ) throws {
    if case .prefix = variable.modifier, !value.isText { throw fault(.prefix, variable.name) }
    let operation = expression.operation
    switch (value, variable.modifier) {
    case (.text(let text), .prefix(let length)):
      try writeNamed(prefix(of: text, length, in: expression), of: variable, in: expression)
    case (.text(let text), _):
      try writeNamed(text, of: variable, in: expression)
    case (.list(let items), .explode):
      for (index, item) in items.enumerated() {
        if index > 0 { punctuate(operation.separator, in: expression) }
        try writeNamed(item, of: variable, in: expression)
      }
    case (.map(let pairs), .explode):
      for (index, pair) in pairs.enumerated() {
        if index > 0 { punctuate(operation.separator, in: expression) }
        try write(pair.key, of: variable, in: expression)
        guard !pair.value.isEmpty || operation.keepsEquals else { continue }
        punctuate("=", in: expression)
        try write(pair.value, of: variable, in: expression)
      }
    case (.list(let items), _):
      try writeTogether(items, of: variable, in: expression)
    case (.map(let pairs), _):
      try writeTogether(pairs.flatMap { [$0.key, $0.value] }, of: variable, in: expression)
    case (.undefined, _):
      break
    }
  }

  private mutating func writeNamed(
    _ text: String, of variable: URITemplate.Variable, in expression: URITemplate.Expression
  ) throws {
    if expression.operation.isNamed {
      output += variable.name
      guard !text.isEmpty || expression.operation.keepsEquals else { return try write(text, of: variable, in: expression) }
      punctuate("=", in: expression)
    }
    try write(text, of: variable, in: expression)
  }

  private mutating func writeTogether(
    _ items: [String], of variable: URITemplate.Variable, in expression: URITemplate.Expression
  ) throws {
    if expression.operation.isNamed {
      output += variable.name
      punctuate("=", in: expression)
    }
    for (index, item) in items.enumerated() {
      if index > 0 { punctuate(",", in: expression) }
      try write(item, of: variable, in: expression)
    }
  }

  /// Returns the first characters, counted in code points as in the RFC. If triplets are kept, the triplets of one code point
  /// count as one.
  private func prefix(of text: String, _ length: Int, in expression: URITemplate.Expression) -> String {
    guard text.utf8.count > length else { return text }
    guard expression.operation.allowsReserved, text.utf8.contains(UInt8(ascii: "%")) else {
      return String(text.unicodeScalars.prefix(length))
    }
    var taken = 0
    var count = 0
    for octet in Octets(text) {
      if octet.byte & 0xC0 != 0x80 { count += 1 }
      if count > length { break }
      taken += octet.digits == nil ? 1 : 3
    }
    return String(decoding: text.utf8.prefix(taken), as: UTF8.self)
  }

  /// Writes one text: a value, an element of a list, or a key or value of a map.
  private mutating func write(
    _ text: String, of variable: URITemplate.Variable, in expression: URITemplate.Expression
  ) throws {
    let isOpen = expression.operation.allowsReserved
    if isTarget { try prepare(for: text, of: variable, in: expression) }
    let start = output.utf8.count
    output.append(percentEncoding: text, keeping: isOpen ? .unreservedAndReserved : .unreserved, keepsTriplets: isOpen)
    if isTarget, expression.region == .path {
      pathPieces.append(PathPiece(start: start, end: output.utf8.count, variable: variable.name))
    }
  }

  /// Refuses a text that is not allowed in its part of a target. In the query, begins it.
  private mutating func prepare(
    for text: String, of variable: URITemplate.Variable, in expression: URITemplate.Expression
  ) throws(URITemplate.Unsafe) {
    let isOpen = expression.operation.allowsReserved
    switch expression.region {
    case .authority:
      guard !text.isEmpty else { throw fault(.empty, variable.name) }
      let allowed: ByteSet = isOpen ? .unreservedAndPort : .unreserved
      guard allowed.containsAll(of: text) else { throw fault(.authority, variable.name) }
    case .path:
      guard !text.isEmpty else { throw fault(.empty, variable.name) }
    case .query:
      if isOpen, text.utf8.contains(UInt8(ascii: "#")) { throw fault(.delimiter, variable.name) }
      beginQuery()
    case .fragment:
      break
    }
  }

  func fault(_ reason: URITemplate.Unsafe.Reason, _ variable: String) -> URITemplate.Unsafe {
    URITemplate.Unsafe(template: template, variable: variable, reason: reason)
  }

  private mutating func beginQuery() {
    if !hasQuery { output += "?" }
    hasQuery = true
  }

  private mutating func separatePairs() {
    guard hasQuery else { return beginQuery() }
    guard let last = output.utf8.last, last != UInt8(ascii: "?"), last != UInt8(ascii: "&") else { return }
    output += "&"
  }
}
