public import FoundationEssentials

/// The bytes of a message: whole in memory, in a file, or arriving over time.
///
/// A body is an asynchronous sequence of chunks. One made of bytes or of a file can be read any number of times; one made
/// of a stream says by ``isReplayable`` whether it can be read again, and a second reading of a one-shot stream throws
/// ``BodyError/alreadyConsumed``. Nothing here reads without a limit: see ``collect(upTo:)``.
///
/// ```swift
/// let body = Body(#"{"name":"Ann"}"#)
/// for try await chunk in body { print(chunk.count) }
/// ```
public struct Body: AsyncSequence, Sendable {
  /// A chunk of bytes; never empty.
  public typealias Element = Data

  /// How many bytes ``collect(upTo:)`` takes unless told otherwise: 16 MiB.
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

  /// A body of bytes in memory. Costs no copy.
  public init(_ data: Data) {
    storage = .bytes(data)
  }

  /// A body of text, as UTF-8.
  public init(_ text: String) {
    storage = .bytes(Data(text.utf8))
  }

  /// A body that is a file's content, mapped into memory and read as it is sent. The file must keep its length meanwhile: the
  /// system ends a process that reads a mapping beyond its file's end.
  ///
  /// - Throws: Foundation's error when the file cannot be opened.
  public init(contentsOf file: URL) throws {
    storage = .file(file, try Data(contentsOf: file, options: .alwaysMapped))
  }

  /// A body whose chunks arrive over time.
  ///
  /// - Parameters:
  ///   - chunks: the bytes. Empty chunks are skipped.
  ///   - length: how many bytes there will be, where that is known.
  ///   - isReplayable: whether `chunks` gives the same bytes each time it is iterated. A body that is not replayable is
  ///     never sent twice, so a call that carries it is not retried.
  public init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, length: Int? = nil, isReplayable: Bool = false
  ) where Chunks.Element == Data {
    let open: @Sendable () -> Iterator = {
      var iterator = chunks.makeAsyncIterator()
      return Iterator { try await iterator.next(isolation: #isolation) }
    }
    self.init(length: length, isReplayable: isReplayable, open: open)
  }

  init(length: Int?, isReplayable: Bool, open: @escaping @Sendable () -> Iterator) {
    guard !isReplayable else {
      storage = .stream(Stream(length: length, isReplayable: true, open: open))
      return
    }
    let once = Once()
    storage = .stream(
      Stream(length: length, isReplayable: false) {
        guard once.claim() else { return Iterator { throw BodyError.alreadyConsumed } }
        return open()
      })
  }

  /// How many bytes there are, where that is known before they are read.
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

  /// The bytes, where they are all in memory already.
  public var data: Data? {
    if case .bytes(let data) = storage { data } else { nil }
  }

  /// The file whose content this is, for a transport that can send one itself.
  public var file: URL? {
    if case .file(let url, _) = storage { url } else { nil }
  }

  /// Reads the whole body into memory.
  ///
  /// - Parameter limit: the most bytes to take.
  /// - Throws: ``BodyError/tooLarge(limit:observed:)`` once there are more, and whatever the source of the bytes throws.
  public func collect(upTo limit: Int = Body.defaultLimit) async throws -> Data {
    if let length, length > limit { throw BodyError.tooLarge(limit: limit, observed: length) }
    switch storage {
    case .bytes(let data), .file(_, let data): return data
    case .stream:
      var collected = Data()
      if let length { collected.reserveCapacity(length) }
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
    case .bytes(let data): Iterator(whole: data)
    case .file(_, let data): Iterator(slicing: data)
    case .stream(let stream): stream.open()
    }
  }

  /// Gives up a stream that nobody will read, so that its connection is free. Nothing happens to other bodies.
  func abandon() {
    if case .stream = storage { _ = makeAsyncIterator() }
  }

  /// Starts to read the body in slices, also where it is whole in memory.
  func makeSlicingIterator() -> Iterator {
    if case .bytes(let data) = storage { Iterator(slicing: data) } else { makeAsyncIterator() }
  }

  /// One reading of a body.
  public struct Iterator: AsyncIteratorProtocol {
    private enum Source {
      case slices(Data, size: Int)
      case pull(() async throws -> Data?)
      case ended
    }

    private static let sliceSize = 64 * 1024
    private var source: Source

    init(whole data: Data) {
      source = .slices(data, size: data.count)
    }

    init(slicing data: Data) {
      source = .slices(data, size: Self.sliceSize)
    }

    init(_ pull: @escaping () async throws -> Data?) {
      source = .pull(pull)
    }

    /// The next chunk, or nil after the last.
    public mutating func next() async throws -> Data? { try await next(isolation: #isolation) }

    /// The next chunk, or nil after the last, without leaving the caller's actor on the way.
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

/// Why a body could not be read.
public enum BodyError: Error, Equatable, CustomStringConvertible {
  /// A one-shot stream was read a second time.
  case alreadyConsumed
  /// There were more bytes than the limit; `observed` is how many had been seen when reading stopped.
  case tooLarge(limit: Int, observed: Int)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .alreadyConsumed:
      "the body is a one-shot stream and has been read already"
    case .tooLarge(let limit, let observed):
      "the body has more than \(limit) bytes (\(observed) seen); raise ResponseLimit for this row or call, or stream it"
    }
  }
}

extension BodyError: SafelyDescribed {}
