import FoundationEssentials
import RefineryCore
import RefineryFiles

/// The bytes of a form. Each iteration reads the files and bodies again.
struct FormChunks: AsyncSequence, Sendable {
  typealias Element = Data

  let segments: [FormSegment]

  func makeAsyncIterator() -> Iterator { Iterator(segments) }

  struct Iterator: AsyncIteratorProtocol {
    private enum Source {
      case bytes(Data)
      case body(CountedReading)
    }

    private static let chunkSize = 256 * 1024
    private var rest: ArraySlice<FormSegment>
    private var source: Source?

    init(_ segments: [FormSegment]) {
      rest = segments[...]
    }

    mutating func next() async throws -> Data? { try await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
      while true {
        switch source {
        case .bytes(let data) where !data.isEmpty:
          source = .bytes(data.dropFirst(Self.chunkSize))
          return data.prefix(Self.chunkSize)
        case .body(let reading):
          if let chunk = try await reading.next(isolation: actor) { return chunk }
        case .bytes, nil:
          break
        }
        guard let segment = rest.popFirst() else {
          source = nil
          return nil
        }
        source =
          switch segment {
          case .bytes(let data): .bytes(data)
          case .body(let body, let part): .body(CountedReading(body, part))
          }
      }
    }
  }
}

/// Reads a body and checks that it has as many bytes as its length states.
private final class CountedReading {
  private var iterator: Body.Iterator
  private let length: Int?
  private let part: String
  private var count = 0

  init(_ body: Body, _ part: String) {
    iterator = body.makeAsyncIterator()
    length = body.length
    self.part = part
  }

  func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
    let chunk: Data?
    do {
      chunk = try await iterator.next(isolation: actor)
    } catch let fault as FileFault {
      throw MultipartForm.Fault(.file(fault), part: part)
    }
    count += chunk?.count ?? 0
    if let length, count > length || chunk == nil && count < length {
      throw MultipartForm.Fault(.lengthChanged(expected: length, actual: count), part: part)
    }
    return chunk
  }
}
