#if Curl
  import CCurl
  import Glibc
  import HTTPTypes
  import RefineryCore
  import Synchronization

  /// Parses the heads of responses, and remembers one head. The heads of one service usually differ in only a few lines. Lines
  /// that are equal in the remembered head are neither parsed nor copied again.
  final class HeadMemory: Sendable {
    private struct State {
      var known: KnownHead?
      /// Whether another response had exactly the known head.
      var hasComeAgain = false
      /// How many other heads were read.
      var others = 0
    }

    private static let keptBytes = 4096
    /// If every head differs from the previous one, for example by a request id, only every 16th is remembered.
    private static let patience = 16

    private let state = Mutex(State())

    /// Returns nil if the head has no HTTP status, or too many fields.
    func read(_ wire: UnsafeMutablePointer<refinery_transfer>) -> ResponseHead? {
      let bytes = UnsafeRawBufferPointer(start: wire.pointee.head, count: wire.pointee.head_count)
      let known = state.withLock { state in
        if state.known?.equals(bytes) == true { state.hasComeAgain = true } else { state.others += 1 }
        return state.known
      }
      if let known, known.equals(bytes) { return known.head }
      var lines = FieldLines(like: known)
      guard let head = ResponseHead(bytes, &lines) else { return nil }
      remember(head, bytes)
      return head
    }

    private func remember(_ head: ResponseHead, _ bytes: UnsafeRawBufferPointer) {
      guard bytes.count <= Self.keptBytes else { return }
      let isWanted = state.withLock { $0.known == nil || $0.hasComeAgain || $0.others >= Self.patience }
      guard isWanted, let known = KnownHead(head, bytes) else { return }
      state.withLock { $0 = State(known: known) }
    }
  }

  /// A head with the bytes it was read from.
  private final class KnownHead: Sendable {
    let head: ResponseHead
    private let bytes: [UInt8]
    /// The position of each field's line.
    private let lines: [Range<Int>]

    /// Returns nil unless each field has exactly one line.
    init?(_ head: ResponseHead, _ bytes: UnsafeRawBufferPointer) {
      var lines = HeadLines(bytes)
      _ = lines.next()
      var ranges: [Range<Int>] = []
      while let line = lines.next(), !line.isEmpty {
        guard let start = line.baseAddress, let base = bytes.baseAddress else { return nil }
        ranges.append(start - base..<start - base + line.count)
      }
      guard ranges.count == head.response.headerFields.count else { return nil }
      self.head = head
      self.bytes = Array(bytes)
      self.lines = ranges
    }

    func equals(_ other: UnsafeRawBufferPointer) -> Bool {
      guard other.count == bytes.count, let start = other.baseAddress else { return false }
      return memcmp(bytes, start, bytes.count) == 0
    }

    /// Returns the field at this index if its line has the same bytes.
    func field(_ index: Int, _ line: UnsafeRawBufferPointer) -> HTTPField? {
      guard index < lines.count, lines[index].count == line.count, let start = line.baseAddress else { return nil }
      let isSame = bytes.withUnsafeBytes { known in
        known.baseAddress.map { memcmp($0 + lines[index].lowerBound, start, line.count) == 0 } ?? false
      }
      return isSame ? head.response.headerFields[index] : nil
    }
  }

  /// The fields of a head's lines, some of them copied from a known head.
  struct FieldLines {
    private let known: KnownHead?
    private var index = 0

    fileprivate init(like known: KnownHead?) { self.known = known }

    /// Returns the field of the next line if the line is known; nil if the line has to be parsed.
    mutating func known(as line: UnsafeRawBufferPointer) -> HTTPField? {
      defer { index += 1 }
      return known?.field(index, line)
    }
  }
#endif
