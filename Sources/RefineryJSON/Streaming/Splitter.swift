import FoundationEssentials

/// Finds the items in bytes that come in pieces, without reading them.
///
/// Items that lie whole within a piece are handed out together. Of one that does not, the beginning is kept: the only bytes
/// that are, so that a stream takes no more memory than its largest item and the piece at hand.
struct Splitter: Sendable {
  /// What the next byte belongs to.
  enum Phase {
    /// The mark at the start of the stream, of which so many bytes have been passed.
    case mark(Int)
    /// What is around the array.
    case before, behind
    /// The space before an item, or the end of the array.
    case gap
    /// An item.
    case item(ElementScan)
    /// What follows an item: a comma or the end of the array, the end of the line or text. Where a number or a literal has to
    /// be followed by white space, whether it was.
    case rest(isWhole: Bool)
    /// What is left of a line or text that is of no use.
    case waste
  }

  /// Items of the piece at hand that go out together.
  struct Run {
    var first = 0
    var count = 0
    var start = 0
    var end = 0
    /// What stands between the items in place of a comma, and in place of a space.
    var commas: [Int] = []
    var spaces: [Int] = []
  }

  private let format: JSONItemFormat
  let limit: Int
  /// How many bytes of items go out together at most, but for one that is larger.
  let size: Int
  var phase = Phase.mark(0)
  var envelope: Envelope

  private(set) var piece = Data()
  var position = 0
  /// Where the piece begins, in bytes from the start of the stream.
  private(set) var base = 0
  private var waiting: [Data] = []
  private var taken = 0
  private(set) var isFinished = false

  /// How many items were found, those of no use among them.
  var count = 0
  /// The beginning of an item in earlier pieces, behind a bracket.
  var kept = Data()
  /// Where the item at hand begins: in the stream, and in the piece. Where it ends, if it does.
  var itemOffset = 0
  var itemStart = 0
  var itemEnd = 0
  /// The last end of a line, or start of a text, in the piece.
  var delimiterPlace = -1
  var hasDelimiter = false
  var run = Run()
  /// What is thrown before anything else happens.
  var fault: JSONItemError?

  init(_ format: JSONItemFormat, limit: Int, size: Int = 64 * 1024) {
    self.format = format
    self.limit = limit
    self.size = size
    envelope = if case .array(let path) = format { Envelope(path) } else { Envelope([]) }
  }

  /// Whether items are texts of their own, and those of a sequence. Where they are in an array, the way to it.
  var isOfTexts: Bool { if case .array = format { false } else { true } }
  var isSequence: Bool { format == .sequence }
  var path: [String] { if case .array(let path) = format { path } else { [] } }

  mutating func push(_ bytes: Data) {
    guard !bytes.isEmpty, !isFinished else { return }
    waiting.append(bytes)
  }

  mutating func finish() { isFinished = true }

  /// The next items; nil where more bytes are needed, and at the end.
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

  /// Passes over a byte order mark; false where more bytes are needed.
  mutating func passMark(_ bytes: RawSpan, _ passed: Int) throws(JSONItemError) {
    let byte = bytes.byte(position)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if byte == mark[passed] {
      position += 1
      if passed < 2 { return phase = .mark(passed + 1) }
    } else if passed > 0 || byte == 0xFE || byte == 0xFF || byte == 0 {
      // A mark of UTF-16 or UTF-32, or a character of theirs: a stream of items is UTF-8 (RFC 8259, section 8.1).
      throw fail(.malformed(.invalidEncoding), at: position)
    }
    phase = isOfTexts ? .gap : .before
  }

  // MARK: Items

  mutating func beginItem(_ scan: ElementScan) {
    itemStart = position
    itemOffset = base + position
    phase = .item(scan)
  }

  /// Notes that the item at hand ends here, and gives it out if it began in an earlier piece.
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

  /// Keeps what the piece has of the item at hand, from where it begins or from the start.
  ///
  /// - Parameter end: where it ends, if it does.
  mutating func keep(upTo end: Int) {
    let start = kept.isEmpty ? itemStart : 0
    if kept.isEmpty { kept.append(UInt8(ascii: "[")) }
    guard start < end else { return }
    kept.append(piece[piece.startIndex + start..<piece.startIndex + end])
  }

  /// Whether the item at hand, up to a place in the piece, has more bytes than it may.
  func isTooLarge(upTo end: Int) -> Bool { base + end - itemOffset > limit }

  mutating func takeKept() -> JSONItems {
    kept.append(UInt8(ascii: "]"))
    defer { kept = Data() }
    return JSONItems(list: kept, indices: count - 1..<count, offset: itemOffset)
  }

  /// The items of the run as one list; nil if there are none.
  mutating func takeRun() -> JSONItems? {
    guard run.count > 0 else { return nil }
    defer { run = Run() }
    var list = Data(capacity: run.end - run.start + 2)
    list.append(UInt8(ascii: "["))
    list.append(piece[piece.startIndex + run.start..<piece.startIndex + run.end])
    list.append(UInt8(ascii: "]"))
    for place in run.commas { list[place - run.start + 1] = UInt8(ascii: ",") }
    for place in run.spaces where place < run.end { list[place - run.start + 1] = UInt8(ascii: " ") }
    return JSONItems(list: list, indices: run.first..<run.first + run.count, offset: base + run.start)
  }

  /// An error at a place in the piece that ends the reading: it is thrown again from now on.
  mutating func fail(_ reason: JSONItemError.Reason, index: Int? = nil, at place: Int, path: [String] = []) -> JSONItemError {
    let error = JSONItemError(reason, index: index, offset: base + place, path: path)
    fault = error
    return error
  }
}
