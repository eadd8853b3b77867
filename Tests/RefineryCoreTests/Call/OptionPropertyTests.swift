import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

private enum Tenant: OptionKey {
  static let name = "tenant"
  static let defaultValue: String? = nil
}

extension Options {
  fileprivate var tenant: String? {
    get { self[Tenant.self] }
    set { self[Tenant.self] = newValue }
  }
}

@Suite struct OptionPropertyTests {
  @Test("Options are given by property, those of a third party too, and only what is given is set")
  func properties() throws {
    let options = Options {
      $0.timeout = .seconds(5)
      $0.tenant = "north"
      $0.successCodes = [200, 404]
    }
    #expect(options.timeout == .seconds(5) && options[Tenant.self] == "north")
    #expect(options.successCodes.description == "200,404" && options.explicit(AttemptTimeoutKey.self) == nil)
    let api = Client(baseURL: base, transport: StubTransport(), options: options)
    let request = try api.makeRequest(for: Person.read(5).options { $0.tenant = "south" })
    #expect(request.options.tenant == "south" && request.options.timeout == .seconds(5))
  }

  @Test("Header fields may be an option of the client, the row and the call; the last one applies, and a call's own fields win")
  func headers() throws {
    let api = Client(baseURL: base, transport: StubTransport(), options: Options { $0.headers = [.accept: "client/a"] })
    func accept(_ call: Call<Okay>) throws -> String? {
      let sent = try api.makeRequest(for: call).head.headerFields[.accept]
      #expect(api.headers(of: call)[.accept] == sent)
      return sent
    }
    let row = Endpoint("A.read", .get, "a", Options { $0.headers = [.accept: "row/a"] })
    #expect(try accept(Call(Endpoint("B.read", .get, "b"))) == "client/a")
    #expect(try accept(Call(row)) == "row/a")
    #expect(try accept(Call(row).options { $0.headers = [.accept: "call/a"] }) == "call/a")
    #expect(try accept(Call(row).options { $0.headers = [.accept: "call/a"] }.header(.accept, "own/a")) == "own/a")
  }

  @Test("A status is a set of one")
  func literal() {
    let one: StatusSet = 422
    #expect(one.contains(422) && !one.contains(421) && !one.contains(423))
  }

  @Test("A set of every status has a description")
  func everyStatus() {
    #expect(StatusSet(0...Int.max, 7...7).description == "0-\(Int.max),7")
  }
}
