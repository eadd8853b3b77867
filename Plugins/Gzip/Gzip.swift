public import FoundationEssentials
public import RefineryCore

/// The gzip format (RFC 1952) for bytes in memory.
///
/// ```swift
/// let small = try Gzip.compress(Data(text.utf8))
/// let again = try Gzip.decompress(small, upTo: 1_000_000)
/// ```
public enum Gzip {
  /// Returns the data as one gzip member. The same data gives the same bytes, because the header contains no time and no name.
  ///
  /// - Parameters:
  ///   - data: any data.
  ///   - level: zlib's level, from 1 to 9: 1 is about twice as fast as 6 and gives a little more output. Values outside this
  ///     range count as the nearest one.
  /// - Throws: ``GzipError/zlib(code:)`` if zlib cannot get memory.
  public static func compress(_ data: Data, level: Int = 6) throws -> Data {
    let deflater = Deflater(level: level)
    deflater.feed(data)
    deflater.finish()
    var result = Data()
    while let chunk = try deflater.next() { result.append(chunk) }
    return result
  }

  /// Returns the decompressed data: gzip with one or more members, or zlib (RFC 1950). Checksums and lengths are verified. At
  /// most `limit` bytes are returned, and at most 64 KiB more are held in memory.
  ///
  /// - Throws: `BodyError.tooLarge` above the limit; ``GzipError`` for data that is cut short, damaged or followed by other
  ///   data.
  public static func decompress(_ data: Data, upTo limit: Int = Body.defaultLimit) throws -> Data {
    guard !data.isEmpty else { throw GzipError.truncated }
    let inflater = Inflater()
    inflater.feed(data)
    inflater.finish()
    var result = Data()
    while let chunk = try inflater.next() {
      guard result.count + chunk.count <= limit else {
        throw BodyError.tooLarge(limit: limit, observed: result.count + chunk.count)
      }
      result.append(chunk)
    }
    return result
  }
}

/// Why content could not be compressed or decoded.
public enum GzipError: SafelyDescribed, Equatable {
  /// The data ends before its end mark.
  case truncated
  /// The data breaks the format, or its checksum is wrong.
  case corrupt(reason: String)
  /// The data continues after its end with something other than a gzip member or zero bytes.
  case trailingGarbage
  /// `Content-Encoding` names a coding that was not requested and is not supported.
  case unknownCoding(name: String)
  /// `Content-Encoding` names more codings than are decoded.
  case tooManyCodings(limit: Int, observed: Int)
  /// The decoded content is larger than the limit allows for its compressed size: a decompression bomb, or very regular data.
  case ratioExceeded(limit: Int, observed: Int)
  /// zlib failed for another reason than the data, such as missing memory.
  case zlib(code: Int32)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .truncated: "the compressed content ends too early"
    case .corrupt(let reason): "the compressed content is damaged: \(Redaction.escaped(reason))"
    case .trailingGarbage: "the compressed content is followed by bytes that do not belong to it"
    case .unknownCoding(let name):
      "the content coding '\(Redaction.escaped(String(String.UnicodeScalarView(name.unicodeScalars.prefix(40)))))' is not known"
    case .tooManyCodings(let limit, let observed):
      "the content has \(observed) content codings; at most \(limit) are decoded"
    case .ratioExceeded(let limit, let observed):
      "the content decodes to more than \(limit) times its size (\(observed) times seen); raise decompressionRatioLimit for this row or call"
    case .zlib(let code): "zlib failed with code \(code)"
    }
  }
}

/// A body that passes through codecs while it is read, in constant memory. Each reading has its own codecs, freed with the
/// reading.
struct Recoded: AsyncSequence, Sendable {
  /// The size of output below which the ratio is not checked: 1 MiB.
  static let ratioFloor = 1024 * 1024

  let source: Body
  /// The maximum number of bytes of output.
  var limit: Int?
  /// The maximum ratio of a codec's output to the source. It applies above ``ratioFloor``.
  var decompressionRatioLimit: Int?
  /// Makes the codecs of one reading. The first codec receives the bytes of the source.
  let codecs: @Sendable () -> [any Codec]

  func makeAsyncIterator() -> Iterator {
    Iterator(recoded: self, source: source.makeAsyncIterator(), stages: codecs().map { Stage(codec: $0) })
  }

  struct Stage {
    let codec: any Codec
    var isFinished = false
    var produced = 0
  }

  struct Iterator: AsyncIteratorProtocol {
    let recoded: Recoded
    var source: Body.Iterator
    var stages: [Stage]
    var taken = 0

    mutating func next() async throws -> Data? { try await output(of: stages.count) }

    // Without this method, the standard library would leave the caller's actor for every chunk.
    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? { try await output(of: stages.count) }

    /// Returns the next bytes after the first `count` codecs.
    private mutating func output(of count: Int) async throws -> Data? {
      try Task.checkCancellation()
      let index = count - 1
      guard index >= 0 else {
        guard let chunk = try await source.next() else {
          // Some streams end without an error when their reader is cancelled. That must not count as truncated content.
          try Task.checkCancellation()
          return nil
        }
        taken += chunk.count
        return chunk
      }
      while true {
        if let chunk = try stages[index].codec.next() {
          stages[index].produced += chunk.count
          try admit(stages[index].produced, isLast: count == stages.count)
          return chunk
        }
        guard !stages[index].isFinished else { return nil }
        if let input = try await output(of: index) {
          stages[index].codec.feed(input)
        } else {
          stages[index].isFinished = true
          stages[index].codec.finish()
        }
      }
    }

    private func admit(_ produced: Int, isLast: Bool) throws {
      if isLast, let limit = recoded.limit, produced > limit { throw BodyError.tooLarge(limit: limit, observed: produced) }
      guard let ratio = recoded.decompressionRatioLimit, produced > Recoded.ratioFloor else { return }
      let (most, isBeyondInt) = taken.multipliedReportingOverflow(by: ratio)
      guard isBeyondInt || produced <= most else {
        throw GzipError.ratioExceeded(limit: ratio, observed: produced / Swift.max(taken, 1))
      }
    }
  }
}
