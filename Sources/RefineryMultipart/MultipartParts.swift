import HTTPTypes
public import RefineryCore

/// The parts of a multipart body, which are read while they arrive: `multipart/mixed`, `multipart/form-data`,
/// `multipart/byteranges` and others (RFC 2046 section 5.1).
///
/// ```swift
/// for try await part in api.parts(of: Report.download()) {
///   print(part.fields[.contentType] ?? "text/plain")
///   for try await chunk in part.body { print(chunk.count) }
/// }
/// ```
/// `Client.parts(of:limits:)` returns the parts of a call's response. The initializers read any other body.
///
/// Read the parts in order, and each body only once. If you move to the next part, the rest of the earlier part is skipped, and
/// reading its body throws an error. Memory holds only the chunk that has arrived and the head of a part.
///
/// Lines must end with CR LF. RFC 2046 allows no other line end, so a body whose lines end with LF has no part. Text before the
/// first part and after the last is skipped. To read a part that is itself multipart, make a second `MultipartParts` from its
/// body and its `Content-Type`.
public struct MultipartParts: AsyncSequence, Sendable, Redacted {
  /// The limits of a body. Reading a body that exceeds them throws ``Malformed``.
  public struct Limits: Sendable, Equatable {
    /// The maximum number of bytes of the head of a part. Default: 16 KiB. A head may have at most 5,000 fields, whatever this
    /// limit is.
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

  /// The parts of a body. To read another sequence of bytes, pass it as `Body(chunks)`.
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
    // RFC 2046 section 5.1.1. Other visible characters occur in practice, and are harmless.
    guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), boundary.last != " "
    else { throw Malformed(.invalidBoundary, at: nil) }
    return boundary
  }

  /// Returns an iterator that starts at the first part. Each iterator of a call sends the call again. A body that is a one-shot
  /// stream can be read only once.
  public func makeAsyncIterator() -> Iterator { Iterator(open) }

  /// One reading of the parts.
  public struct Iterator: AsyncIteratorProtocol {
    private let open: @Sendable () async throws -> PartReader
    /// Nil before the first reading. A failure is kept, so that the call is not sent again.
    private var opened: Result<PartReader, any Error>?

    init(_ open: @escaping @Sendable () async throws -> PartReader) { self.open = open }

    /// Returns the next part, or nil after the last. The unread rest of the part before it is skipped.
    ///
    /// - Throws: ``Malformed``; an error if another task reads the body of a part; any error of the body. After an error, every
    ///   further call throws the same error. The parts of a call throw `CallError` instead of ``Malformed``, and
    ///   `CancellationError` when the task is cancelled.
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
      guard let (fields, number) = try await reader.nextHead() else { return nil }
      return Part(fields: fields, body: Body(PartReader.Chunks(reader: reader, number: number)))
    }
  }

  /// A part was read at a moment when that is not possible.
  package enum OutOfTurn: SafelyDescribed, Equatable {
    /// The reader has moved to the next part, so this body was skipped.
    case partIsOver
    /// Two tasks read at the same time.
    case overlap

    /// One line, safe to log.
    package var description: String {
      switch self {
      case .partIsOver: "the body of the part was skipped; read it before the next part"
      case .overlap: "two tasks read the multipart body at the same time"
      }
    }
  }
}
