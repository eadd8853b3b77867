import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting

@testable import RefineryGzip

/// One short text, compressed by programs other than the one under test.
enum Fixture {
  static let text = #"{"name":"Ann","friends":["Ann","Ann","Ann"]}"#
  /// `gzip -9`: with a file name and a time.
  static let named = Data(
    hex: "1f8b08081fe8006b0203616e6e2e6a736f6e00ab56ca4bcc4d55b25272cccb53d2514a2bca4ccd4b2956b28a860a20c8d85a00"
      + "939630352c000000")
  /// With FTEXT, FHCRC, FEXTRA, FNAME and FCOMMENT set.
  static let everyField = Data(
    hex: "1f8b081f00f1536502030600414202006869616e6e2e6a736f6e006120636f6d6d656e740057b3"
      + "ab56ca4bcc4d55b25272cccb53d2514a2bca4ccd4b2956b28a860a20c8d85a00939630352c000000")
  /// `gzip -9` of nothing.
  static let empty = Data(hex: "1f8b080000000000020303000000000000000000")
  static let zlib = Data(hex: "78daab56ca4bcc4d55b25272cccb53d2514a2bca4ccd4b2956b28a860a20c8d85a002f190d41")
  static let raw = Data(hex: "ab56ca4bcc4d55b25272cccb53d2514a2bca4ccd4b2956b28a860a20c8d85a00")
  /// zlib that needs a dictionary nobody has.
  static let dictionary = Data(hex: "78f914230347ab5602b3adc01c1da5b4a2ccd4bc946225ab68a800828cad05002f190d41")
}

extension Data {
  init(hex: String) {
    let digits = Array(hex)
    self.init(stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) })
  }

  /// The bytes in pieces of a size.
  func pieces(of size: Int) -> [Data] {
    stride(from: 0, to: count, by: size).map { Data(dropFirst($0).prefix(size)) }
  }
}

/// Chunks computed one at a time, so that nothing is whole in memory.
struct Chunks: AsyncSequence, Sendable {
  let count: Int
  let make: @Sendable (Int) -> Data

  init(_ count: Int, make: @escaping @Sendable (Int) -> Data) {
    self.count = count
    self.make = make
  }

  init(_ chunks: [Data]) {
    self.init(chunks.count) { chunks[$0] }
  }

  func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

  struct Iterator: AsyncIteratorProtocol {
    let chunks: Chunks
    var index = 0

    mutating func next() async throws -> Data? {
      guard index < chunks.count else { return nil }
      defer { index += 1 }
      return chunks.make(index)
    }
  }
}

extension SeededRandom {
  mutating func bytes(_ count: Int) -> Data { Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }) }
}

func post(
  _ body: Body?, type: String? = "application/json", method: HTTPRequest.Method = .post, host: String = "api.test",
  headers: HTTPFields = [:], options: Options = Options()
) -> Request {
  var head = HTTPRequest(method: method, scheme: "https", authority: host, path: "/people", headerFields: headers)
  head.headerFields[.contentType] = type
  return Request(endpoint: Endpoint("Person.create", method, "people", options), head: head, body: body, options: options)
}

func get(_ options: Options = Options(), method: HTTPRequest.Method = .get, headers: HTTPFields = [:]) -> Request {
  post(nil, type: nil, method: method, headers: headers, options: options)
}

/// JSON of a size that gets much smaller.
func json(_ size: Int) -> Data {
  var data = Data()
  data.reserveCapacity(size + 9)
  while data.count < size { data.append(contentsOf: #"{"id":5},"#.utf8) }
  return data.prefix(size)
}

extension Middleware {
  func send(_ request: Request, to stub: StubTransport) async throws -> Response {
    try await respond(to: request, next: Next(transport: stub))
  }
}
