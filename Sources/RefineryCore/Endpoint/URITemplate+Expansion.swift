extension URITemplate {
  /// Expands the template with values, exactly as RFC 6570 says: variables without a value are removed.
  ///
  /// For requests use ``target(_:)``, which keeps values within their segments.
  ///
  /// - Throws: ``Malformed``; ``Unsafe`` if the template takes a prefix of a list or a map (section 2.4.1).
  public func expand(_ values: PathValues) throws -> String {
    if let problem { throw problem }
    var writer = PlainWriter(template: text, output: "")
    for part in storage.parts {
      switch part {
      case .literal(let literal): writer.output += literal.text
      case .expression(let expression): try expression.write(values, to: &writer)
      }
    }
    return writer.output
  }
}

/// Receives the output of an expression. One writer only follows the RFC; the other also checks every value.
protocol ExpansionWriter {
  var template: String { get }
  var output: String { get set }
  /// Writes the text before the first value of an expression.
  mutating func open(_ expression: URITemplate.Expression) throws
  /// Writes a character of the template within an expression.
  mutating func punctuate(_ scalar: Unicode.Scalar, in expression: URITemplate.Expression) throws
  /// Writes a value, or a key of a map.
  mutating func write(_ value: String, of variable: URITemplate.Variable, in expression: URITemplate.Expression) throws
  /// Skips a variable without a value.
  mutating func skip(_ variable: URITemplate.Variable, in expression: URITemplate.Expression) throws
}

struct PlainWriter: ExpansionWriter {
  let template: String
  var output: String

  mutating func open(_ expression: URITemplate.Expression) {
    if let opening = expression.operation.opening { output.unicodeScalars.append(opening) }
  }

  mutating func punctuate(_ scalar: Unicode.Scalar, in expression: URITemplate.Expression) {
    output.unicodeScalars.append(scalar)
  }

  mutating func write(_ value: String, of variable: URITemplate.Variable, in expression: URITemplate.Expression) {
    let isOpen = expression.operation.allowsReserved
    output.append(percentEncoding: value, keeping: isOpen ? .unreservedAndReserved : .unreserved, keepsTriplets: isOpen)
  }

  func skip(_ variable: URITemplate.Variable, in expression: URITemplate.Expression) {}
}

extension URITemplate.Expression {
  /// The algorithm of RFC 6570 section 3.2.1.
  func write(_ values: PathValues, to writer: inout some ExpansionWriter) throws {
    var isFirst = true
    for variable in variables {
      let value = values[variable.name]
      guard value.isDefined else {
        try writer.skip(variable, in: self)
        continue
      }
      if isFirst { try writer.open(self) } else { try writer.punctuate(operation.separator, in: self) }
      isFirst = false
      try write(value, of: variable, to: &writer)
    }
  }

  private func write(_ value: PathValue, of variable: URITemplate.Variable, to writer: inout some ExpansionWriter) throws {
    if case .prefix = variable.modifier, !value.isText {
      throw URITemplate.Unsafe(template: writer.template, variable: variable.name, reason: .prefix)
    }
    switch (value, variable.modifier) {
    case (.text(let text), .prefix(let length)):
      try writeNamed(prefix(of: text, length), of: variable, to: &writer)
    case (.text(let text), _):
      try writeNamed(text, of: variable, to: &writer)
    case (.list(let items), .explode):
      for (index, item) in items.enumerated() {
        if index > 0 { try writer.punctuate(operation.separator, in: self) }
        try writeNamed(item, of: variable, to: &writer)
      }
    case (.map(let pairs), .explode):
      for (index, pair) in pairs.enumerated() {
        if index > 0 { try writer.punctuate(operation.separator, in: self) }
        try writer.write(pair.key, of: variable, in: self)
        guard !pair.value.isEmpty || operation.keepsEquals else { continue }
        try writer.punctuate("=", in: self)
        try writer.write(pair.value, of: variable, in: self)
      }
    case (.list(let items), _):
      try writeTogether(items, of: variable, to: &writer)
    case (.map(let pairs), _):
      try writeTogether(pairs.flatMap { [$0.key, $0.value] }, of: variable, to: &writer)
    case (.undefined, _):
      break
    }
  }

  private func writeNamed(_ text: String, of variable: URITemplate.Variable, to writer: inout some ExpansionWriter) throws {
    if operation.isNamed {
      writer.output += variable.name
      guard !text.isEmpty || operation.keepsEquals else { return try writer.write(text, of: variable, in: self) }
      try writer.punctuate("=", in: self)
    }
    try writer.write(text, of: variable, in: self)
  }

  private func writeTogether(
    _ items: [String], of variable: URITemplate.Variable, to writer: inout some ExpansionWriter
  ) throws {
    if operation.isNamed {
      writer.output += variable.name
      try writer.punctuate("=", in: self)
    }
    for (index, item) in items.enumerated() {
      if index > 0 { try writer.punctuate(",", in: self) }
      try writer.write(item, of: variable, in: self)
    }
  }

  /// Returns the first characters, counted in code points as in the RFC. If triplets are kept, the triplets of one code point
  /// count as one.
  private func prefix(of text: String, _ length: Int) -> String {
    guard text.utf8.count > length else { return text }
    guard operation.allowsReserved, text.utf8.contains(UInt8(ascii: "%")) else {
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
}
