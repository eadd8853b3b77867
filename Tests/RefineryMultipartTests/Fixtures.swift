import Foundation
import HTTPTypes
import RefineryCore
import RefineryMultipart
import RefineryTesting
import Synchronization

/// A part that was read whole.
struct ReadPart: Equatable {
  var fields: [String]
  var content: String

  init(_ content: String) { self.init([], content) }

  init(_ fields: [String], _ content: String) {
    self.fields = fields
    self.content = content
  }
}

/// Bytes that arrive in pieces.
struct Pieces: AsyncSequence, Sendable {
  typealias Element = Data

  let pieces: [Data]

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<Data>
    mutating func next() async throws -> Data? { rest.popFirst() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(rest: pieces[...]) }
}

extension Body {
  /// A one-shot stream of these bytes, cut before these positions.
  static func cut(_ bytes: Data, at positions: [Int]) -> Body {
    var pieces: [Data] = []
    var start = 0
    for end in positions.sorted() + [bytes.count] where end > start && end <= bytes.count {
      pieces.append(Data(bytes[(bytes.startIndex + start)..<(bytes.startIndex + end)]))
      start = end
    }
    return Body(Pieces(pieces: pieces))
  }

  /// The body as a stream of the same bytes, whose length is not known.
  var streamed: Body { mapChunks { $0 } }
}

func read(
  _ body: Body, boundary: String = "b", limits: MultipartParts.Limits = .init()
) async throws -> [ReadPart] {
  var parts: [ReadPart] = []
  for try await part in try MultipartParts(body, contentType: "multipart/mixed; boundary=\(boundary)", limits: limits) {
    let fields = part.fields.map { "\($0.name.rawName): \($0.value)" }
    parts.append(ReadPart(fields, String(decoding: try await part.body.collect(), as: UTF8.self)))
  }
  return parts
}

/// Returns the result of reading, so that two readings can be compared.
func outcome(_ body: Body, boundary: String = "b") async throws -> Result<[ReadPart], MultipartParts.Malformed> {
  do {
    return .success(try await read(body, boundary: boundary))
  } catch let error as MultipartParts.Malformed {
    return .failure(error)
  }
}

/// A file that is removed with its last reference.
final class TemporaryFile: Sendable {
  let url: URL

  init(_ content: Data) throws {
    let name = "refinery-multipart-\(UInt64.random(in: .min ... .max))"
    url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try content.write(to: url)
  }

  /// Changes the size of the file in place.
  func resize(to size: Int) throws {
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: UInt64(size))
    try handle.close()
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// A transport that reads the bodies of its requests and responds with these statuses in turn, and then with 200.
final class BodyRecorder: Transport {
  private let state: Mutex<(statuses: [Int], received: [Data])>
  var received: [Data] { state.withLock { $0.received } }
  var capabilities: TransportCapabilities { [] }

  init(_ statuses: Int...) { state = Mutex((statuses, [])) }

  func send(_ request: Request) async throws -> Response {
    let bytes = try await request.body?.collect() ?? Data()
    let status = state.withLock { state in
      state.received.append(bytes)
      return state.statuses.isEmpty ? 200 : state.statuses.removeFirst()
    }
    return Response(status: HTTPResponse.Status(code: status), headers: status == 307 ? [.location: "/other"] : [:])
  }
}

let uploadEndpoint = Endpoint("Photo.upload", .put, "photos")
let upload: Call<Okay> = Call(uploadEndpoint)
