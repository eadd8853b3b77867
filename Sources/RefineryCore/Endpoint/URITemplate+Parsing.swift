extension URITemplate {
  /// Parses a template from left to right. Each part belongs to one region of the URL.
  struct Parser {
    private let text: String
    private let scalars: String.UnicodeScalarView
    private var index: String.Index
    private var region: Region
    private var literal = ""

    let schemeLength: Int
    private(set) var parts: [Part] = []
    private(set) var queryStart: Int?
    private(set) var fragmentStart: Int?

    init(_ text: String) {
      self.text = text
      scalars = text.unicodeScalars
      index = scalars.startIndex
      schemeLength = Self.schemeLength(of: text)
      region = schemeLength > 0 ? .authority : .path
    }

    private static func schemeLength(of text: String) -> Int {
      let start = text.utf8.prefix(8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      for scheme in ["http://", "https://"] where start.starts(with: scheme.utf8) { return scheme.utf8.count }
      return 0
    }

    mutating func parse() throws(Malformed) {
      takeScheme()
      while index < scalars.endIndex {
        switch scalars[index] {
        case "{": try takeExpression()
        case "<": try takePlaceholder()
        case "%": try takeTriplet()
        default: try takeLiteral()
        }
      }
      flush()
    }

    private mutating func takeScheme() {
      for _ in 0..<schemeLength { advance() }
    }

    // MARK: Literals

    private mutating func takeLiteral() throws(Malformed) {
      let scalar = scalars[index]
      switch scalar {
      case "}": throw fault("\"}\" has no matching \"{\"")
      case ">": throw fault("\">\" does not close a placeholder; a placeholder is {name} or <name>")
      case "/" where region == .authority: enter(.path)
      case "?": enter(.query)
      case "#": enter(.fragment)
      default: break
      }
      guard scalar.isTemplateLiteral else { throw fault("\(Self.name(of: scalar)) must be percent-encoded here") }
      advance()
    }

    private mutating func takeTriplet() throws(Malformed) {
      guard isTriplet(at: index, before: scalars.endIndex) else {
        throw fault("\"%\" is not followed by two hexadecimal digits")
      }
      for _ in 0..<3 { advance() }
    }

    private mutating func advance() {
      let scalar = scalars[index]
      if scalar.isASCII {
        literal.unicodeScalars.append(scalar)
      } else {
        literal.append(percentEncoding: String(scalar), keeping: .unreserved)
      }
      scalars.formIndex(after: &index)
    }

    private mutating func flush() {
      guard !literal.isEmpty else { return }
      parts.append(.literal(Literal(text: literal, region: region)))
      literal = ""
    }

    /// The first `?` ends the path, and the first `#` ends the query; a `?` in the fragment has no effect.
    private mutating func enter(_ next: Region) {
      guard next > region else { return }
      flush()
      region = next
      if next == .query { queryStart = offset(of: index) }
      if next == .fragment { fragmentStart = offset(of: index) }
    }

    // MARK: Expressions

    private mutating func takePlaceholder() throws(Malformed) {
      let name = scalars[scalars.index(after: index)...].prefix { $0.isASCIILetterOrDigit || $0 == "_" }
      guard let first = name.first, !first.isASCIIDigit, name.endIndex < scalars.endIndex, scalars[name.endIndex] == ">" else {
        throw fault("\"<\" does not open a placeholder; write {name} or <name>")
      }
      append(.simple, [Variable(name: String(name), modifier: .none)])
      index = scalars.index(after: name.endIndex)
    }

    private mutating func takeExpression() throws(Malformed) {
      let body = scalars[scalars.index(after: index)...].prefix { $0 != "}" && $0 != "{" }
      let end = body.endIndex
      guard end < scalars.endIndex else { throw fault("\"{\" is not closed") }
      guard scalars[end] == "}" else { throw fault("\"{\" inside an expression", at: end) }
      guard let first = body.first else { throw fault("the expression is empty") }
      guard !"=,!@|".unicodeScalars.contains(first) else {
        throw fault("operator \"\(first)\" is reserved by RFC 6570", at: body.startIndex)
      }
      let operation = Operator(first)
      var cursor = operation == nil ? body.startIndex : scalars.index(after: body.startIndex)
      var variables = [try variable(at: &cursor, before: end)]
      while cursor < end {
        scalars.formIndex(after: &cursor)
        variables.append(try variable(at: &cursor, before: end))
      }
      if let next = operation?.begins { enter(next) }
      append(operation ?? .simple, variables)
      index = scalars.index(after: end)
    }

    private mutating func append(_ operation: Operator, _ variables: [Variable]) {
      flush()
      parts.append(.expression(Expression(operation: operation, variables: variables, region: region)))
    }

    /// Parses `name`, `name*` or `name:9`; leaves the cursor at the comma after it or at the end.
    private func variable(at cursor: inout String.Index, before end: String.Index) throws(Malformed) -> Variable {
      let name = try name(at: &cursor, before: end)
      guard cursor < end else { return Variable(name: name, modifier: .none) }
      var modifier = Variable.Modifier.none
      switch scalars[cursor] {
      case "*":
        scalars.formIndex(after: &cursor)
        modifier = .explode
      case ":":
        modifier = .prefix(try prefixLength(at: &cursor, before: end))
      default: break
      }
      guard cursor == end || scalars[cursor] == "," else {
        throw fault("\(Self.name(of: scalars[cursor])) is not allowed in a variable", at: cursor)
      }
      return Variable(name: name, modifier: modifier)
    }

    private func name(at cursor: inout String.Index, before end: String.Index) throws(Malformed) -> String {
      let start = cursor
      var mayTakeDot = false
      while cursor < end {
        switch scalars[cursor] {
        case ".":
          guard mayTakeDot else { throw fault("a part of the variable name is missing before \".\"", at: cursor) }
          mayTakeDot = false
        case "%":
          guard isTriplet(at: cursor, before: end) else {
            throw fault("\"%\" is not followed by two hexadecimal digits", at: cursor)
          }
          scalars.formIndex(&cursor, offsetBy: 2)
          mayTakeDot = true
        case let scalar where scalar.isASCIILetterOrDigit || scalar == "_":
          mayTakeDot = true
        case ",", "*", ":":
          return try finish(start..<cursor, isWhole: mayTakeDot)
        case let scalar:
          throw fault("\(Self.name(of: scalar)) is not allowed in a variable", at: cursor)
        }
        scalars.formIndex(after: &cursor)
      }
      return try finish(start..<cursor, isWhole: mayTakeDot)
    }

    private func finish(_ range: Range<String.Index>, isWhole: Bool) throws(Malformed) -> String {
      guard isWhole else { throw fault("a variable name is missing", at: range.upperBound) }
      return String(scalars[range])
    }

    private func prefixLength(at cursor: inout String.Index, before end: String.Index) throws(Malformed) -> Int {
      let start = scalars.index(after: cursor)
      let digits = scalars[start..<end].prefix { $0.isASCIIDigit }
      guard digits.first != "0", digits.count <= 4, let length = Int(String(digits)) else {
        throw fault("a prefix length is a number from 1 to 9999", at: start)
      }
      cursor = digits.endIndex
      return length
    }

    // MARK: Helpers

    private func isTriplet(at index: String.Index, before end: String.Index) -> Bool {
      let digits = scalars[index..<end].dropFirst().prefix(2)
      return digits.count == 2 && digits.allSatisfy(\.properties.isASCIIHexDigit)
    }

    private func offset(of index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

    private func fault(_ reason: String, at place: String.Index? = nil) -> Malformed {
      Malformed(template: text, position: offset(of: place ?? index), reason: reason)
    }

    private static func name(of scalar: Unicode.Scalar) -> String {
      if (0x21...0x7E).contains(scalar.value) { return "\"\(scalar)\"" }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(value) }

  fileprivate var isASCIILetterOrDigit: Bool {
    isASCIIDigit || (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value)
  }

  /// Whether it may occur in a literal (RFC 6570 section 2.1, with its erratum 6937, which permits `'`).
  fileprivate var isTemplateLiteral: Bool {
    switch value {
    case 0...0x20, 0x22, 0x25, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F...0x9F: false
    case 0xFDD0...0xFDEF, 0xFFF0...0xFFFF, 0xE0000...0xE0FFF: false
    default: value & 0xFFFE != 0xFFFE
    }
  }
}
