import FoundationEssentials

/// Finds the items in pieces of bytes, without decoding them.
///
/// Complete items of a piece are returned together. If an item continues in the next piece, its bytes are kept; no other bytes
/// are kept. A stream therefore needs memory only for its largest item and the current piece.
struct ItemSplitter: Sendable {
  /// The part of the stream that the next byte belongs to.
  enum Phase {
    /// The byte order mark at the start, after this many of its bytes.
    case mark(Int)
    /// Everything around the array.
    case before, behind
    /// The white space before an item, or the end of the array.
    case gap
    /// An item.
    case item(ElementScanner)
    /// The bytes after an item: a comma or the end of the array, or the end of the line or text. `isWhole` is false if the
    /// required white space after a number or literal is missing.
    case rest(isWhole: Bool)
    /// The rest of a line or text that has been rejected.
    case waste
  }

  /// Items of the current piece that are returned together.
  struct ItemRun {
    var first = 0
    var count = 0
    var start = 0
    var end = 0
    /// The offsets between the items. At each, a comma or a space is written into the list.
    var commas: [Int] = []
    var spaces: [Int] = []
  }

  private let format: JSONItemFormat
  let limit: Int
  /// The maximum number of bytes of items that are returned together, unless one item has more.
  let size: Int
  var phase = Phase.mark(0)
  var envelope: EnvelopeScanner

  private(set) var piece = Data()
  var position = 0
  /// The offset of the piece from the start of the stream, in bytes.
  private(set) var base = 0
  private var waiting: [Data] = []
  private var taken = 0
  private(set) var isFinished = false

  /// The number of items so far, including rejected ones.
  var count = 0
  /// The bytes of an item from earlier pieces, after an opening bracket.
  var kept = Data()
  /// The current item: its offset in the stream, its start in the piece, and its end in the piece once it is known.
  var itemOffset = 0
  var itemStart = 0
  var itemEnd = 0
  /// The position of the last end of a line, or start of a text, in the piece.
  var delimiterPlace = -1
  var hasDelimiter = false
  var run = ItemRun()
  /// The error that the next call throws.
  var fault: JSONItemError?

  init(_ format: JSONItemFormat, limit: Int, size: Int = 64 * 1024) {
    self.format = format
    self.limit = limit
    self.size = size
    envelope = if case .array(let path) = format { EnvelopeScanner(path) } else { EnvelopeScanner([]) }
  }

  /// Whether the items are separate texts instead of elements of an array.
  var isOfTexts: Bool { if case .array = format { false } else { true } }
  var isSequence: Bool { format == .sequence }
  var path: [String] { if case .array(let path) = format { path } else { [] } }

  mutating func push(_ bytes: Data) {
    guard !bytes.isEmpty, !isFinished else { return }
    waiting.append(bytes)
  }

  mutating func finish() { isFinished = true }

  /// Returns the next items; nil if more bytes are needed, and at the end.
  mutating func next() throws(JSONItemError) -> JSONItems? {
    while true {
      if let fault {
        if fault.isConfined { self.fault = nil }
        throw fault
      }
      if position == piece.count, !takePiece() { return isFinished ? (isOfTexts ? try lastText() : try lastOfArray()) : nil }
      let piece = piece
      if let found = isOfTexts ? try nextText(piece.bytes) : try nextOfArray(piece.bytes) { return found }
    }
  }

  private mutating func takePiece() -> Bool {
    base += piece.count
    position = 0
    delimiterPlace = -1
    guard taken < waiting.count else {
      piece = Data()
      return false
    }
    piece = waiting[taken]
    waiting[taken] = Data()
    taken += 1
    if taken == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      taken = 0
    }
    return true
  }

  /// Skips a byte order mark.
  mutating func passMark(_ bytes: RawSpan, _ passed: Int) throws(JSONItemError) {
    let byte = bytes.byte(position)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if byte == mark[passed] {
      position += 1
      if passed < 2 { return phase = .mark(passed + 1) }
    } else if passed > 0 || byte == 0xFE || byte == 0xFF || byte == 0 {
      // A byte order mark or a character of UTF-16 or UTF-32. A stream of items is UTF-8 (RFC 8259, section 8.1).
      throw fail(.malformed(.invalidEncoding), at: position)
    }
    phase = isOfTexts ? .gap : .before
  }

  // MARK: Items

  mutating func beginItem(_ scan: ElementScanner) {
    itemStart = position
    itemOffset = base + position
    phase = .item(scan)
  }

  /// Ends the current item. Returns it if it began in an earlier piece.
  mutating func endItem(at end: Int) -> JSONItems? {
    count += 1
    guard kept.isEmpty else { return takeKept() }
    if run.count == 0 {
      run.start = itemStart
      run.first = count - 1
    } else if delimiterPlace >= 0 {
      run.commas.append(delimiterPlace)
    }
    run.count += 1
    run.end = end
    return run.end - run.start >= size ? takeRun() : nil
  }

  /// Keeps the bytes of the current item up to an offset in the piece.
  mutating func keep(upTo end: Int) {
    let start = kept.isEmpty ? itemStart : 0
    if kept.isEmpty { kept.append(UInt8(ascii: "[")) }
    guard start < end else { return }
    kept.append(piece[piece.startIndex + start..<piece.startIndex + end])
  }

  /// Whether the current item, up to an offset in the piece, exceeds the limit.
  func isTooLarge(upTo end: Int) -> Bool { base + end - itemOffset > limit }

  mutating func takeKept() -> JSONItems {
    kept.append(UInt8(ascii: "]"))
    defer { kept = Data() }
    return JSONItems(list: kept, indices: count - 1..<count, offset: itemOffset)
  }

  /// Returns the items of the run as one list; nil if there are none.
  mutating func takeRun() -> JSONItems? {
    guard run.count > 0 else { return nil }
    defer { run = ItemRun() }
    var list = Data(capacity: run.end - run.start + 2)
    list.append(UInt8(ascii: "["))
    list.append(piece[piece.startIndex + run.start..<piece.startIndex + run.end])
    list.append(UInt8(ascii: "]"))
    for place in run.commas { list[place - run.start + 1] = UInt8(ascii: ",") }
    for place in run.spaces where place < run.end { list[place - run.start + 1] = UInt8(ascii: " ") }
    return JSONItems(list: list, indices: run.first..<run.first + run.count, offset: base + run.start)
  }

  /// Returns an error at an offset in the piece. The error ends the stream: each later call throws it again.
  mutating func fail(_ reason: JSONItemError.Reason, index: Int? = nil, at place: Int, path: [String] = []) -> JSONItemError {
    let error = JSONItemError(reason, index: index, offset: base + place, path: path)
    fault = error
    return error
  }
}
