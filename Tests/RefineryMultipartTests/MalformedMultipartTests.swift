import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryMultipart
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MalformedMultipartTests {
  typealias Malformed = MultipartParts.Malformed

  @Test(
    "R05: malformed input gives an error with the place, however it is cut",
    arguments: [
      ("", .missingFinalBoundary, 0), ("no boundary\r\n", .missingFinalBoundary, 13),
      ("--b\r\n", .missingFinalBoundary, 5), ("--b\r\nA: 1\r\n", .missingFinalBoundary, 11),
      ("--b\r\n\r\nx\r\n--b", .missingFinalBoundary, 13), ("--b\r\n\r\nx\r\n--b\r\n", .missingFinalBoundary, 15),
      ("--b\r\n\r\nx\r\n--b-", .missingFinalBoundary, 14), ("--b\nA: 1\n\nx\n--b--\n", .missingFinalBoundary, 18),
      ("--b\r\nA: 1\r\nnocolon\r\n\r\nx\r\n--b--", .missingColon, 11),
      ("--b\r\n: 1\r\n\r\nx\r\n--b--", .invalidFieldName, 5), ("--b\r\nA : 1\r\n\r\nx\r\n--b--", .invalidFieldName, 5),
      ("--b\r\n A: 1\r\n\r\nx\r\n--b--", .invalidFieldName, 5), ("--b\r\nÄ: 1\r\n\r\nx\r\n--b--", .invalidFieldName, 5),
      ("--b\r\nA: \0\r\n\r\nx\r\n--b--", .invalidCharacter, 8), ("--b\r\nA: 1\nB: 2\r\n\r\n\r\n--b--", .invalidCharacter, 9),
      ("--b\r\nA: 1\rB: 2\r\n\r\n\r\n--b--", .invalidCharacter, 9),
      ("--b\r\nA: 1\u{7F}\r\n\r\n\r\n--b--", .invalidCharacter, 9),
      ("--b\r\n--b\r\n\r\n\r\n--b--", .missingColon, 5),
    ] as [(String, Malformed.Reason, Int)])
  func malformed(text: String, reason: Malformed.Reason, offset: Int) async throws {
    let bytes = Data(text.utf8)
    for positions in (0...bytes.count).map({ [$0] }) + [Array(0..<bytes.count)] {
      let error = await #expect(throws: Malformed.self) { try await read(.cut(bytes, at: positions)) }
      #expect(error?.reason == reason)
      #expect(error?.offset == offset)
    }
  }

  @Test("R05: a head may have as many bytes as the limit, and a body as many parts")
  func limits() async throws {
    let bytes = Data("--b\r\nA: 1\r\n\r\nx\r\n--b\r\nB: 2\r\n\r\ny\r\n--b--".utf8)
    let pieces = [[], Array(0..<bytes.count)]
    for positions in pieces {
      #expect(try await read(.cut(bytes, at: positions), limits: .init(headBytes: 6, parts: 2)).count == 2)
      let head = await #expect(throws: Malformed.self) {
        try await read(.cut(bytes, at: positions), limits: .init(headBytes: 5, parts: 2))
      }
      #expect(head?.reason == .headTooLarge)
      let parts = await #expect(throws: Malformed.self) {
        try await read(.cut(bytes, at: positions), limits: .init(headBytes: 6, parts: 1))
      }
      #expect(parts?.reason == .tooManyParts)
      #expect(parts?.offset == 14)
    }
    let response = Response(status: .ok, headers: [.contentType: "multipart/mixed; boundary=b"], body: Body(bytes))
    let ofResponse = await #expect(throws: Malformed.self) {
      for try await _ in try MultipartParts(response, limits: .init(parts: 1)) {}
    }
    #expect(ofResponse?.reason == .tooManyParts)
    for (count, isBoundary) in [(256, true), (257, false)] {
      let padded = Data(("--b" + String(repeating: " ", count: count) + "\r\n\r\nx\r\n--b--").utf8)
      for positions in [[], Array(0..<padded.count)] {
        #expect(try await read(.cut(padded, at: positions)) == (isBoundary ? [ReadPart("x")] : []))
      }
    }
  }

  @Test("R05: a head beyond the limit is an error before the rest of it is read")
  func endlessHead() async throws {
    let arrived = Gathered<Int>()
    let chunks = [Data("--b\r\nA: ".utf8)] + Array(repeating: Data(repeating: 0x61, count: 10), count: 9)
    let body = Body(Pieces(pieces: chunks)).mapChunks { chunk in
      arrived.add(chunk.count)
      return chunk
    }
    let error = await #expect(throws: Malformed.self) { try await read(body, limits: .init(headBytes: 20)) }
    #expect(error?.reason == .headTooLarge)
    #expect(arrived.all.count == 3)
  }

  @Test("R05: the head of a part has at most 5,000 fields, whatever the limit of its bytes")
  func manyFields() async throws {
    func part(_ count: Int) -> Body { Body("--b\r\n" + String(repeating: "A:\r\n", count: count) + "\r\nx\r\n--b--") }
    let limits = MultipartParts.Limits(headBytes: 1 << 20)
    #expect(try await read(part(5_000), limits: limits).first?.fields.count == 5_000)
    for count in [5_001, 70_000] {
      let error = await #expect(throws: Malformed.self) { try await read(part(count), limits: limits) }
      #expect(error?.reason == .headTooLarge)
    }
  }

  @Test(
    "R05: a content type without a usable boundary is refused before anything is read",
    arguments: [
      ("", .notMultipart), ("application/json", .notMultipart), ("multipart/", .notMultipart),
      ("multipart/mixed", .missingBoundary),
      ("multipart/mixed; charset=utf-8", .missingBoundary), ("multipart/mixed; boundary=", .invalidBoundary),
      ("multipart/mixed; boundary=\"\"", .invalidBoundary), ("multipart/mixed; boundary=\"a \"", .invalidBoundary),
      ("multipart/mixed; boundary=ä", .invalidBoundary),
      ("multipart/mixed; boundary=" + String(repeating: "x", count: 71), .invalidBoundary),
    ] as [(String, Malformed.Reason)])
  func contentType(text: String, reason: Malformed.Reason) {
    let error = #expect(throws: Malformed.self) { try MultipartParts(.empty, contentType: text) }
    #expect(error?.reason == reason)
    #expect(error?.offset == nil)
  }

  @Test("R05: changed bytes give parts or an error, the same for every cut", .afterTheRush)
  func mutations() async throws {
    var random = SeededRandom(seed: 2046)
    let original = Data(
      ("x\r\n--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n"
        + "--b\r\nA: 1\r\n 2\r\n\r\n\r\n-\r\n--b \r\n\r\n\r\n--b--\r\ny").utf8)
    let alphabet = Array("\r\n-b: a\0\u{7F}\"\t".utf8)
    for _ in 0..<1500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = alphabet.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: index)
        default: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: index)
        }
      }
      let whole = try await outcome(Body(bytes))
      let positions = (0..<Int.random(in: 1...9, using: &random)).map { _ in Int.random(in: 0...bytes.count, using: &random) }
      #expect(try await outcome(.cut(bytes, at: positions)) == whole, "\(Array(bytes))")
      #expect(try await outcome(.cut(bytes, at: Array(0..<bytes.count))) == whole, "\(Array(bytes))")
    }
  }
}
