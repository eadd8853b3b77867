public import FoundationEssentials

/// The bytes of a message: whole in memory, in a file, or a stream.
///
/// A body is an asynchronous sequence of chunks. A body of bytes or of a file can be read any number of times. ``isReplayable``
/// says whether the body of a stream can be read again. A second reading of a one-shot stream throws
/// ``BodyError/alreadyConsumed``. Reading a whole body always has a limit: see ``collect(upTo:)``.
///
/// ```swift
/// let body = Body(#"{"name":"Ann"}"#)
/// for try await chunk in body { print(chunk.count) }
/// ```
public struct Body: AsyncSequence, Sendable {
  /// A chunk of bytes; never empty.
  public typealias Element = Data

  /// The default limit of ``collect(upTo:)``: 16 MiB.
  public static let defaultLimit = 16 * 1024 * 1024

  enum Storage: Sendable {
    case bytes(Data)
    case file(URL, Data)
    case stream(Stream)
  }

  struct Stream: Sendable {
    let length: Int?
    let isReplayable: Bool
    let open: @Sendable () -> Iterator
  }

  let storage: Storage

  init(storage: Storage) {
    self.storage = storage
  }

  /// A body without bytes.
  public static let empty = Body(Data())

  /// Creates a body of bytes in memory, without copying them.
  public init(_ data: Data) {
    storage = .bytes(data)
  }

  /// Creates a body of text, as UTF-8.
  public init(_ text: String) {
    storage = .bytes(Data(text.utf8))
  }

  /// Creates a body of a file's content. The file is mapped into memory, and read while it is sent. Do not shorten it in that
  /// time: the system ends a process that reads a mapping beyond the end of the file.
  ///
  /// - Throws: Foundation's error if the file cannot be opened.
  public init(contentsOf file: URL) throws {
    storage = .file(file, try Data(contentsOf: file, options: .alwaysMapped))
  }

  /// Creates a body whose chunks arrive over time.
  ///
  /// Some streams end when the task of their reader is cancelled. The reader then gets `CancellationError` instead of the end,
  /// unless `length` bytes have arrived.
  ///
  /// - Parameters:
  ///   - chunks: the bytes. Empty chunks are skipped.
  ///   - length: the number of bytes, if it is known. A negative number, such as Foundation's -1 for an unknown length, counts
  ///     as nil.
  ///   - isReplayable: whether every iteration of `chunks` gives the same bytes. A body that is not replayable is never sent
  ///     twice, so a call with such a body is not retried.
  public init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, length: Int? = nil, isReplayable: Bool = false
  ) where Chunks.Element == Data {
    let length = length.flatMap { $0 < 0 ? nil : $0 }
    let open: @Sendable () -> Iterator = {
      var iterator = chunks.makeAsyncIterator()
      var count = 0
      return Iterator {
        guard let chunk = try await iterator.next(isolation: #isolation) else {
          // Some streams end when their reader is cancelled. The body is then incomplete, unless all its bytes have arrived.
          if count != length { try Task.checkCancellation() }
          return nil
        }
        count += chunk.count
        return chunk
      }
    }
    self.init(length: length, isReplayable: isReplayable, open: open)
  }

  init(length: Int?, isReplayable: Bool, open: @escaping @Sendable () -> Iterator) {
    guard !isReplayable else {
      storage = .stream(Stream(length: length, isReplayable: true, open: open))
      return
    }
    let once = OnceFlag()
    storage = .stream(
      Stream(length: length, isReplayable: false) {
        guard once.claim() else { return Iterator { throw BodyError.alreadyConsumed } }
        return open()
      })
  }

  /// The number of bytes; nil if it is not known before they are read.
  public var length: Int? {
    switch storage {
    case .bytes(let data), .file(_, let data): data.count
    case .stream(let stream): stream.length
    }
  }

  /// Whether the same bytes can be read again.
  public var isReplayable: Bool {
    switch storage {
    case .bytes, .file: true
    case .stream(let stream): stream.isReplayable
    }
  }

  /// The bytes, if they are already in memory; nil for a file or a stream.
  public var data: Data? {
    if case .bytes(let data) = storage { data } else { nil }
  }

  /// The file with the content, for a transport that can send files; nil for any other body.
  public var file: URL? {
    if case .file(let url, _) = storage { url } else { nil }
  }

  /// Reads the whole body into memory.
  ///
  /// - Parameter limit: the maximum number of bytes.
  /// - Throws: ``BodyError/tooLarge(limit:observed:)`` if the body is larger; any error of the source of the bytes;
  ///   `CancellationError` if the task is cancelled before the last byte arrives.
  public func collect(upTo limit: Int = Body.defaultLimit) async throws -> Data {
    if let length, length > limit { throw BodyError.tooLarge(limit: limit, observed: length) }
    switch storage {
    case .bytes(let data), .file(_, let data): return data
    case .stream:
      var collected = Data()
      // The length is only a claim of the server.
      if let length { collected.reserveCapacity(Swift.min(length, Body.defaultLimit)) }
      for try await chunk in self {
        guard chunk.count <= limit - collected.count else {
          throw BodyError.tooLarge(limit: limit, observed: collected.count + chunk.count)
        }
        collected.append(chunk)
      }
      return collected
    }
  }

  /// Starts to read the body from its first byte.
  public func makeAsyncIterator() -> Iterator {
    switch storage {
    case .bytes(let data): Iterator(data, size: data.count)
    case .file(_, let data): Iterator(data, size: 64 * 1024)
    case .stream(let stream): stream.open()
    }
  }

  /// Releases a stream that nobody will read, so that its connection becomes free. Does nothing for other bodies.
  func abandon() {
    if case .stream = storage { _ = makeAsyncIterator() }
  }

  /// One reading of a body.
  public struct Iterator: AsyncIteratorProtocol, Redacted {
    private enum Source {
      case slices(Data, size: Int)
      case pull(() async throws -> Data?)
      case ended
    }

    private var source: Source

    init(_ data: Data, size: Int) { source = .slices(data, size: size) }

    init(_ pull: @escaping () async throws -> Data?) { source = .pull(pull) }

    /// Returns the next chunk, or nil after the last.
    public mutating func next() async throws -> Data? { try await next(isolation: #isolation) }

    /// Returns the next chunk, or nil after the last, on the actor of the caller.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
      switch source {
      case .ended:
        return nil
      case .slices(let data, let size):
        guard !data.isEmpty else {
          source = .ended
          return nil
        }
        source = .slices(data.dropFirst(size), size: size)
        return data.prefix(size)
      case .pull(let pull):
        do {
          while let chunk = try await pull() {
            if !chunk.isEmpty { return chunk }
          }
        } catch {
          source = .ended
          throw error
        }
        source = .ended
        return nil
      }
    }
  }
}

extension Body: Redacted {
  /// The size: `Body(12 bytes)`.
  public var description: String { "Body(\(shownSize))" }

  /// The size, for descriptions of messages: `12 bytes`.
  var shownSize: String {
    let length = length.map { $0 == 1 ? "1 byte" : "\($0) bytes" }
    return switch storage {
    case .bytes: length ?? ""
    case .file: "\(length ?? "") in a file"
    case .stream: length.map { "a stream of \($0)" } ?? "a stream"
    }
  }
}

/// Why a body could not be read.
public enum BodyError: SafelyDescribed, Equatable {
  /// A one-shot stream was read a second time.
  case alreadyConsumed
  /// There were more bytes than the limit. `observed` is the number of bytes seen when reading stopped.
  case tooLarge(limit: Int, observed: Int)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .alreadyConsumed:
      "the body is a one-shot stream and has been read already"
    case .tooLarge(let limit, let observed):
      "the body has more than \(limit) bytes (\(observed) seen); raise responseLimit for this row or call, or stream it"
    }
  }
}
