extension URITemplate {
  /// Expands the template for a request's target; each value stays within its place.
  ///
  /// Before the query, every variable needs a value. A value must not be empty, contain a control character or add a segment.
  /// No segment may be `.` or `..`, also after decoding. Reserved expansion (`{+path}`) may add other segments. Query variables
  /// may be empty or missing. The query starts with one `?`, whichever of its parts is first. A fragment is dropped.
  ///
  /// - Throws: ``Malformed``; ``Unsafe`` with the variable's name, but never its value.
  public func target(_ values: PathValues) throws -> String {
    var target = ""
    try appendTarget(values, to: &target)
    return target
  }

  /// Appends the target to a base path such as `/api`, with exactly one slash between them, or to an empty string.
  ///
  /// If this throws, `string` keeps its content. For an absolute template, `string` must be empty.
  func appendTarget(_ values: PathValues, to string: inout String) throws {
    if let problem { throw problem }
    if appendPlain(values, to: &string) { return }
    let mark = string.utf8.count
    var writer = TargetWriter(template: text, base: &string)
    writer.output.reserveCapacity(mark + storage.literalLength + values.expectedLength)
    defer { swap(&string, &writer.output) }
    do {
      for part in storage.parts {
        switch part {
        case .literal(let literal) where literal.region < .fragment: try writer.write(literal)
        case .expression(let expression) where expression.region < .fragment: try expression.write(values, to: &writer)
        default: break
        }
      }
      try writer.finish()
    } catch {
      writer.output.removeSubrange(writer.output.utf8.index(writer.output.startIndex, offsetBy: mark)...)
      throw error
    }
  }
}

/// Writes a target, and checks that values do not change its structure.
struct TargetWriter: ExpansionWriter {
  /// The kind of the last byte of the path.
  private enum End { case start, slashOfTemplate, slashOfValue, other }
  /// What is needed between a base and the first byte of the path.
  private enum Joint { case done, needsSlash, hasSlash }

  let template: String
  var output = ""
  private var joint = Joint.done
  private var end = End.start
  private var component = URITemplate.Component()
  /// The variable whose value is the last in the open component.
  private var author: String?
  private var hasQuery = false

  /// Takes the text out of `base`, without a copy. The caller puts the output back.
  init(template: String, base: inout String) {
    self.template = template
    swap(&output, &base)
    if let last = output.utf8.last { joint = last == UInt8(ascii: "/") ? .hasSlash : .needsSlash }
  }

  // MARK: Literals

  mutating func write(_ literal: URITemplate.Literal) throws {
    switch literal.region {
    case .path:
      let startsWithSlash = literal.text.utf8.first == UInt8(ascii: "/")
      if startsWithSlash { try refuseEmptySegment() }
      let isTaken = join(startsWithSlash: startsWithSlash)
      component.add(literal.head)
      if let tail = literal.tail {
        try close()
        component = tail
      }
      end = literal.text.utf8.last == UInt8(ascii: "/") ? .slashOfTemplate : .other
      output += isTaken ? String(literal.text.unicodeScalars.dropFirst()) : literal.text
    case .query:
      if literal.text.utf8.first != UInt8(ascii: "?") { beginQuery() }
      hasQuery = true
      output += literal.text
    case .authority:
      output += literal.text
    case .fragment:
      break
    }
  }

  mutating func open(_ expression: URITemplate.Expression) throws {
    guard expression.operation.begins != .query else { return separatePairs() }
    if let opening = expression.operation.opening { try punctuate(opening, in: expression) }
  }

  mutating func punctuate(_ scalar: Unicode.Scalar, in expression: URITemplate.Expression) throws {
    switch expression.region {
    case .path:
      let isSlash = scalar == "/"
      if isSlash { try refuseEmptySegment() }
      let isTaken = join(startsWithSlash: isSlash)
      try absorb(UInt8(ascii: scalar))
      end = isSlash ? .slashOfTemplate : .other
      if isTaken { return }
    case .query:
      beginQuery()
    case .authority, .fragment:
      break
    }
    output.unicodeScalars.append(scalar)
  }

  func skip(_ variable: URITemplate.Variable, in expression: URITemplate.Expression) throws {
    if expression.region <= .path { throw fault(.missing, variable.name) }
  }

  // MARK: Values

  mutating func write(_ value: String, of variable: URITemplate.Variable, in expression: URITemplate.Expression) throws {
    let isOpen = expression.operation.allowsReserved
    var value = value
    switch expression.region {
    case .path:
      guard !value.isEmpty else { throw fault(.empty, variable.name) }
      author = variable.name
      let startsWithSlash = isOpen && value.utf8.first == UInt8(ascii: "/")
      let isTaken = join(startsWithSlash: startsWithSlash)
      if isOpen { try watch(reserved: value) } else { try watch(simple: value) }
      if isTaken { value.unicodeScalars.removeFirst() }
    case .query:
      if isOpen, value.utf8.contains(UInt8(ascii: "#")) { throw fault(.delimiter, variable.name) }
      beginQuery()
    case .authority:
      guard !value.isEmpty else { throw fault(.empty, variable.name) }
      let allowed: ByteSet = isOpen ? .unreservedAndPort : .unreserved
      guard allowed.containsAll(of: value) else { throw fault(.authority, variable.name) }
    case .fragment:
      return
    }
    output.append(percentEncoding: value, keeping: isOpen ? .unreservedAndReserved : .unreserved, keepsTriplets: isOpen)
  }

  private mutating func watch(simple value: String) throws {
    var previous: UInt8 = 0
    for byte in value.utf8 {
      try refuseControl(byte, after: previous)
      try absorb(byte)
      previous = byte
    }
    end = .other
  }

  private mutating func watch(reserved value: String) throws {
    var previous: UInt8 = 0
    for octet in Octets(value) {
      try refuseControl(octet.byte, after: previous)
      try absorb(octet.byte)
      previous = octet.byte
      guard octet.digits == nil else {
        end = .other
        continue
      }
      switch octet.byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"):
        throw fault(.delimiter, author)
      case UInt8(ascii: "/"):
        guard end == .start || end == .other else { throw fault(.emptySegment, author) }
        end = .slashOfValue
      default:
        end = .other
      }
    }
  }

  // MARK: Checks

  /// Checks the end of the path: a value must not have left a dot segment.
  mutating func finish() throws {
    try refuseEmptySegment()
    try close()
  }

  private mutating func absorb(_ byte: UInt8) throws {
    guard component.absorb(byte) else { return }
    let name = author
    try close()
    // The value that ended the component continues in the next one.
    author = name
  }

  private mutating func close() throws {
    if component.isDots, let author { throw fault(.dotSegment, author) }
    component = URITemplate.Component()
    author = nil
  }

  private func refuseEmptySegment() throws {
    if end == .slashOfValue { throw fault(.emptySegment, author) }
  }

  private func refuseControl(_ byte: UInt8, after previous: UInt8) throws {
    let isC1 = previous == 0xC2 && (0x80...0x9F).contains(byte)
    if byte < 0x20 || byte == 0x7F || isC1 { throw fault(.controlCharacter, author) }
  }

  private func fault(_ reason: URITemplate.Unsafe.Reason, _ variable: String?) -> URITemplate.Unsafe {
    URITemplate.Unsafe(template: template, variable: variable ?? "", reason: reason)
  }

  /// Writes the slash between base and path. Returns true if the base ends with it; the path's own slash is then dropped.
  private mutating func join(startsWithSlash: Bool) -> Bool {
    defer { joint = .done }
    switch joint {
    case .done: return false
    case .hasSlash: return startsWithSlash
    case .needsSlash:
      if !startsWithSlash { output += "/" }
      return false
    }
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
