import FoundationEssentials
import RefineryCore
import RefineryFiles
import RefineryParts

/// One reading of the bytes of a form.
struct FormReading {
  private enum Source {
    case bytes(Data)
    case body(CountedReading)
  }

  private static let chunkSize = 256 * 1024
  private var rest: ArraySlice<FormSegment>
  private var source: Source?

  init(_ segments: [FormSegment]) { rest = segments[...] }

  /// Returns the next chunk; nil after the last.
  mutating func next() async throws -> Data? {
    while true {
      switch source {
      case .bytes(let data) where !data.isEmpty:
        source = .bytes(data.dropFirst(Self.chunkSize))
        return data.prefix(Self.chunkSize)
      case .body(let reading):
        if let chunk = try await reading.next() { return chunk }
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

  func next() async throws -> Data? {
    let chunk: Data?
    do {
      chunk = try await iterator.next()
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
