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
    var expansion = Expansion(of: text, isTarget: true)
    // Takes the text out of `string`, without a copy.
    swap(&string, &expansion.output)
    expansion.output.reserveCapacity(mark + 1 + storage.literalLength + values.expectedLength)
    defer { swap(&string, &expansion.output) }
    do {
      for part in storage.parts where part.region == .authority { try expansion.write(part, values) }
      let start = expansion.output.utf8.count
      for part in storage.parts where part.region == .path { try expansion.write(part, values) }
      try expansion.checkPath(from: start)
      if mark > 0 { expansion.joinPath(at: mark) }
      for part in storage.parts where part.region == .query { try expansion.write(part, values) }
    } catch {
      expansion.output.removeSubrange(expansion.output.utf8.index(expansion.output.startIndex, offsetBy: mark)...)
      throw error
    }
  }
}

extension Expansion {
  private static let slash = UInt8(ascii: "/")

  /// Checks that no value in the path contains a control character, ends the path, or makes an empty segment or a dot segment.
  ///
  /// A segment ends at `/`. For dot segments, it also ends at `\`, at `;` and at the encoded forms of all three, because some
  /// servers decode or strip them before they resolve dots (RFC 3986 section 3.3).
  fileprivate func checkPath(from start: Int) throws(URITemplate.Unsafe) {
    guard !pathPieces.isEmpty else { return }
    var pieces = pathPieces[...]
    var position = start
    var (segment, dots, hasOther) = (start, 0, false)
    var previous: UInt8 = 0
    /// The variable of the slash before the position; nil without a slash, and `.some(nil)` for a slash of the template.
    var slash: String??

    for octet in Octets(String(output.utf8.dropFirst(start)) ?? "") {
      while let piece = pieces.first, piece.end <= position {
        pieces.removeFirst()
        previous = 0
      }
      let author = pieces.first.flatMap { $0.start <= position ? $0.variable : nil }
      let isPlain = octet.digits == nil
      if let author {
        let isC1 = previous == 0xC2 && (0x80...0x9F).contains(octet.byte)
        if octet.byte < 0x20 || octet.byte == 0x7F || isC1 { throw fault(.controlCharacter, author) }
        if isPlain, octet.byte == UInt8(ascii: "?") || octet.byte == UInt8(ascii: "#") { throw fault(.delimiter, author) }
        previous = octet.byte
      }
      let isSlash = isPlain && octet.byte == Self.slash
      if isSlash, let before = slash, let variable = author ?? before { throw fault(.emptySegment, variable) }
      slash = isSlash ? .some(author) : nil
      switch octet.byte {
      case Self.slash, UInt8(ascii: "\\"), UInt8(ascii: ";"):
        if !hasOther { try refuseDots(dots, from: segment, to: position) }
        (segment, dots, hasOther) = (position + (isPlain ? 1 : 3), 0, false)
      case UInt8(ascii: "."): dots += 1
      default: hasOther = true
      }
      position += isPlain ? 1 : 3
    }
    if let variable = slash ?? nil { throw fault(.emptySegment, variable) }
    if !hasOther { try refuseDots(dots, from: segment, to: position) }
  }

  /// Refuses a segment of one or two dots, if a value wrote one of them or ended a segment before or after them.
  private func refuseDots(_ count: Int, from start: Int, to end: Int) throws(URITemplate.Unsafe) {
    guard count == 1 || count == 2, let piece = pathPieces.last(where: { $0.start <= end && $0.end >= start }) else { return }
    throw fault(.dotSegment, piece.variable)
  }

  /// Puts exactly one slash between a base, which ends at `mark`, and the path after it.
  fileprivate mutating func joinPath(at mark: Int) {
    let index = output.utf8.index(output.startIndex, offsetBy: mark)
    guard index < output.endIndex else { return }
    switch (output.utf8[output.utf8.index(before: index)] == Self.slash, output.utf8[index] == Self.slash) {
    case (true, true): output.unicodeScalars.remove(at: index)
    case (false, false): output.unicodeScalars.insert("/", at: index)
    default: break
    }
  }
}
