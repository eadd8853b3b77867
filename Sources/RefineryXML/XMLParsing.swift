#if XML
  import RefineryCore

  /// Parses a document of XML 1.0 into its elements, in one pass.
  ///
  /// It reads what servers send and refuses what only attackers need: a document type declaration, and so every entity but the
  /// five of XML and references to characters. It opens no file and no connection. Elements nested more than
  /// ``maximumDepth`` deep are refused, so that code that follows them cannot exhaust the stack of a thread.
  struct XMLParsing {
    static let maximumDepth = 128

    private struct Open {
      let node: XMLNode
      /// The name with its prefix.
      let tag: Range<Int>
      var text: [UInt8] = []
    }

    /// UTF-8 that was validated.
    private let bytes: [UInt8]
    private var index = 0
    private var open: [Open] = []
    private var root: XMLNode?

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the root element of a document in UTF-8.
    static func root(of bytes: [UInt8]) throws(XMLMalformed) -> XMLNode {
      var parsing = XMLParsing(bytes)
      while parsing.index < bytes.count { try parsing.step() }
      guard let root = parsing.root, parsing.open.isEmpty else { throw parsing.malformed("the document ends too early") }
      return root
    }

    private mutating func step() throws(XMLMalformed) {
      guard bytes[index] == UInt8(ascii: "<") else { return try readText() }
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch next {
      case UInt8(ascii: "/"): try readEndTag()
      case UInt8(ascii: "?"): _ = try contents(after: "<?", until: "?>", "an instruction has no end")
      case UInt8(ascii: "!"): try readDeclaration()
      default: try readStartTag()
      }
    }

    private mutating func readDeclaration() throws(XMLMalformed) {
      if begins("<!--") {
        _ = try contents(after: "<!--", until: "-->", "a comment has no end")
      } else if begins("<![CDATA[") {
        guard !open.isEmpty else { throw malformed("there is text outside the root element") }
        try append(try contents(after: "<![CDATA[", until: "]]>", "a CDATA section has no end"))
      } else {
        throw malformed("document type declarations are not read")
      }
    }

    // MARK: - Tags

    private mutating func readStartTag() throws(XMLMalformed) {
      guard root == nil || !open.isEmpty else { throw malformed("there is a second root element") }
      guard open.count < Self.maximumDepth else {
        throw malformed("elements are nested more than \(Self.maximumDepth) deep")
      }
      index += 1
      let tag = try readName()
      let node = XMLNode(name: local(tag).name)
      try readAttributes(of: node)
      if open.isEmpty { root = node }
      open.last?.node.children.append(node)
      if bytes[index] == UInt8(ascii: "/") {
        index += 1
        guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else { throw malformed("a tag has no end") }
      } else {
        open.append(Open(node: node, tag: tag))
      }
      index += 1
    }

    /// Reads up to the `>` or `/` that ends the tag.
    private mutating func readAttributes(of node: XMLNode) throws(XMLMalformed) {
      var tags: Set<ArraySlice<UInt8>> = []
      var prefixed: [(name: String, value: String)] = []
      while true {
        let isSeparated = skipSpace()
        guard index < bytes.count else { throw malformed("a tag has no end") }
        if bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "/") { break }
        guard isSeparated else { throw malformed("there is no space before an attribute") }
        let tag = try readName()
        guard tags.insert(bytes[tag]).inserted else { throw malformed("an attribute is repeated") }
        let value = try readAttributeValue()
        let (prefix, name) = local(tag)
        switch prefix {
        case "" where name == "xmlns": break
        case "": node.attributes.append((name, value))
        case "xmlns": break
        default: if name == "nil", value == "true" || value == "1" { node.isNil = true } else { prefixed.append((name, value)) }
        }
      }
      guard !prefixed.isEmpty else { return }
      var names = Set(node.attributes.map(\.name))
      for attribute in prefixed where names.insert(attribute.name).inserted { node.attributes.append(attribute) }
    }

    private mutating func readAttributeValue() throws(XMLMalformed) -> String {
      _ = skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { throw malformed("an attribute has no value") }
      index += 1
      _ = skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
        throw malformed("the value of an attribute has no quotes")
      }
      let quote = bytes[index]
      index += 1
      var value: [UInt8] = []
      while index < bytes.count, bytes[index] != quote {
        switch bytes[index] {
        case UInt8(ascii: "<"): throw malformed("the value of an attribute contains <")
        case UInt8(ascii: "&"): try readReference(into: &value)
        case 0x09, 0x0A, 0x0D:
          // An end of line is one space (XML 1.0 sections 2.11 and 3.3.3).
          if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
          value.append(0x20)
          index += 1
        default: try readCharacter(into: &value)
        }
      }
      guard index < bytes.count else { throw malformed("the value of an attribute has no end") }
      index += 1
      return String(decoding: value, as: UTF8.self)
    }

    private mutating func readEndTag() throws(XMLMalformed) {
      let start = index
      index += 2
      let tag = try readName()
      _ = skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else { throw malformed("a tag has no end") }
      index += 1
      guard let ended = open.popLast(), bytes[ended.tag] == bytes[tag] else {
        throw XMLMalformed("an end tag has no start tag", at: start, in: bytes)
      }
      if !ended.node.children.isEmpty, ended.text.allSatisfy(\.isXMLSpace) { return }
      ended.node.text = String(decoding: ended.text, as: UTF8.self)
    }

    private mutating func readName() throws(XMLMalformed) -> Range<Int> {
      let start = index
      while index < bytes.count, bytes[index].isXMLNameByte { index += 1 }
      guard start < index, bytes[start].isXMLNameStart else {
        throw XMLMalformed("a name is missing", at: start, in: bytes)
      }
      return start..<index
    }

    private func local(_ tag: Range<Int>) -> (prefix: String, name: String) {
      let name = bytes[tag]
      guard let colon = name.firstIndex(of: UInt8(ascii: ":")), colon > tag.lowerBound, colon + 1 < tag.upperBound else {
        return ("", String(decoding: name, as: UTF8.self))
      }
      return (String(decoding: name[..<colon], as: UTF8.self), String(decoding: name[(colon + 1)...], as: UTF8.self))
    }

    // MARK: - Text

    private mutating func readText() throws(XMLMalformed) {
      guard !open.isEmpty else {
        guard skipSpace() else { throw malformed("there is text outside the root element") }
        return
      }
      // The text is taken out of the stack, so that it is not copied when it grows.
      var text: [UInt8] = []
      swap(&text, &open[open.count - 1].text)
      while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
        if bytes[index] == UInt8(ascii: "&") { try readReference(into: &text) } else { try readCharacter(into: &text) }
      }
      swap(&text, &open[open.count - 1].text)
    }

    private mutating func append(_ section: Range<Int>) throws(XMLMalformed) {
      let end = index
      index = section.lowerBound
      var text: [UInt8] = []
      swap(&text, &open[open.count - 1].text)
      while index < section.upperBound { try readCharacter(into: &text) }
      swap(&text, &open[open.count - 1].text)
      index = end
    }

    /// Reads one byte; an end of line becomes a line feed (XML 1.0 section 2.11).
    private mutating func readCharacter(into text: inout [UInt8]) throws(XMLMalformed) {
      let byte = bytes[index]
      if byte == 0x0D {
        if index + 1 >= bytes.count || bytes[index + 1] != 0x0A { text.append(0x0A) }
      } else {
        guard byte >= 0x20 || byte == 0x09 || byte == 0x0A else { throw malformed("there is a control character") }
        text.append(byte)
      }
      index += 1
    }

    private mutating func readReference(into text: inout [UInt8]) throws(XMLMalformed) {
      // The longest references are those to characters, such as &#x10FFFF; with some leading zeros.
      let limit = min(index + 16, bytes.count)
      guard let end = bytes[index..<limit].firstIndex(of: UInt8(ascii: ";")) else {
        throw malformed("an ampersand begins no reference")
      }
      let name = bytes[(index + 1)..<end]
      switch String(decoding: name, as: UTF8.self) {
      case "amp": text.append(UInt8(ascii: "&"))
      case "lt": text.append(UInt8(ascii: "<"))
      case "gt": text.append(UInt8(ascii: ">"))
      case "quot": text.append(UInt8(ascii: "\""))
      case "apos": text.append(UInt8(ascii: "'"))
      case let reference:
        guard let scalar = Self.scalar(reference) else { throw malformed("a reference to an entity that XML does not have") }
        text += Array(String(Character(scalar)).utf8)
      }
      index = end + 1
    }

    /// The character of `#65` or `#x41`, if a document may contain it (XML 1.0 section 2.2).
    private static func scalar(_ reference: String) -> Unicode.Scalar? {
      guard reference.hasPrefix("#") else { return nil }
      let isHexadecimal = reference.hasPrefix("#x")
      let digits = reference.utf8.dropFirst(isHexadecimal ? 2 : 1)
      guard digits.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) ?? false,
        let code = UInt32(String(decoding: Array(digits), as: UTF8.self), radix: isHexadecimal ? 16 : 10),
        code >= 0x20 || code == 0x09 || code == 0x0A || code == 0x0D, code & 0xFFFE != 0xFFFE
      else { return nil }
      return Unicode.Scalar(code)
    }

    // MARK: - Bytes

    private mutating func skipSpace() -> Bool {
      let start = index
      while index < bytes.count, bytes[index].isXMLSpace { index += 1 }
      return index > start
    }

    private func begins(_ text: StaticString) -> Bool {
      index + text.utf8CodeUnitCount <= bytes.count
        && bytes[index..<(index + text.utf8CodeUnitCount)].elementsEqual("\(text)".utf8)
    }

    /// Returns the range between two marks, and moves behind the second one.
    private mutating func contents(
      after start: StaticString, until end: StaticString, _ fault: String
    ) throws(XMLMalformed) -> Range<Int> {
      let mark = Array("\(end)".utf8)
      let first = index + start.utf8CodeUnitCount
      var last = first
      while last + mark.count <= bytes.count {
        if bytes[last] == mark[0], bytes[last..<(last + mark.count)].elementsEqual(mark) {
          index = last + mark.count
          return first..<last
        }
        last += 1
      }
      throw malformed(fault)
    }

    private func malformed(_ reason: String) -> XMLMalformed { XMLMalformed(reason, at: min(index, bytes.count), in: bytes) }
  }

  extension UInt8 {
    /// Whether the byte is white space of XML (XML 1.0 section 2.3).
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    /// Whether a name may begin with this byte. Every character beyond ASCII may be in a name.
    var isXMLNameStart: Bool {
      (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self >= 0x80
    }

    var isXMLNameByte: Bool {
      isXMLNameStart || self &- 0x30 < 10 || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
  }
#endif
