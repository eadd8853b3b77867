/// The search in one file, which comes in chunks. It keeps a few hundred kilobytes, whatever the length of the file or its
/// lines.
struct SecretStream {
  private let file: String
  private let allowed: SecretAllowList
  private var search: SecretSearch
  private var place: SecretPlace
  /// The index of the text that ``place`` belongs to.
  private var placed = 0
  private var rest: [UInt8] = []
  private(set) var findings: [SecretFinding] = []
  /// Whether there are more findings than were kept.
  private(set) var isCut = false

  /// The number of bytes that are kept.
  var size: Int { search.text.count + rest.count }

  /// The most findings of one file.
  static let mostFindings = 10_000
  static let chunk = 256 * 1024

  /// - Parameters:
  ///   - head: the first bytes of the file, which tell text from binary content.
  ///   - allowed: the false alarms, which are neither kept nor counted.
  init(file: String, head: ArraySlice<UInt8>, allowing allowed: SecretAllowList = SecretAllowList()) {
    self.file = file
    self.allowed = allowed
    let isWide = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
    search = SecretSearch(!isWide && head.prefix(8192).contains(0) ? .binary : .text)
    let first = head.first { $0 > 0x20 && $0 < 0x80 }
    place = SecretPlace(isJSON: first == 0x7B || first == 0x5B)
  }

  mutating func append(_ chunk: some Sequence<UInt8>, isLast: Bool) {
    rest += chunk
    let used = search.text.append(rest[...], isLast: isLast)
    rest.removeFirst(used)
    search.search(upTo: isLast ? search.text.count : search.text.count - SecretSearch.lookahead)
    let end = isLast ? Int.max : search.next
    for match in search.takeMatches(endingBy: end) { report(match) }
    let kept = search.matches.map(\.range.lowerBound).min() ?? .max
    let cut = min(search.next - SecretSearch.lookbehind, kept)
    guard !isLast, cut > 0 else { return }
    advance(to: cut)
    search.removeFirst(cut)
    placed -= cut
  }

  private mutating func report(_ match: SecretMatch) {
    guard !isCut else { return }
    advance(to: match.range.lowerBound)
    let finding = SecretFinding(match, file: file, line: place.line, column: place.column, pointer: place.pointer)
    guard !allowed.contains(finding) else { return }
    isCut = findings.count >= Self.mostFindings
    if !isCut { findings.append(finding) }
  }

  private mutating func advance(to index: Int) {
    while placed < index {
      place.advance(over: search.text[placed], width: search.text.width(at: placed))
      placed += 1
    }
  }
}
