#if Load
  import RefineryCore

  /// A value that differs between the calls of a run.
  ///
  /// In the text, `{1..1000}` counts and begins again after the last number, and `{random 1..1000}` is a random number.
  /// `{lines FILE}` takes the lines of a file one after the other, and `{random lines FILE}` takes any of them. Everything else
  /// is sent as it is. A value of a call depends only on the seed and the number of the call.
  package struct VaryingText: Sendable, Redacted {
    /// A text between braces cannot be used.
    package struct Malformed: SafelyDescribed, Equatable {
      package let description: String
    }

    private enum Source: Sendable {
      case fixed(String)
      case numbers(ClosedRange<Int>, isRandom: Bool)
      case lines([String], isRandom: Bool)
    }

    private let sources: [Source]

    /// - Parameters:
    ///   - text: the text with its braces.
    ///   - lines: returns the lines of a file; nil if it cannot be read.
    package init(_ text: String, lines: (String) -> [String]?) throws(Malformed) {
      var sources: [Source] = []
      var rest = text[...]
      while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        let inner = String(rest[rest.index(after: open)..<close])
        let after = rest.index(after: close)
        if let source = try Self.source(inner, lines) {
          sources += [.fixed(String(rest[..<open])), source]
        } else {
          sources.append(.fixed(String(rest[..<after])))
        }
        rest = rest[after...]
      }
      self.sources = sources + [.fixed(String(rest))]
    }

    /// Whether the text differs between calls.
    package var varies: Bool {
      sources.contains { source in
        if case .fixed = source { false } else { true }
      }
    }

    /// The text of a call.
    ///
    /// - Parameters:
    ///   - number: the number of the call, from 0.
    ///   - seed: that of the run.
    ///   - place: which of the run's texts it is, so that two random numbers of a call differ.
    package func text(of number: Int, seed: UInt64, place: Int) -> String {
      // One step of the generator separates neighbouring seeds.
      var mixed = LoadRandom(seed: seed &+ UInt64(place) &* 0x9E37_79B9)
      var random = LoadRandom(seed: mixed.next() &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
      var text = ""
      for source in sources {
        switch source {
        case .fixed(let part): text += part
        case .numbers(let range, true): text += String(Int.random(in: range, using: &random))
        // The count of a range is at most `Int.max`.
        case .numbers(let range, false): text += String(range.lowerBound + number % range.count)
        case .lines(let lines, let isRandom):
          text += lines[isRandom ? Int.random(in: lines.indices, using: &random) : number % lines.count]
        }
      }
      return text
    }

    /// The source that a text between two braces names; nil for text that is sent as it is.
    private static func source(_ text: String, _ lines: (String) -> [String]?) throws(Malformed) -> Source? {
      var words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let isRandom = words.first == "random" && words.count == 2
      if isRandom { words = words[1].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false) }
      if words.count == 2, words[0] == "lines" {
        guard let found = lines(String(words[1])) else {
          throw Malformed(description: "the file of {lines FILE} cannot be read")
        }
        guard !found.isEmpty else { throw Malformed(description: "the file of {lines FILE} has no lines") }
        return .lines(found, isRandom: isRandom)
      }
      guard let range = text.firstRange(of: "..") else {
        if isRandom { throw Malformed(description: "after {random, a range as in 1..1000 is missing, or lines and a file") }
        return nil
      }
      let start = isRandom ? words[0].startIndex : text.startIndex
      guard words.count == 1, let first = Int(text[start..<range.lowerBound]), let last = Int(text[range.upperBound...]),
        first <= last, case let (span, isTooLarge) = last.subtractingReportingOverflow(first), !isTooLarge, span < .max
      else {
        throw Malformed(description: "a range between braces is not two whole numbers, the lower one first, as in {1..1000}")
      }
      return .numbers(first...last, isRandom: isRandom)
    }
  }
#endif
