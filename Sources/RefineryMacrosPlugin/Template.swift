#if Macros
  /// The variables of a URI template (RFC 6570), and what is wrong with it. `URITemplate` expands it when a call is sent; a
  /// test holds the two against each other.
  struct Template {
    /// A variable, with its place in the text.
    struct Variable {
      let name: String
      /// Whether it is in the query, where a value may be missing.
      let isInQuery: Bool
      /// In bytes of UTF-8.
      let offset: Int

      /// The letters and digits of the name without its percent-encoded characters, in lower case.
      var plainName: String {
        var plain = ""
        var rest = Substring(name)
        while let first = rest.first {
          var character = first
          if first == "%", let byte = UInt8(rest.dropFirst().prefix(2), radix: 16) {
            character = Character(Unicode.Scalar(byte))
            rest = rest.dropFirst(2)
          }
          if character.isASCII, character.isLetter || character.isNumber { plain.append(character) }
          rest = rest.dropFirst()
        }
        return plain.lowercased()
      }
    }

    /// Why the text is no template, or no path of a row.
    struct Fault: Error, Equatable {
      let reason: String
      /// In bytes of UTF-8.
      let offset: Int
    }

    let text: String
    private(set) var variables: [Variable] = []
    /// The path before `{+location}`, which stands for a URL that a server sent; nil without one.
    private(set) var linkBase: String?

    init(_ text: String) throws(Fault) {
      self.text = text
      let bytes = Array(text.utf8)
      var index = 0
      var isInQuery = false
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "{"):
          let end = try Self.end(of: bytes, from: index)
          try take(bytes, index + 1..<end, isInQuery: &isInQuery)
          index = end + 1
        case UInt8(ascii: "<"):
          let name = bytes[(index + 1)...].prefix { Self.isWord($0) }
          guard let first = name.first, !(0x30...0x39).contains(first), name.endIndex < bytes.count,
            bytes[name.endIndex] == UInt8(ascii: ">")
          else { throw Fault(reason: #""<" does not open a placeholder; write {name}"#, offset: index) }
          variables.append(Variable(name: String(decoding: name, as: UTF8.self), isInQuery: isInQuery, offset: index + 1))
          index = name.endIndex + 1
        case UInt8(ascii: "%"):
          guard Self.isTriplet(bytes, at: index, before: bytes.count) else {
            throw Fault(reason: #""%" is not followed by two hexadecimal digits"#, offset: index)
          }
          index += 3
        case UInt8(ascii: "}"): throw Fault(reason: #""}" has no matching "{""#, offset: index)
        case UInt8(ascii: ">"): throw Fault(reason: #"">" does not close a placeholder; write {name}"#, offset: index)
        case UInt8(ascii: "#"): throw Fault(reason: "a fragment is never sent", offset: index)
        case 0...0x20, 0x22, 0x5C, 0x5E, 0x60, 0x7C, 0x7F:
          let character = bytes[index] == 0x20 ? "a space" : "\"\(Character(Unicode.Scalar(bytes[index])))\""
          throw Fault(reason: "\(character) must be percent-encoded here", offset: index)
        case let byte:
          if byte == UInt8(ascii: "?") { isInQuery = true }
          index += 1
        }
      }
      if let linkBase {
        let rest = text.dropFirst(linkBase.count + "{+location}".count)
        guard rest.wholeMatch(of: /(\{[?&][^}*:]*\})*/) != nil else {
          throw Fault(reason: "only {?a,b} can follow {+location}", offset: text.utf8.count - rest.utf8.count)
        }
      }
      try checkCharacters()
      try checkSegments()
    }

    /// The variable of a parameter's name: the same name, or else the only one that has the same letters and digits, as
    /// `firewall_id` for `firewallID` and `filter%5Bstatus%5D` for `filterStatus`.
    func variable(for name: String) -> Variable? {
      if let same = variables.first(where: { $0.name == name }) { return same }
      let alike = variables.filter { $0.plainName == name.filter { $0 != "_" }.lowercased() }
      return Set(alike.map(\.name)).count == 1 ? alike.first : nil
    }

    private static func end(of bytes: [UInt8], from start: Int) throws(Fault) -> Int {
      let body = bytes[(start + 1)...].prefix { $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "{") }
      guard body.endIndex < bytes.count else { throw Fault(reason: #""{" is not closed"#, offset: start) }
      guard bytes[body.endIndex] == UInt8(ascii: "}") else {
        throw Fault(reason: #""{" inside an expression"#, offset: body.endIndex)
      }
      guard !body.isEmpty else { throw Fault(reason: "the expression is empty", offset: start) }
      return body.endIndex
    }

    /// Takes what is between the braces.
    private mutating func take(_ bytes: [UInt8], _ range: Range<Int>, isInQuery: inout Bool) throws(Fault) {
      var start = range.lowerBound
      let first = bytes[start]
      if "=,!@|".utf8.contains(first) {
        throw Fault(reason: "operator \"\(Character(Unicode.Scalar(first)))\" is reserved by RFC 6570", offset: start)
      }
      if first == UInt8(ascii: "#") { throw Fault(reason: "a fragment is never sent", offset: start) }
      if "?&".utf8.contains(first) { isInQuery = true }
      if "+./;?&".utf8.contains(first) { start += 1 }
      var place = start
      for specification in bytes[start..<range.upperBound].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      {
        let variable = try Self.variable(specification, at: place, isInQuery: isInQuery)
        if variables.contains(where: { $0.name == variable.name }) {
          throw Fault(reason: "{\(variable.name)} is in it twice", offset: place)
        }
        variables.append(variable)
        place += specification.count + 1
      }
      if bytes[range].elementsEqual("+location".utf8) {
        linkBase = String(decoding: bytes[..<(range.lowerBound - 1)], as: UTF8.self)
      }
    }

    /// Reads `name`, `name*` or `name:9`.
    private static func variable(
      _ bytes: ArraySlice<UInt8>, at place: Int, isInQuery: Bool
    ) throws(Fault) -> Variable {
      let name = bytes.prefix { isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }
      let text = String(decoding: name, as: UTF8.self)
      guard !name.isEmpty, text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }) else {
        throw Fault(reason: "a variable name is missing", offset: place)
      }
      for index in name.indices where name[index] == UInt8(ascii: "%") {
        guard isTriplet(Array(bytes), at: index - bytes.startIndex, before: bytes.count) else {
          throw Fault(
            reason: #""%" is not followed by two hexadecimal digits"#, offset: place + (index - bytes.startIndex))
        }
      }
      let rest = bytes[name.endIndex...]
      let offset = place + name.count
      switch rest.first {
      case nil: break
      case UInt8(ascii: "*"):
        guard rest.count == 1 else { throw Fault(reason: "\"*\" is not the end of the variable", offset: offset) }
      case UInt8(ascii: ":"):
        let digits = rest.dropFirst()
        guard let length = Int(String(decoding: digits, as: UTF8.self)), (1...9999).contains(length),
          digits.first != UInt8(ascii: "0"), digits.first != UInt8(ascii: "+")
        else { throw Fault(reason: "a prefix length is a number from 1 to 9999", offset: offset + 1) }
      case let byte?:
        let shown = (0x21...0x7E).contains(byte) ? "\"\(Character(Unicode.Scalar(byte)))\"" : "this character"
        let encoded = "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        let hint = (0x21...0x7E).contains(byte) && !"{}*:,".utf8.contains(byte) ? "; write \(encoded)" : ""
        throw Fault(reason: "\(shown) is not allowed in a variable\(hint)", offset: offset)
      }
      return Variable(name: text, isInQuery: isInQuery, offset: place)
    }

    /// Refuses characters beyond ASCII that RFC 6570 section 2.1 leaves out: controls, and code points that are no characters.
    private func checkCharacters() throws(Fault) {
      var offset = 0
      for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x80...0x9F, 0xFDD0...0xFDEF, 0xFFF0...0xFFFF, 0xE0000...0xE0FFF:
          throw Fault(
            reason: "U+\(String(scalar.value, radix: 16, uppercase: true)) must be percent-encoded here", offset: offset)
        case let value where value & 0xFFFE == 0xFFFE:
          throw Fault(reason: "U+\(String(value, radix: 16, uppercase: true)) must be percent-encoded here", offset: offset)
        default: offset += scalar.utf8.count
        }
      }
    }

    /// Refuses what `EndpointTable.problems` would report of the whole path.
    private func checkSegments() throws(Fault) {
      if let mark = text.firstRange(of: "://") {
        let scheme = text[..<mark.lowerBound].lowercased()
        if scheme != "http", scheme != "https", !scheme.contains("/"), !scheme.contains("?") {
          throw Fault(reason: "the scheme of a URL is http or https", offset: 0)
        }
      }
      if text.hasPrefix("//") { throw Fault(reason: "it begins with two slashes", offset: 0) }
      var offset = 0
      for segment in text.prefix(while: { $0 != "?" }).split(separator: "/", omittingEmptySubsequences: false) {
        if segment.utf8.count <= 6, [".", ".."].contains(segment.lowercased().replacing("%2e", with: ".")) {
          throw Fault(reason: "the segment \"\(segment)\" names no resource", offset: offset)
        }
        if segment.utf8.first == UInt8(ascii: ":"), segment.utf8.count > 1, segment.utf8.dropFirst().allSatisfy(Self.isWord) {
          throw Fault(reason: "a placeholder is written in braces: {\(segment.dropFirst())}", offset: offset)
        }
        offset += segment.utf8.count + 1
      }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
      default: false
      }
    }

    private static func isTriplet(_ bytes: [UInt8], at index: Int, before end: Int) -> Bool {
      func isHexDigit(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80 }
      return index + 2 < end && isHexDigit(bytes[index + 1]) && isHexDigit(bytes[index + 2])
    }
  }
#endif
