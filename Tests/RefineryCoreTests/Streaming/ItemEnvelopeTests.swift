import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

/// Lists whose items wrap the element.
@Suite struct ItemEnvelopeTests {
  struct Change: Mappable, Identifiable, Codable {
    static let path: URITemplate = "changes"
    static let listEnvelope: MemberPath = "items"
    var id: Int
  }

  private func lines(_ texts: String...) -> StubTransport.StubResponse {
    Source([texts.joined(separator: "\n") + "\n"]).answer("application/x-ndjson")
  }

  private func watching(_ path: MemberPath = "result.change") -> Call<[Change]> {
    Change.enumerate().options { $0.itemEnvelope = path }
  }

  @Test("C03, C04: lines and sequences have the item envelope of the row or the call, and not the envelope of the model")
  func textsOfStreams() async throws {
    let wrapped = [1, 2].map { #"{"result":{"change":{"id":\#($0)}},"type":"ADDED"}"# }
    let row = Endpoint("Change.watch", .get, "changes", Options { $0.itemEnvelope = "result.change" }, output: [Change].self)
    for (type, text) in [
      ("application/x-ndjson", wrapped.joined(separator: "\n\n")),
      ("application/json-seq", "\u{1E}\(wrapped[0])\n\u{1E}\(wrapped[1])\n"),
    ] {
      for call in [watching(), Call<[Change]>(row)] {
        for chunks in [[text], text.map(String.init)] {
          let (api, _) = client(Source(chunks).answer(type))
          #expect(try await api.stream(call).gathered().map(\.id) == [1, 2])
        }
      }
    }
    let (bare, _) = client(lines(#"{"id":1}"#, #"{"id":2}"#))
    #expect(try await bare.stream(Change.enumerate()).gathered().map(\.id) == [1, 2])
  }

  @Test("C04: the items of an array have it, too: streamed, whole, and page by page")
  func arrays() async throws {
    let text = #"{"items":[{"node":{"id":1}},{"cursor":"x","node":{"id":2}}]}"#
    let call = watching("node")
    let (api, _) = client(.json(text), .json(text), .json(text), .json(#"{"items":[]}"#), .json(#"{"items":[]}"#))
    #expect(try await api.stream(call).gathered().map(\.id) == [1, 2])
    #expect(try await api.send(call).map(\.id) == [1, 2])
    #expect(try await api.items(of: call, by: .numbers()).gathered().map(\.id) == [1, 2])
    #expect(try await api.send(call.optional)?.isEmpty == true)
  }

  @Test("C06: a line without these members is an error that names the item, also with the policy skip")
  func errorLine() async throws {
    for bad in [#"{"error":{"code":3}}"#, #"{"result":{}}"#, #"{"result":null}"#, #"{"result":7}"#, "7", "[]", "null"] {
      for policy in [ElementPolicy.fail, .skip] {
        let (api, _) = client(lines(#"{"result":{"change":{"id":1}}}"#, bad, #"{"result":{"change":{"id":2}}}"#))
        let read = Gathered<Int>()
        let error = await #expect(throws: CallError.self) {
          for try await change in api.stream(watching().elements(policy)) { read.add(change.id) }
        }
        #expect(read.all == [1] && error?.stage == .mapping && error?.place?.index == 1, "\(bad)")
        #expect((error?.underlying as? MappingError)?.codingPath.first == "[1]", "\(bad)")
      }
    }
    let (api, _) = client(lines(#"{"error":{"code":3}}"#))
    let error = await #expect(throws: CallError.self) { try await api.stream(watching()).gathered() }
    #expect((error?.underlying as? MappingError)?.description == "missing at [0].result")
  }

  @Test("C07: the policy skip leaves out an element that cannot be read, and lines that are no JSON")
  func skipping() async throws {
    let good = #"{"result":{"change":{"id":1}}}"#
    let bad = [#"{"result":{"change":{"id":"x"}}}"#, #"{"result":{"change":{}}}"#, #"{"result":{"change":null}}"#, "nonsense"]
    let (api, _) = client(lines(bad[0], good, bad[1], bad[2], bad[3], good))
    let skipped = Gathered<SkippedElement>()
    let changes = api.stream(watching().elements(.skip), skipped: { skipped.add($0) })
    #expect(try await changes.gathered().map(\.id) == [1, 1] && skipped.all.map(\.index) == [0, 2, 3, 4])
    #expect(skipped.all.first?.reason.codingPath == ["[0]", "result", "change", "id"])
  }

  @Test("C07: whole lists fail and skip in the same way as streams")
  func wholeFaults() async throws {
    let text = #"{"items":[{"node":{"id":1}},{"node":{"id":"x"}}]}"#
    let (api, _) = client(
      .json(text), .json(text), .json(#"{"items":[{"node":{"id":1}},{}]}"#), .json(#"{"items":7}"#), .json(#"{"items":[{"#),
      .json("{}"),
      .status(200))
    let call = watching("node")
    let error = await #expect(throws: CallError.self) { try await api.send(call) }
    #expect((error?.underlying as? MappingError)?.description == "wrong type at items[1].node.id, expected Int")
    let reply = try await api.reply(to: call.elements(.skip))
    #expect(reply.value.map(\.id) == [1] && reply.skipped.map(\.index) == [1])
    let missing = await #expect(throws: CallError.self) { try await api.send(call.elements(.skip)) }
    #expect((missing?.underlying as? MappingError)?.description == "missing at items[1].node")
    for kind in [MappingError.Kind.wrongShape, .malformed] {
      let other = await #expect(throws: CallError.self) { try await api.send(call.elements(.skip)) }
      #expect((other?.underlying as? MappingError)?.kind == kind)
    }
    #expect(try await api.send(call.options { $0.acceptsAbsentList = true }).isEmpty)
    let empty = await #expect(throws: CallError.self) { try await api.send(call) }
    #expect((empty?.underlying as? MappingError)?.kind == .emptyBody)
  }

  @Test("The path of an array is an error for lines, because they have no array")
  func envelopeOfLines() async throws {
    let (api, _) = client(lines(#"{"result":{"id":1}}"#), lines(#"{"id":1}"#))
    let error = await #expect(throws: CallError.self) {
      try await api.stream(Change.enumerate().envelope("result")).gathered()
    }
    #expect(error?.stage == .mapping && error?.description.contains("Change.enumerate") == true)
    #expect((error?.underlying as? UnusableSettings)?.problems.first?.contains("set itemEnvelope") == true)
    let bare = Change.enumerate().envelope("result").options { $0.itemEnvelope = [] }
    #expect(try await api.stream(bare).gathered().map(\.id) == [1])
  }

  @Test("Where it has no effect, the table or the call says so, and nothing is sent")
  func noEffect() async throws {
    let options = Options { $0.itemEnvelope = "result" }
    let rows = [
      Endpoint("Change.apply", .post, "apply", options, output: Okay.self),
      Endpoint("Change.watch", .get, "watch", options, output: [Change].self), Endpoint("Change.any", .get, "any", options),
    ]
    let problems = EndpointTable("Changes", rows: rows).problems
    #expect(problems.count == 1 && problems.first?.contains("Change.apply") == true)

    let (api, server) = client(.json("{}"))
    let read = await #expect(throws: CallError.self) {
      try await api.send(Change.read(1).options { $0.itemEnvelope = "result" })
    }
    #expect(read?.stage == .building && read?.description.contains("itemEnvelope has no effect on Change.read") == true)
    await #expect(throws: CallError.self) { try await api.send(watching().json) }
    #expect(server.requests.isEmpty)
    #expect(try await api.send(Call<[Change]>(rows[1]).json) == [:])
  }

  @Test("A coder that cannot read items one by one is an error")
  func coder() async throws {
    let (api, _) = client(.json("[]"))
    let error = await #expect(throws: CallError.self) { try await api.send(watching().coder(FormCoder())) }
    #expect((error?.underlying as? UnusableSettings)?.problems.first?.contains("StreamingCoder") == true)
  }

  @Test("An item beyond the limit is refused, and many small ones are read")
  func growth() async throws {
    let many = (0..<20_000).map { #"{"result":{"change":{"id":\#($0)}}}"# }.joined(separator: "\n")
    let large = #"{"result":{"pad":"\#(String(repeating: "x", count: 1 << 20))","change":{"id":1}}}"#
    let (api, _) = client(Source([many]).answer("application/x-ndjson"), lines(large))
    #expect(try await api.stream(watching()).gathered().count == 20_000)
    let error = await #expect(throws: CallError.self) {
      try await api.stream(watching().options { $0.itemLimit = 1 << 16 }).gathered()
    }
    #expect((error?.underlying as? MappingError)?.kind == .tooLarge)
  }
}
