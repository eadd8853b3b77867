import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct TextTests {
  private func client(_ type: String?, _ bytes: [UInt8]) -> (Client, StubTransport) {
    let server = StubTransport(.status(200, headers: type.map { [.contentType: $0] } ?? [:], body: Body(Data(bytes))))
    return (Client(baseURL: "http://stub", transport: server), server)
  }

  private let read = Endpoint("Text.read", .get, "text")

  @Test(
    "Text is decoded by its byte order mark, its charset, or as UTF-8",
    arguments: [
      ("text/plain", Array("é€".utf8), "é€"), (nil, Array("é".utf8), "é"), ("text/plain; charset=UTF-8", Array("é".utf8), "é"),
      ("text/plain;charset=\"utf-8\"; x=y", [0xEF, 0xBB, 0xBF, 0x61], "a"),
      ("text/html; charset=ISO-8859-1", [0xE9, 0x80, 0x0A], "é€\n"),
      ("text/plain;CHARSET='windows-1252'", [0x92, 0x81], "’\u{81}"),
      ("text/plain; charset=us-ascii", [0x61], "a"), ("text/plain; charset=utf-16", [0x61, 0, 0x3D, 0xD8, 0, 0xDE], "a😀"),
      ("text/plain; charset=utf-16be", [0, 0x61], "a"), ("text/plain; charset=latin1", [0xFE, 0xFF, 0, 0x61], "a"),
      ("text/plain; charset=utf-8", [0xFF, 0xFE, 0x61, 0], "a"), ("application/json", Array("[1]".utf8), "[1]"),
      ("text/plain", [], ""), ("text/plain; charset=koi8-r", [0xEF, 0xBB, 0xBF, 0x61], "a"),
    ] as [(String?, [UInt8], String)])
  func charsets(type: String?, bytes: [UInt8], text: String) async throws {
    let (api, _) = client(type, bytes)
    #expect(try await api.send(Call<Okay>(read).text) == text)
  }

  @Test(
    "Bytes that are not text of their charset, and unknown charsets, end the call",
    arguments: [
      ("text/plain", [0xFF]), ("text/plain; charset=utf-16", [0x61]), ("text/plain; charset=utf-16", [0, 0xD8]),
      ("text/plain; charset=koi8-r", [0x61]), ("text/plain; charset=\"", [0x61]),
    ] as [(String, [UInt8])])
  func malformed(type: String, bytes: [UInt8]) async throws {
    let (api, _) = client(type, bytes)
    let error = await #expect(throws: CallError.self) { try await api.send(Call<Okay>(read).text) }
    #expect((error?.underlying as? MappingError)?.kind == .malformed)
  }

  @Test("The call asks for text, unless its row or it decides") func accept() async throws {
    let (api, server) = client("text/plain", [0x61])
    _ = try await api.send(Call<Okay>(read).text)
    _ = try await api.send(Call<Okay>(read).header(.accept, "text/csv").text)
    _ = try await api.send(
      Call<Okay>(Endpoint("Text.csv", .get, "x", Options { $0.headers = [.accept: "text/csv"] })).text)
    #expect(
      server.requests.map { $0.head.headerFields[.accept] }
        == ["text/plain, text/*;q=0.9, */*;q=0.8", "text/csv", "text/csv"])
  }

  @Test("A call of a string reads text as text, and JSON as JSON") func strings() async throws {
    let text = Array(#""a""#.utf8)
    for type in ["text/plain", "TEXT/CSV; charset=utf-8"] {
      let (api, _) = client(type, text)
      #expect(try await api.send(Call<String>(read)) == #""a""#)
      #expect(try await api.send(Call<String?>(read)) == #""a""#)
      #expect(try await api.send(Call<Okay>(read).text.optional) == #""a""#)
    }
    for type in ["application/json", nil, "text/json"] {
      let (api, _) = client(type, text)
      #expect(try await api.send(Call<String>(read)) == "a")
      #expect(try await api.send(Call<String?>(read)) == "a")
    }
    let (api, _) = client("text/plain", Array(#"{"data":"a"}"#.utf8))
    #expect(try await api.send(Call<String>(read).envelope("data")) == "a")
    let (empty, _) = client("text/plain", [])
    #expect(try await empty.send(Call<String?>(read)) == nil)
    #expect(try await empty.send(Call<String>(read)) == "")
  }
}
