import FoundationEssentials

extension ItemSplitter {
  /// The byte that ends a line, or begins a text of a sequence.
  private var delimiter: UInt8 { isSequence ? 0x1E : 0x0A }

  /// Continues in lines or in a sequence, up to items that can be returned, or to the end of the piece.
  mutating func nextText(_ bytes: RawSpan) throws(JSONItemError) -> JSONItems? {
    let end = bytes.byteCount
    while position < end {
      if case .mark(let passed) = phase {
        try passMark(bytes, passed)
        continue
      }
      let stop = bytes.first(delimiter, from: position, to: end)
      while position < stop, fault == nil { read(bytes, upTo: stop) }
      // Complete items are returned before the fault that follows them.
      if fault != nil { return takeRun() }
      guard stop < end else {
        keepText(upTo: end)
        break
      }
      let found = endText(at: stop)
      if found != nil || fault != nil { return found ?? takeRun() }
    }
    return takeRun()
  }

  /// Scans one part of a text, at most to the end of the text or of the piece.
  private mutating func read(_ bytes: RawSpan, upTo stop: Int) {
    switch phase {
    case .gap, .mark, .before, .behind:
      position = bytes.skippingSpace(from: position, to: stop)
      guard position < stop else { return }
      guard !isSequence || hasDelimiter, let scan = ElementScanner(first: bytes.byte(position)) else {
        return spoil(.malformed(.unexpectedByte), at: position)
      }
      beginItem(scan)
    case .item(var scan):
      let found = scan.end(in: bytes, from: position, to: stop)
      position = found ?? stop
      guard !isTooLarge(upTo: position) else { return spoil(.tooLarge(limit: limit), at: itemOffset - base) }
      phase = .item(scan)
      guard let found else { return }
      itemEnd = found
      if !kept.isEmpty { keep(upTo: found) }
      phase = .rest(isWhole: scan.endsItself || found < stop && RawSpan.isSpace(bytes.byte(found)))
    case .rest:
      position = bytes.skippingSpace(from: position, to: stop)
      if position < stop { spoil(.malformed(.unexpectedByte), at: position) }
    case .waste:
      position = stop
    }
  }

  /// Ends a text at its delimiter.
  private mutating func endText(at stop: Int) -> JSONItems? {
    defer {
      delimiterPlace = stop
      hasDelimiter = true
      position = stop + 1
      phase = .gap
    }
    switch phase {
    case .rest(let isWhole) where isWhole || !isSequence: return endItem(at: itemEnd)
    case .item(let scan) where !scan.endsItself && !isSequence:
      if !kept.isEmpty { keep(upTo: stop) }
      return endItem(at: stop)
    case .rest, .item: spoil(isSequence ? .truncated : .malformed(.unexpectedEnd), at: isSequence ? itemOffset - base : stop)
    case .gap where isSequence && run.count > 0: run.spaces.append(delimiterPlace)
    default: break
    }
    return nil
  }

  /// Keeps the bytes of a text that continues in the next piece.
  private mutating func keepText(upTo end: Int) {
    switch phase {
    case .item: keep(upTo: end)
    case .rest where kept.isEmpty: keep(upTo: itemEnd)
    default: break
    }
  }

  /// Rejects a text and skips the rest of it.
  private mutating func spoil(_ reason: JSONItemError.Reason, at place: Int) {
    fault = JSONItemError(reason, index: count, offset: base + place, isConfined: true)
    count += 1
    kept = Data()
    phase = .waste
  }

  /// Returns the last items, at the end of the stream.
  mutating func lastText() throws(JSONItemError) -> JSONItems? {
    let ended = phase
    phase = .gap
    switch ended {
    case .rest(let isWhole) where isWhole || !isSequence: return endItem(at: 0)
    case .item(let scan) where !scan.endsItself && !isSequence: return endItem(at: 0)
    case .rest, .item:
      guard isSequence else { throw fail(.endedEarly, index: count, at: 0) }
      spoil(.truncated, at: itemOffset - base)
      phase = .gap
      return try next()
    case .mark(let passed) where passed > 0: throw fail(.endedEarly, at: 0)
    default: return nil
    }
  }
}
