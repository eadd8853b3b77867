#if XML
  import FoundationEssentials
  import HTTPTypes
  import RefineryCore
  import RefineryTesting
  import RefineryXML
  import Testing

  /// A model of a server that speaks XML, beside one of JSON.
  private struct StoredObject: Decodable, Equatable, Sendable, Enumerable {
    static let path: URITemplate = "bucket"
    static let listEnvelope: MemberPath = "ListBucketResult.Contents"
    static let coder: (any Coder)? = XMLBodyCoder(keys: capitalized)
    static let pagination: Pagination? = .cursor(
      .body("ListBucketResult.NextContinuationToken"), parameter: "continuation-token", more: "ListBucketResult.IsTruncated")
    static let options = Options { $0.acceptsAbsentList = true }
    var key: String
    var size: Int
  }

  private struct Rule: Codable, Equatable, Sendable, Identifiable, Mappable {
    static let path: URITemplate = "rules"
    static let coder: (any Coder)? = XMLBodyCoder(root: "rule", namespace: "urn:rules")
    static let options = Options { $0.errors.add(Refusal.self, for: StatusSet(400...599)) }
    var id: Int
    var days: Int?
  }

  private struct Refusal: Decodable, Error, Equatable {
    var Code: String
    var Resource: String?
  }

  private struct Person: Codable, Equatable, Sendable, Identifiable, Mappable {
    static let path: URITemplate = "people"
    var id: Int
  }

  extension AsyncSequence {
    fileprivate func collected() async throws -> [Element] {
      var all: [Element] = []
      for try await element in self { all.append(element) }
      return all
    }
  }

  @Suite struct XMLClientTests {
    private func xml(_ text: String, status: Int = 200) -> StubTransport.StubResponse {
      .status(status, headers: [.contentType: "application/xml"], body: Body(text))
    }

    private func page(_ keys: String..., token: String = "", isTruncated: Bool) -> StubTransport.StubResponse {
      xml(
        #"<ListBucketResult xmlns="urn:s3">\#(token)<IsTruncated>\#(isTruncated)</IsTruncated>"#
          + keys.map { "<Contents><Key>\($0)</Key><Size>1</Size></Contents>" }.joined() + "</ListBucketResult>")
    }

    private func client(_ script: StubTransport.StubResponse...) -> (api: Client, server: StubTransport) {
      let server = StubTransport(script: script)
      return (Client(baseURL: "http://h", transport: server), server)
    }

    @Test("pages of XML: the token and the flag are read from the body by the model's coder") func pages() async throws {
      let (api, server) = client(
        page("a", "b", token: "<NextContinuationToken>1/+=</NextContinuationToken>", isTruncated: true),
        page("c", token: "<NextContinuationToken>2</NextContinuationToken>", isTruncated: true), page(isTruncated: false))
      let objects = try await api.items(of: StoredObject.enumerate(["list-type": 2])).collected()
      #expect(objects.map(\.key) == ["a", "b", "c"])
      #expect(
        server.requests.map(\.head.path) == [
          "/bucket?list-type=2", "/bucket?continuation-token=1%2F%2B%3D&list-type=2",
          "/bucket?continuation-token=2&list-type=2",
        ])
      #expect(server.requests.first?.head.headerFields[.accept] == "application/xml, text/xml")
    }

    @Test("a token that is an element with elements, or a body that is not XML, ends the reading with an error")
    func wrongToken() async throws {
      for token in ["<NextContinuationToken><a/></NextContinuationToken>", "<NextContinuationToken>1</NextContinuationToken><"]
      {
        let (api, server) = client(page("a", token: token, isTruncated: true))
        await #expect(throws: CallError.self) { try await api.items(of: StoredObject.enumerate()).collected() }
        #expect(server.requests.count == 1)
      }
    }

    @Test("the links of an Atom feed: one is followed; several are an error, because a path cannot choose one")
    func links() async throws {
      func feed(_ links: String, _ id: Int) -> StubTransport.StubResponse {
        xml("<feed>\(links)<entry><id>\(id)</id></entry></feed>")
      }
      let call = Person.enumerate().coder(XMLBodyCoder()).envelope("feed.entry")
      let (api, server) = client(feed("<link rel='next' href='/people?page=2'/>", 1), feed("", 2))
      #expect(try await api.items(of: call, by: .nextLink(.body("feed.link"))).collected().map(\.id) == [1, 2])
      #expect(server.requests.map(\.head.path) == ["/people", "/people?page=2"])
      let (other, _) = client(feed("<link href='/1'/><link href='/2'/>", 1))
      await #expect(throws: CallError.self) { try await other.items(of: call, by: .nextLink(.body("feed.link"))).collected() }
    }

    @Test("one model speaks XML and the others JSON, by one client") func mixed() async throws {
      let (api, server) = client(xml("<rule><id>5</id></rule>"), .json(#"{"id":6}"#))
      #expect(try await api.send(Rule(id: 5, days: 3).update()) == Rule(id: 5, days: nil))
      #expect(try await api.send(Person(id: 6).update()) == Person(id: 6))
      #expect(server.requests.map { $0.head.headerFields[.contentType] } == ["application/xml", "application/json"])
      #expect(
        server.requests[0].body?.data.map { String(decoding: $0, as: UTF8.self) }
          == #"<?xml version="1.0" encoding="UTF-8"?><rule xmlns="urn:rules"><id>5</id><days>3</days></rule>"#)
    }

    @Test("an error body of S3 is the row's error type") func errors() async throws {
      let (api, _) = client(
        xml("<?xml version='1.0'?><Error><Code>NoSuchKey</Code><Resource>/b/k</Resource><HostId/></Error>", status: 404))
      let error = await #expect(throws: CallError.self) { try await api.send(Rule.read(5)) }
      #expect(error?.details(as: Refusal.self) == Refusal(Code: "NoSuchKey", Resource: "/b/k"))
    }

    @Test("JSON in the place of XML, and a stream of items, are errors that say so") func wrongFormat() async throws {
      let (api, _) = client(.json(#"{"id":5}"#), page("a", isTruncated: false))
      let error = await #expect(throws: CallError.self) { try await api.send(Rule.read(5)) }
      #expect("\(try #require(error))".contains("malformed: line 1, column 1: there is text outside the root element"))
      await #expect(throws: CallError.self) { for try await _ in api.stream(StoredObject.enumerate()) {} }
    }
  }
#endif
