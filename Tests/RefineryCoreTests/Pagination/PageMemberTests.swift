import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import Testing

@Suite struct PageMemberTests {
  /// Reads one place of every response, and ends the list.
  private struct Probe: PageStrategy {
    let places: [Pagination.Source]
    let seen: Seen

    func next(after page: PageResponse) -> PageStep? {
      for place in places { seen.note { try page.text(at: place) } }
      return nil
    }
  }

  private final class Seen: Sendable, Equatable {
    private let kept = Mutex<[String]>([])
    var texts: [String] { kept.withLock { $0 } }
    func note(_ read: () throws -> String?) {
      let text: String
      do { text = try read() ?? "-" } catch { text = ErrorSummary.text(of: error) }
      kept.withLock { $0.append(text) }
    }
    static func == (left: Seen, right: Seen) -> Bool { left === right }
  }

  /// A coder that does not call itself JSON, so that nothing may look into its bodies.
  private struct Opaque: Coder {
    let json = JSONCoder()
    let contentType = "application/x-opaque"
    let accept = "application/x-opaque"
    func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data { try json.encode(value, nulls: nulls) }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
      try json.decode(type, from: data, at: path)
    }
  }

  private func texts(_ body: String, _ places: [MemberPath], by coder: any Coder = JSONCoder()) async throws -> [String] {
    let seen = Seen()
    let call = Call<Okay>(Endpoint("T.list", .get, "t")).data.coder(coder)
    let pages = api(StubTransport(.json(body))).pages(
      of: call, by: Pagination(Probe(places: places.map { .body($0) }, seen: seen))
    ) {
      [$0]
    }
    _ = try await pages.collected()
    return seen.texts
  }

  @Test(
    "F11: members are found at any depth, whatever stands around them, by the body and by the coder alike",
    arguments: [
      (#"{"next":"a"}"#, "next", "a"), (#" { "next" : "a" } "#, "next", "a"), (#"{"x":{"next":"no"},"next":"a"}"#, "next", "a"),
      (#"{"x":[{"next":"no"},"]}\"",[[]],{}],"next":"a"}"#, "next", "a"), (#"{"a":{"b":{"next":"c"}}}"#, "a.b.next", "c"),
      (#"{"a":{"z":1},"next":"a"}"#, "a.next", "-"), (#"{"next":7}"#, "next", "7"), (#"{"next":-1}"#, "next", "-1"),
      (#"{"next":"\u00fc\n\"\\"}"#, "next", "ü\n\"\\"), (#"{"n\u0065xt":"a"}"#, "next", "a"), (#"{"next":null}"#, "next", "-"),
      (#"{"next":false}"#, "next", "-"), (#"{"next":""}"#, "next", "-"), (#"{}"#, "next", "-"), (#"{"a":null}"#, "a.next", "-"),
      (#"{}"#, "a.b.next", "-"), (#"{"next":{"meta":{"href":"no"},"href":"a"}}"#, "next", "a"),
      (#"{"next":{"href":null}}"#, "next", "-"), (#"{"next":9007199254740993}"#, "next", "9007199254740993"),
    ])
  func found(body: String, place: String, expected: String) async throws {
    #expect(try await texts(body, [MemberPath(place)]) == [expected])
    #expect(try await texts(body, [MemberPath(place)], by: Opaque()) == [expected])
  }

  @Test(
    "F11: anything else in a member's place is an error that names it, by the body and by the coder alike",
    arguments: [
      (#"{"next":true}"#, "next"), (#"{"next":["a"]}"#, "next"), (#"{"next":{}}"#, "next"),
      (#"{"next":{"href":true}}"#, "next"), (#"{"next":{"href":5}}"#, "next"), (#"{"next":{"href":{"href":"a"}}}"#, "next"),
      (#"{"a":"x"}"#, "a.next"), (#"{"a":[1]}"#, "a.next"), (#"{"a":7}"#, "a.next"),
    ])
  func refused(body: String, place: String) async throws {
    for coder in [JSONCoder(), Opaque()] as [any Coder] {
      let text = try await texts(body, [MemberPath(place)], by: coder)
      #expect(text.first?.hasPrefix("wrong") == true && text.first?.contains(" at a") == place.contains("."), "\(text)")
    }
  }

  @Test("F11: a body that is no JSON, cut anywhere, neither traps nor hangs")
  func cut() async throws {
    let body = #"{"a":[1,{"x":"\"}"}],"b":{"next":{"href":"\u00fc"}},"c":-1.5e3,"d":nul"#
    for length in 0...body.utf8.count {
      let cut = String(decoding: body.utf8.prefix(length), as: UTF8.self)
      #expect(try await texts(cut, ["b.next", "c", "zzz", "a.x"]).count == 4)
    }
    let deep = String(repeating: #"{"a":"#, count: 200_000)
    #expect(try await texts(deep, ["b", "a.a.a.b", "a"]).count == 3)
    #expect(try await texts(String(repeating: "[", count: 200_000), ["b"]).count == 1)
    for junk in ["<html>", "]", "}", ",,,,", "{\"a\"", "{\"a\":", "{\"a\"}", "{:", "{\"a\":}", "{\"a\":,\"b\":1}", "\"", "\\"] {
      #expect(try await texts(junk, ["a", "b"]).count == 2)
    }
  }
}
