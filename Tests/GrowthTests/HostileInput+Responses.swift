import FoundationEssentials
import HTTPTypes
import RefineryAuth
import RefineryCache
import RefineryCore
import RefineryEvents
import RefineryJSONAPI
import RefineryMultipart
import RefineryParts
import RefineryRateLimit
import RefineryTesting
import RefineryTracking
import Testing

private struct Person: JSONAPIResource, Readable, Equatable {
  static let resourceType = "people"
  static let path: URITemplate = "people"
  var id: String?
  var name: String
  var friends: ToMany<Person> = .absent
}

private struct Order: Codable, Identifiable, Sendable, Readable, Patchable {
  static let path: URITemplate = "orders"
  var id: Int
  var lines: [Int]
}

private let text = Call<Data>(Endpoint("Growth.read", .get, "read"))

extension HostileInput {
  /// Documents with a format of their own.
  static let documents: [HostileInput] = [
    reading(
      "JSON:API: one resource included again and again", 400,
      { count in
        person(related: [], including: (0..<count).map { _ in resource("9") })
      }
    ) { body in
      for coder in [JSONAPICoder(), JSONAPICoder(conformance: .sending)] {
        _ = try coder.decode(Document<Person>.self, from: body)
      }
    },
    reading(
      "JSON:API: many included resources, all related", 300,
      { count in
        person(related: (0..<count).map { "\($0)" }, including: (0..<count).map { resource("\($0)") })
      }
    ) { body in
      let person = try JSONAPICoder(conformance: .strict).decode(Person.self, from: body)
      try holds(person.friends.values.count > 1)
    },
    reading(
      "JSON:API: one identifier related again and again, with another meta", 300,
      { count in
        let identifiers = many(count) { #"{"type":"people","id":"9","meta":{"a":{"b":{"c":{"d":\#($0)}}}}}"# }
        return
          #"{"data":{"type":"people","id":"1","attributes":{"name":"A"},"relationships":{"friends":{"data":[\#(identifiers)]}}}}"#
          .data
      }
    ) { body in
      _ = try JSONAPICoder(conformance: .strict).decode(Person.self, from: body)
    },
    reading(
      "JSON:API: resources that are left out", 300,
      { count in
        #"{"data":[\#(many(count) { #"{"type":"people","id":"\#($0)","attributes":{}}"# })]}"#.data
      }
    ) { body in
      let list = try JSONAPICoder().decodeList(Person.self, from: body, onFailure: .skip)
      #expect(list.elements.isEmpty)
    },
    reading(
      "JSON:API: a list of errors", 300,
      { count in
        #"{"errors":[\#(many(count) { #"{"status":"422","title":"t\#($0)","source":{"pointer":"/data"}}"# })]}"#.data
      }
    ) { body in
      _ = try JSONAPICoder().decode(JSONAPIErrors.self, from: body)
    },
    reading(
      "Problem: messages about fields, up to 64 KiB", 200,
      { count in
        #"{"errors":{\#(many(count) { #""f\#($0)":["is bad"]"# })}}"#.data
      }
    ) { body in
      _ = ProblemDetails(body: body, contentType: "application/problem+json", status: 422)
    },
    reading(
      "Field errors: messages that repeat a long name", 200,
      { count in
        #"{"\#(String(repeating: "n", count: 8 * count))":{\#(many(count) { #""f\#($0)":["is bad"]"# })}}"#.data
      }
    ) { body in
      _ = try JSONCoder().decode(FieldErrors.self, from: body)
    },
    reading("Form: one name, repeated", 2000, { many($0, separator: "&") { "a=\($0)" }.data }) { body in
      _ = try? FormCoder().decode([String: [String]].self, from: body)
    },
    reading(
      "Redaction: a body of JSON within strings", 400,
      { count in
        "[\(many(count) { _ in #""{\"a\":[\"b\",{\"token\":\"x\"}]}""# })]".data
      }
    ) { body in
      _ = Redaction().shown(Body(body), fields: [.contentType: "application/json"])
    },
    reading(
      "Redaction: text that may hold a secret", 2000, { many($0, separator: "  ") { "name\($0 % 50) :\u{1F1E6} a://b " } }
    ) {
      #expect(!Redaction().mayHoldSecret($0))
      _ = Redaction().replacingTokens(in: $0) { _ in "" }
    },
    reading("Redaction: a form", 2000, { many($0, separator: "&") { "a%5B\($0)%5D=b" } }) { body in
      _ = Redaction().form(body)
    },
    response(
      "Tracked: a model with a long list, changed and sent", 1000,
      { count in
        .json(#"{"id":1,"lines":[\#(many(count) { "\($0)" })]}"#)
      }
    ) { api in
      var order = try await api.send(Order.read(1).tracked)
      order.value.lines.append(1)
      try await api.save(&order)
    },
  ]

  private static func resource(_ id: String) -> String { #"{"type":"people","id":"\#(id)","attributes":{"name":"N"}}"# }
  private static func person(related: [String], including included: [String]) -> Data {
    let identifiers = related.map { #"{"type":"people","id":"\#($0)"}"# }.joined(separator: ",")
    let relationships = #"{"friends":{"data":[\#(identifiers)]}}"#
    let person = #"{"type":"people","id":"1","attributes":{"name":"A"},"relationships":\#(relationships)}"#
    return #"{"data":\#(person),"included":[\#(included.joined(separator: ","))]}"#.data
  }

  /// Header fields of a response.
  static let fields: [HostileInput] = [
    reading("Link: many links", 1000, { many($0) { #"<a?\#($0)>; rel="x y"; title="t""# } }) { value in
      #expect(WebLink.links(in: value).count > 1)
    },
    reading("Link: targets and quotes that do not end", 3000, { many($0) { _ in #"<a>;a="b\";"# } + many($0) { _ in "<a" } }) {
      _ = WebLink.links(in: $0)
    },
    reading(
      "Link: one link with many parameters", 2000,
      { "<a>;rel=\"\(many($0, separator: " ") { "r\($0)" })\";" + many($0, separator: ";") { "p\($0)=1" } }
    ) {
      #expect(WebLink.links(in: $0).first?["none"] == nil)
    },
    response(
      "Link: the next page in many lines", 500,
      { count in
        .json(
          "[]", headers: HTTPFields((0..<count).map { HTTPField(name: HTTPField.Name("Link")!, value: "<?\($0)>; rel=prev") }))
      }
    ) { api in
      let call = Call<[Int]>(Endpoint("Growth.list", .get, "list", Options { $0.pagination = .linkHeader }))
      for try await _ in api.pages(of: call) {}
    },
    reading("WWW-Authenticate: many challenges and parameters", 1000, { many($0) { "Bearer a\($0)=\"b\\\"\", c\($0)=d" } }) {
      let fields: HTTPFields = [.wwwAuthenticate: $0]
      #expect(fields.authenticationChallenges.count > 1)
    },
    response(
      "Cache-Control and Vary: many directives and names", 800,
      { count in
        .status(200, headers: [.cacheControl: many(count) { "d\($0)=\"a, b\", max-age=9" }, .vary: many(count) { "X-\($0)" }])
      }, through: [CacheMiddleware(for: .client)]
    ) { api in
      for _ in 0..<2 { _ = try await api.send(text) }
    },
    response(
      "Cache: many fields of one name", 800,
      { count in
        .status(
          200,
          headers: HTTPFields(
            [HTTPField(name: .cacheControl, value: "max-age=60")]
              + (0..<count).map { HTTPField(name: .setCookie, value: "c\($0)=1") }))
      }, through: [CacheMiddleware(for: .client)]
    ) { api in
      for _ in 0..<2 { _ = try await api.send(text) }
    },
    reading("Structured fields: a dictionary with repeated names", 1000, { many($0) { "a\($0 % 7)=1;b\($0)" } }) { value in
      #expect(StructuredField.dictionary(value)?.entries.isEmpty == false)
    },
    reading("Structured fields: an inner list of strings", 1000, { "(" + many($0, separator: " ") { #""a\#($0)";b"# } + ")" }) {
      #expect(StructuredField.list($0)?.count == 1)
    },
    response(
      "RateLimit: many policies", 500,
      { count in
        let name = HTTPField.Name("RateLimit-Policy")!
        return .status(200, headers: [name: many(count) { #""p\#($0)";q=100;w=60"# }])
      }, through: (try? RateLimitMiddleware(RateLimitPolicy(1_000_000))).map { [$0] } ?? []
    ) { api in
      _ = try await api.send(text)
    },
    response(
      "Location: a redirect with a long target", 1000,
      { count in
        .status(302, headers: [.location: "/" + many(count, separator: "/") { _ in "a/../." }])
      }
    ) { api in
      await #expect(throws: CallError.self) { try await api.send(text) }
    },
    reading(
      "Link followed: a long target with dots and escapes", 1000, { "/" + many($0, separator: "/") { _ in "%2e/a b/.." } }
    ) { link in
      let api = Client(baseURL: "http://stub/a/b", transport: StubTransport(.status(200)))
      _ = try await api.send(text.following(link, adding: ["a": "b"]))
    },
  ]

  /// Bodies that are read while they arrive.
  static let bodies: [HostileInput] = [
    reading("Events: one line in chunks of one byte", 3000, { Data("data: \(String(repeating: "x", count: $0))\n\n".utf8) }) {
      body in
      var parser = EventParser()
      for byte in body {
        parser.push(Data([byte]))
        _ = try parser.next()
      }
    },
    reading(
      "Events: many lines of data and ids", 3000,
      { Data((many($0, separator: "\n") { "data: \($0)\nid: \($0)\n:" } + "\n\n").utf8) }
    ) {
      var parser = EventParser()
      parser.push($0)
      try holds(parser.next() != nil)
    },
    reading("Events: many events", 1000, { Data(many($0, separator: "") { "retry: 1\rdata: \($0)\r\r" }.utf8) }) { body in
      var parser = EventParser()
      parser.push(body)
      while try parser.next() != nil {}
    },
    reading(
      "Multipart: content of boundaries that are none", 1000,
      { "--b\r\n\r\n" + many($0, separator: "") { _ in "\r\n--b-\r\r\r" } }
    ) {
      try await read($0, chunk: 1000)
    },
    reading(
      "Multipart: a head in chunks of one byte, up to 16 KiB", 1000,
      { "--b\r\nX: \(String(repeating: "x", count: $0))\r\n\r\n" }
    ) {
      try await read($0, chunk: 1)
    },
    reading(
      "Multipart: many parts, each with a name", 200,
      { count in
        many(count, separator: "\r\n") { "--b\r\nContent-Disposition: form-data; name=\"a\($0)\\\"; x=\"b\"\r\n\r\nc" }
      }
    ) {
      try await read($0, chunk: 1000)
    },
    reading(
      "Multipart: a name of quotes", 1000,
      { "--b\r\nContent-Disposition: form-data; name=\"\(many($0, separator: "") { _ in #"\";a=\"# })\"\r\n\r\n" }
    ) {
      try await read($0, chunk: 100_000)
    },
    response(
      "Body: a response in many chunks, collected", 1000,
      { count in
        .status(
          200,
          body: Body(
            AsyncStream { continuation in
              for _ in 0..<count { continuation.yield(Data("0123456789".utf8)) }
              continuation.finish()
            }))
      }
    ) { api in
      _ = try await api.send(text)
    },
  ]

  private static func read(_ body: String, chunk: Int) async throws {
    let bytes = Array(body.utf8)
    let chunks = AsyncStream<Data> { continuation in
      for start in stride(from: 0, to: bytes.count, by: chunk) {
        continuation.yield(Data(bytes[start..<min(start + chunk, bytes.count)]))
      }
      continuation.finish()
    }
    let limits = MultipartParts.Limits(headBytes: 100_000)
    do {
      for try await part in try MultipartParts(Body(chunks), contentType: "multipart/form-data; boundary=b", limits: limits) {
        _ = part.name
        _ = try await part.body.collect()
      }
    } catch is MultipartParts.Malformed {
      // The body has no end.
    }
  }
}
