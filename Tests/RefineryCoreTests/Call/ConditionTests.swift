import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct ConditionTests {
  @Test("A resource that has not changed since a date is nil, and the reply says when it last changed")
  func modifiedSince() async throws {
    let changed = "Sun, 06 Nov 1994 08:49:37 GMT"
    let (api, server) = client(.json(#"{"id":5,"name":"Ann"}"#, headers: [.lastModified: changed]), .status(304))
    let first = try await api.reply(to: Person.read(5))
    let date = try #require(first.lastModified)
    #expect(date == Date(timeIntervalSince1970: 784_111_777))
    #expect(try await api.send(Person.read(5).ifModifiedSince(date)) == nil)
    #expect(server.requests.last?.head.headerFields[.ifModifiedSince] == changed)
  }

  @Test("A change is made only if nothing has changed since a date")
  func unmodifiedSince() async throws {
    let (api, server) = client(.status(412))
    let call = Person.delete(5).ifUnmodifiedSince(Date(timeIntervalSince1970: 1e300))
    await #expect(throws: CallError.self) { try await api.send(call) }
    #expect(server.requests.last?.head.headerFields[.ifUnmodifiedSince] == "Fri, 31 Dec 9999 23:59:59 GMT")
  }

  @Test("The location of a response is followed, with values added to its query")
  func location() async throws {
    let (api, server) = client(.status(202, headers: [.location: "/uploads/7?state=a%2Fb"]), .status(201), .status(201))
    let upload = try await api.reply(to: Call<Okay>(Endpoint("Upload.begin", .post, "uploads")))
    let location = try #require(upload.location)
    let finish = Call<Okay>(Endpoint("Upload.finish", .put, "uploads/{id}"))
    try await api.send(finish.following(location, adding: ["digest": "sha256:5"]))
    #expect(server.requests.last?.head.path == "/uploads/7?state=a%2Fb&digest=sha256%3A5")
    try await api.send(finish.following("/uploads/8", adding: ["digest": "x"]))
    #expect(server.requests.last?.head.path == "/uploads/8?digest=x")
  }

  @Test("Error details are read at their place in the body")
  func errorEnvelope() async throws {
    struct Fault: Error, Decodable, Equatable { let code: Int }
    let (api, _) = client(.json(#"{"error":{"info":{"code":7}}}"#, status: 422), .json(#"{"code":8}"#, status: 422))
    let call = Person.read(5).errors(Fault.self, for: 422, at: "error.info")
    let error = await #expect(throws: CallError.self) { try await api.send(call) }
    #expect(error?.details(as: Fault.self) == Fault(code: 7))
    let other = await #expect(throws: CallError.self) { try await api.send(call) }
    #expect(other?.details == nil && other?.status == 422)
  }

  @Test("Numbers in text are read if the coder says so, and refused otherwise")
  func quotedNumbers() throws {
    struct Price: Codable, Equatable { var amount: Decimal, units: Int64 }
    let data = Data(#"{"amount":"12.50","units":"9007199254740993"}"#.utf8)
    let price = Price(amount: Decimal(string: "12.5") ?? 0, units: 9_007_199_254_740_993)
    #expect(try JSONCoder(acceptsQuotedScalars: true).decode(Price.self, from: data) == price)
    #expect(throws: MappingError.self) { try JSONCoder().decode(Price.self, from: data) }
  }

  @Test("Dates are read and written in the format of a style")
  func dateFormat() throws {
    struct Day: Codable, Equatable { var on: Date }
    let coder = JSONCoder(dates: .format(.iso8601.year().month().day()))
    let day = Day(on: Date(timeIntervalSince1970: 784_080_000))
    let data = Data(#"{"on":"1994-11-06"}"#.utf8)
    #expect(try coder.encode(day) == data)
    #expect(try coder.decode(Day.self, from: data) == day)
    for bad in [
      #"{"on":"yesterday"}"#, #"{"on":"1994-11-06T23:30:00Z"}"#, #"{"on":"1994-11-06junk"}"#, #"{"on":7}"#, #"{"on":null}"#,
    ] {
      #expect(throws: MappingError.self) { try coder.decode(Day.self, from: Data(bad.utf8)) }
    }
  }
}
