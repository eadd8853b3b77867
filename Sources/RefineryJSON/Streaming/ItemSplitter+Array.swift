import FoundationEssentials

extension ItemSplitter {
  /// Continues in an array, up to items that can be returned, or to the end of the piece.
  mutating func nextOfArray(_ bytes: RawSpan) throws(JSONItemError) -> JSONItems? {
    let end = bytes.byteCount
    while position < end {
      switch phase {
      case .mark(let passed): try passMark(bytes, passed)
      case .before, .behind: try walk(bytes)
      case .gap:
        position = bytes.skippingSpace(from: position, to: end)
        guard position < end else { break }
        let byte = bytes.byte(position)
        if byte == UInt8(ascii: "]") {
          if let found = takeRun() { return found }
          leaveArray()
        } else if let scan = ElementScanner(first: byte) {
          beginItem(scan)
        } else {
          if let found = takeRun() { return found }
          throw fail(.malformed(.unexpectedByte), index: count, at: position)
        }
      case .item(var scan):
        let stop = scan.end(in: bytes, from: position, to: end)
        if isTooLarge(upTo: stop ?? end) {
          if let found = takeRun() { return found }
          throw fail(.tooLarge(limit: limit), index: count, at: itemOffset - base)
        }
        position = stop ?? end
        guard let stop else {
          // Complete items are returned first; the bytes of this item are kept.
          phase = .item(scan)
          keep(upTo: end)
          return takeRun()
        }
        if !kept.isEmpty { keep(upTo: stop) }
        phase = .rest(isWhole: true)
        if let found = endItem(at: stop) { return found }
      case .rest, .waste:
        position = bytes.skippingSpace(from: position, to: end)
        guard position < end else { break }
        let byte = bytes.byte(position)
        if byte == UInt8(ascii: ",") {
          position += 1
          phase = .gap
        } else if byte == UInt8(ascii: "]") {
          if let found = takeRun() { return found }
          leaveArray()
        } else {
          if let found = takeRun() { return found }
          throw fail(.malformed(.unexpectedByte), at: position)
        }
      }
    }
    return takeRun()
  }

  private mutating func leaveArray() {
    position += 1
    envelope.leaveList()
    phase = .behind
  }

  private mutating func walk(_ bytes: RawSpan) throws(JSONItemError) {
    do throws(EnvelopeScanner.Fault) {
      if try envelope.walk(bytes, &position) {
        position += 1
        phase = .gap
      }
    } catch {
      throw fail(error.reason, at: position, path: error.path)
    }
  }

  /// Returns the last items, at the end of the stream.
  mutating func lastOfArray() throws(JSONItemError) -> JSONItems? {
    switch phase {
    case .behind where envelope.isOver: return nil
    case .mark(0): throw fail(.empty, at: 0)
    case .before where !envelope.hasBegun: throw fail(.empty, at: 0)
    case .item: throw fail(.endedEarly, index: count, at: 0)
    default: throw fail(.endedEarly, at: 0)
    }
  }
}
