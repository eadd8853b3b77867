import HTTPTypes
public import RefineryCore

/// The parts of a multipart body, as they arrive: `multipart/mixed`, `multipart/form-data`, `multipart/byteranges` and others
/// (RFC 2046 section 5.1).
///
/// ```swift
/// for try await part in api.parts(of: Report.download()) {
///   print(part.fields[.contentType] ?? "text/plain")
///   for try await chunk in part.body { print(chunk.count) }
/// }
/// ```
/// `Client.parts(of:limits:)` gives the parts of a call's response; the initializers read any other body.
///
/// Parts are read in order, and each body once. Moving to the next part skips the rest of the part before it; reading
/// the body of the earlier part then throws ``OutOfTurn/partIsOver``. Nothing is kept in memory except the chunk that has arrived
/// and the head of a part.
///
/// Lines end with CR LF. RFC 2046 allows no other line end, so a body whose lines end with LF has no part. Text before the first
/// part and after the last is skipped. A part that is multipart itself is read by a second `MultipartParts`, from its body and its
/// `Content-Type`.
public struct MultipartParts: AsyncSequence, Sendable, Redacted {
  /// The limits of a body. Beyond them, reading fails.
  public struct Limits: Sendable, Equatable {
    /// The maximum number of bytes of the head of a part. Default: 16 KiB.
    public var headBytes: Int
    /// The maximum number of parts. Default: 10,000.
    public var parts: Int

    /// Creates limits.
    public init(headBytes: Int = 16 * 1024, parts: Int = 10_000) {
      self.headBytes = headBytes
      self.parts = parts
    }
  }

  private let open: @Sendable () async throws -> PartReader

  /// The parts of a response.
  ///
  /// - Throws: ``Malformed`` if the response is not multipart, or its `Content-Type` has no usable boundary. The status is not
  ///   checked.
  public init(_ response: Response, limits: Limits = Limits()) throws(Malformed) {
    try self.init(response.body, contentType: response.head.headerFields[.contentType] ?? "", limits: limits)
  }

  /// The parts of a body. To read another sequence of bytes, give it as `Body(chunks)`.
  ///
  /// - Parameters:
  ///   - body: the bytes.
  ///   - contentType: the media type with the boundary.
  ///   - limits: the limits of the body.
  /// - Throws: ``Malformed`` if the type is not multipart, or has no usable boundary.
  public init(_ body: Body, contentType: String, limits: Limits = Limits()) throws(Malformed) {
    let scanner = PartScanner(boundary: try Self.boundary(of: contentType), limits: limits)
    open = { PartReader(.body(body.makeAsyncIterator()), scanner) }
  }

  init(open: @escaping @Sendable () async throws -> PartReader) { self.open = open }

  static func boundary(of contentType: String) throws(Malformed) -> String {
    let value = ParameterizedValue(contentType)
    guard value.name.hasPrefix("multipart/"), value.name.utf8.count > 10 else { throw Malformed(.notMultipart, at: nil) }
    guard let boundary = value["boundary"] else { throw Malformed(.missingBoundary, at: nil) }
    // RFC 2046 section 5.1.1. Other visible characters occur in practice and do no harm.
    guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), boundary.last != " "
    else { throw Malformed(.invalidBoundary, at: nil) }
    return boundary
  }

  /// Starts to read at the first part. A body that is a one-shot stream can be read once; a call is sent again.
  public func makeAsyncIterator() -> Iterator { Iterator(open) }

  /// One reading of the parts.
  public struct Iterator: AsyncIteratorProtocol {
    private let open: @Sendable () async throws -> PartReader
    /// Nil before the first reading. A failure stays, so that nothing is sent again.
    private var opened: Result<PartReader, any Error>?

    init(_ open: @escaping @Sendable () async throws -> PartReader) { self.open = open }

    /// Returns the next part, or nil after the last. The unread rest of the part before it is skipped.
    ///
    /// - Throws: ``Malformed``; ``OutOfTurn/overlap`` if another task reads the body of a part; any error of the body. After an error
    ///   every further reading throws the same error. The parts of a call throw `CallError` in place of ``Malformed``, and
    ///   `CancellationError`.
    public mutating func next() async throws -> Part? { try await next(isolation: #isolation) }

    /// Returns the next part, or nil after the last, on the actor of the caller.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Part? {
      let reader: PartReader
      if let opened {
        reader = try opened.get()
      } else {
        do { reader = try await open() } catch {
          opened = .failure(error)
          throw error
        }
        opened = .success(reader)
      }
      guard let (fields, number) = try await reader.nextHead(isolation: actor) else { return nil }
      return Part(fields: fields, body: Body(PartReader.Chunks(reader: reader, number: number)))
    }
  }

  /// A part was read when it cannot be.
  public enum OutOfTurn: SafelyDescribed, Equatable {
    /// The next part has been asked for, so this body has been skipped.
    case partIsOver
    /// Two tasks read at the same time.
    case overlap

    /// One line, safe to log.
    public var description: String {
      switch self {
      case .partIsOver: "the body of the part was skipped; read it before the next part"
      case .overlap: "two tasks read the multipart body at the same time"
      }
    }
  }
}
