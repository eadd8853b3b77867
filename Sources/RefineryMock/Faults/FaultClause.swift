import RefineryCore

/// The words of a rule up to the next comma.
struct FaultClause {
  struct Word {
    let text: Substring
    let column: Int
    /// The word in an error text.
    var shown: String { Redaction.escaped(String(text.prefix(40))) }
  }

  /// Where the clause begins, from 1.
  let column: Int
  private let endColumn: Int
  private var words: ArraySlice<Word>

  init(_ text: Substring, in line: String) {
    func column(_ index: String.Index) -> Int { line.distance(from: line.startIndex, to: index) + 1 }
    let all = text.split { $0 == " " || $0 == "\t" }.map { Word(text: $0, column: column($0.startIndex)) }
    words = all[...]
    endColumn = column(text.endIndex)
    self.column = all.first?.column ?? endColumn
  }

  // MARK: Words

  mutating func next(_ wanted: String) throws(FaultText.Problem) -> Word {
    guard let word = words.popFirst() else {
      throw FaultText.Problem(column: endColumn, text: "\(wanted) is missing here")
    }
    return word
  }

  /// Whether the next word is this one. Takes it.
  private mutating func takes(_ text: String) -> Bool {
    guard words.first?.text == text[...] else { return false }
    words.removeFirst()
    return true
  }

  private mutating func expects(_ text: String) throws(FaultText.Problem) {
    let word = try next(text)
    guard word.text == text[...] else {
      throw FaultText.Problem(column: word.column, text: "\(word.shown) must be \(text)")
    }
  }

  func ends() throws(FaultText.Problem) {
    guard let word = words.first else { return }
    throw FaultText.Problem(
      column: word.column, text: "nothing more may follow here; times, every and probability follow after a comma")
  }

  mutating func integer(_ wanted: String) throws(FaultText.Problem) -> Int {
    let word = try next(wanted)
    guard let number = Int(word.text) else {
      throw FaultText.Problem(column: word.column, text: "\(word.shown) must be \(wanted)")
    }
    return number
  }

  mutating func number(_ wanted: String) throws(FaultText.Problem) -> Double {
    let word = try next(wanted)
    guard let number = Double(word.text), number.isFinite else {
      throw FaultText.Problem(column: word.column, text: "\(word.shown) must be \(wanted)")
    }
    return number
  }

  private mutating func duration() throws(FaultText.Problem) -> Duration {
    let word = try next("a time such as 200ms or 2s")
    guard let duration = FaultDuration.duration(word.text) else {
      throw FaultText.Problem(column: word.column, text: "\(word.shown) must be a time such as 200ms or 2s")
    }
    return duration
  }

  // MARK: Faults

  mutating func fault() throws(FaultText.Problem) -> MockFault {
    let name = try next("a fault such as status 503")
    switch name.text {
    case "delay": return .delay(try delay())
    case "dribble":
      let bytes = try integer("a number of bytes")
      try expects("bytes")
      try expects("every")
      return .dribble(bytes: bytes, pause: try duration())
    case "empty": return .empty
    case "malformed": return .malformed
    case "truncated":
      guard takes("after") else { return .truncated() }
      let bytes = try integer("a number of bytes")
      try expects("bytes")
      return .truncated(after: bytes)
    case "dropped-before-head": return .droppedBeforeHead
    case "dropped-after-head": return .droppedAfterHead
    case "reset": return .reset
    case "status":
      let code = try integer("a status")
      return .status(code, retryAfter: takes("retry-after") ? try retryAfter() : nil)
    case "rate-limit":
      let quota = try integer("a number of requests")
      try expects("per")
      return .rateLimit(quota: quota, window: try duration())
    case "expired-token": return .expiredToken(try token())
    case "content-length": return .contentLength(difference: try integer("a number with its sign, such as +5 or -5"))
    case "duplicated": return .duplicated
    case "media-type":
      var type = String(try next("a media type").text)
      while let word = words.popFirst() { type += " " + word.text }
      return .mediaType(type)
    case "damaged-gzip": return .damagedGzip
    default:
      let hint =
        EndpointTable.nearest(to: String(name.text.prefix(40)), among: MockFault.names).map { "did you mean \($0)?" }
        ?? "there are \(MockFault.names.joined(separator: ", "))"
      throw FaultText.Problem(column: name.column, text: "there is no fault \(name.shown); \(hint)")
    }
  }

  private mutating func delay() throws(FaultText.Problem) -> MockFault.Delay {
    if takes("log-normal") {
      let median = try duration()
      try expects("sigma")
      return .logNormal(median: median, sigma: try number("a number"))
    }
    let column = words.first?.column ?? endColumn
    let shortest = try duration()
    guard takes("to") else { return .fixed(shortest) }
    let longest = try duration()
    guard shortest <= longest else {
      throw FaultText.Problem(column: column, text: "the first time of a range must not be longer than the second")
    }
    return .uniform(shortest...longest)
  }

  private mutating func retryAfter() throws(FaultText.Problem) -> MockFault.RetryAfter {
    let isDate = takes("date")
    let column = words.first?.column ?? endColumn
    let (seconds, attoseconds) = try duration().components
    guard attoseconds == 0 else {
      throw FaultText.Problem(column: column, text: "Retry-After must be whole seconds, such as 2s")
    }
    return isDate ? .date(seconds: Int(clamping: seconds)) : .seconds(Int(clamping: seconds))
  }

  private mutating func token() throws(FaultText.Problem) -> String? {
    guard let word = words.popFirst() else { return nil }
    guard word.text != FaultText.hiddenToken[...] else {
      throw FaultText.Problem(column: word.column, text: "the token is hidden in this text; write the token itself")
    }
    return String(word.text)
  }
}
