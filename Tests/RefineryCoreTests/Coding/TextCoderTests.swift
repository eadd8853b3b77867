import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct TextCoderTests {
  private enum Level: String, Codable { case low, high }
  private let row = Endpoint("Note.rename", .put, "notes/{id}/title", Options { $0.coder = TextCoder() })

  private func response(_ type: String?, _ bytes: [UInt8], status: Int = 200) -> StubTransport.StubResponse {
    .status(status, headers: type.map { [.contentType: $0] } ?? [:], body: Body(Data(bytes)))
  }

  @Test("C18: a row of text sends text, and returns text of any media type as it is")
  func row() async throws {
    let (api, server) = client(response("application/json", Array(#"null "#.utf8)), response(nil, []))
    #expect(try await api.send(Call<String>(row, ["id": 7]).body("é\n")) == "null ")
    #expect(try await api.send(Call<String>(row, ["id": 7]).body("")) == "")
    #expect(server.sent.map(\.text) == ["é\n", ""])
    #expect(server.last?.headers[.contentType] == "text/plain; charset=utf-8")
    #expect(server.last?.headers[.accept] == "text/plain, text/*;q=0.9, */*;q=0.8")
  }

  @Test("C18: the charset of the response applies, whatever its media type", arguments: ["text/plain", "application/x-notes"])
  func charset(type: String) async throws {
    let (api, _) = client(response("\(type); charset=latin1", [0xE9]))
    #expect(try await api.send(Call<String>(row, ["id": 7])) == "é")
    let (other, _) = client(response("\(type); charset=koi8-r", [0xE9]), response("\(type)", [0xFF]))
    for _ in 0..<2 {
      let error = await #expect(throws: CallError.self) { try await other.send(Call<String>(row, ["id": 7])) }
      #expect((error?.underlying as? MappingError)?.kind == .malformed)
    }
  }

  @Test("C18: an optional is nil only without bytes: white space and null are text")
  func optional() async throws {
    let (api, _) = client(response("x/y", Array(" ".utf8)), response("x/y", Array("null".utf8)), response("x/y", []))
    let call = Call<String>(row, ["id": 7]).optional
    #expect(try await api.send(call) == " ")
    #expect(try await api.send(call) == "null")
    #expect(try await api.send(call) == nil)
    #expect(try await api.send(Call<String?>(row, ["id": 7])) == nil)
  }

  @Test("C18: numbers, booleans and enumerations are written and read as their text")
  func scalars() throws {
    let coder = TextCoder()
    func text(_ value: some Encodable) throws -> String? { String(data: try coder.encode(value), encoding: .utf8) }
    #expect(try text(7) == "7" && text(1.5) == "1.5" && text(true) == "true" && text(Level.high) == "high")
    #expect(try coder.decode(Int.self, from: Data("-7".utf8)) == -7)
    #expect(try coder.decode(Double.self, from: Data("1.5".utf8)) == 1.5)
    #expect(try coder.decode(Bool.self, from: Data("true".utf8)))
    #expect(try coder.decode(Level.self, from: Data("low".utf8)) == .low)
    #expect(try coder.decode(Int?.self, from: Data()) == nil)
    #expect(try coder.decode(JSONValue.self, from: Data(#"{"a":1}"#.utf8)) == #"{"a":1}"#)
    for text in ["", " 7", "7\n", "0x7", "7.5", "99999999999999999999"] {
      #expect(throws: MappingError.self) { try coder.decode(Int.self, from: Data(text.utf8)) }
    }
    #expect(throws: MappingError.self) { try coder.decode(Level.self, from: Data("medium".utf8)) }
  }

  @Test("C18: a type that is not one text is an error that names the type, in both directions")
  func models() {
    let coder = TextCoder()
    let person = Person(id: 1, name: "Ann")
    let unwritten = #expect(throws: MappingError.self) { try coder.encode(person) }
    #expect(unwritten?.kind == .unencodable && unwritten?.description.contains("not Person") == true)
    #expect(throws: MappingError.self) { try coder.encode([1]) }
    #expect(throws: MappingError.self) { try coder.encode(String?.none) }
    let json = Data(#"{"id":1,"name":"Ann"}"#.utf8)
    let unread = #expect(throws: MappingError.self) { try coder.decode(Person.self, from: json) }
    #expect(unread?.kind == .wrongShape && unread?.description.contains("not Person") == true)
    #expect(unread?.description.contains("Ann") == false)
    #expect(throws: MappingError.self) { try coder.decode([String].self, from: json) }
    #expect(throws: MappingError.self) { try coder.decode(String.self, from: json, at: ["name"]) }
  }

  @Test("O02: an envelope around a text is a problem of the row, and an error of the call")
  func envelope() async throws {
    var wrapped = row
    wrapped.options.envelope = "data"
    #expect(EndpointTable("T", rows: [row]).problems == [])
    let problems = EndpointTable("T", rows: [wrapped]).problems
    #expect(problems.count == 1 && problems.first?.contains("Note.rename: its coder reads the whole body as text") == true)
    let (api, _) = client(response("text/plain", Array("a".utf8)))
    let error = await #expect(throws: CallError.self) { try await api.send(Call<String>(row, ["id": 7]).envelope("data")) }
    #expect(error?.kind == .mapping)
  }

  @Test("O08: the errors of a row of text may be JSON or text")
  func errors() async throws {
    struct Refused: Decodable, Error { let code: Int }
    struct Reason: Decodable, Error, Equatable {
      let text: String
      init(text: String) { self.text = text }
      init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    }
    let (api, _) = client(
      response("application/json", Array(#"{"code":7}"#.utf8), status: 409),
      response("text/plain", Array("full".utf8), status: 507))
    let call = Call<String>(row, ["id": 7]).errors(Refused.self, for: 409).errors(Reason.self, for: 507)
    let first = await #expect(throws: CallError.self) { try await api.send(call) }
    #expect(first?.details(as: Refused.self)?.code == 7)
    let second = await #expect(throws: CallError.self) { try await api.send(call) }
    #expect(second?.details(as: Reason.self) == Reason(text: "full"))
  }
}
