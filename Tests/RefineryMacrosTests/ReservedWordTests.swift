#if Macros
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryMacros
  import RefineryTesting
  import Testing

  @Endpoints("words")
  enum Words: EndpointGroup {
    @POST("{class}{?in}")
    static func `default`(`class`: String, in: String, @Member `default`: Int, @Member `let`: Int?) -> Call<Okay>

    @POST("form") static func form(@FormField `in`: String, @FormField repeat: Bool?) -> Call<Okay>

    @POST("parts") static func parts(@Part `in`: String) -> Call<Okay>
  }

  @Suite struct ReservedWordTests {
    @Test("U02: a function and its parameters may have reserved words as names, and are sent under these names")
    func words() async throws {
      let stub = StubTransport(.json("{}"))
      let api = Client(baseURL: "http://stub", transport: stub)
      try await api.send(Words.default(class: "a", in: "b", default: 1, let: 2))
      try await api.send(Words.form(in: "x", repeat: true))
      try await api.send(Words.parts(in: "x"))
      #expect(stub.requests.map(\.endpoint.name) == ["Words.default", "Words.form", "Words.parts"])
      #expect(stub.sent.map(\.path) == ["/words/a", "/words/form", "/words/parts"])
      #expect(stub.sent[0].query == ["in": ["b"]])
      #expect(stub.sent[0].text == #"{"default":1,"let":2}"#)
      #expect(stub.sent[1].text == "in=x&repeat=true")
      let parts = String(decoding: try await stub.requests[2].body?.collect() ?? Data(), as: UTF8.self)
      #expect(parts.contains(#"name="in""#))
    }
  }
#endif
