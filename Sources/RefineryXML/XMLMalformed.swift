#if XML
  import RefineryCore

  /// Why bytes are not a document that is read, and where. It never contains text of the document.
  struct XMLMalformed: SafelyDescribed {
    let reason: String
    /// The line, from 1; nil if the place is unknown.
    var line: Int?
    /// The column in bytes, from 1.
    var column: Int?

    var description: String {
      guard let line, let column else { return reason }
      return "line \(line), column \(column): \(reason)"
    }
  }

  extension XMLMalformed {
    init(_ reason: String, at index: Int, in bytes: [UInt8]) {
      self.reason = reason
      let before = bytes.prefix(index)
      line = before.count { $0 == UInt8(ascii: "\n") } + 1
      column = index - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    }
  }
#endif
