import Foundation
import HTTPTypes
import RefineryCore
import RefineryTraffic
import Testing

@Suite struct MessageRulesTests {
  private static func read(_ format: TrafficFormat, _ text: String) throws -> Traffic {
    switch format {
    case .har: return try Traffic(har: Data(text.utf8))
    case .cassette: return try Traffic(cassette: Data(text.utf8))
    case .curl: return try Traffic(curl: text)
    case .http: return try Traffic(http: text, variables: ["line": "a\n###\nGET http://b/"])
    }
  }

  private static func har(method: String, url: String, field: String = "") -> String {
    let fields: JSONValue = [["name": "a", "value": .string(field)]]
    let request: JSONValue = ["method": .string(method), "url": .string(url), "headers": fields]
    let entries: JSONValue = [["request": request]]
    let json: JSONValue = ["log": ["version": "1.2", "entries": entries]]
    return json.text()
  }

  private static func cassette(method: String, url: String) -> String {
    let request: JSONValue = ["method": .string(method), "url": .string(url), "headers": []]
    let response: JSONValue = ["status": 200, "headers": []]
    let exchange: JSONValue = ["row": "", "request": request, "response": response]
    let json: JSONValue = ["cassette": 1, "exchanges": [exchange]]
    return json.text()
  }

  private static let lines = "GET http://h/\n\n< {% script %}\n###\nGET"

  private static let injections: [(TrafficFormat, String, String)] = [
    (.har, har(method: lines, url: "http://a/"), "entry 1: the method is not a token"),
    (.har, har(method: "GET", url: "http://a/\n###\nGET http://b/"), "entry 1: the URL has a control character"),
    (.har, har(method: "GET", url: "http://a/\u{2028}"), "entry 1: the URL has a control character"),
    (.cassette, cassette(method: lines, url: "http://a/"), "exchange 1: the method is not a token"),
    (.cassette, cassette(method: "GET", url: "http://a/\nb"), "exchange 1: the URL has a control character"),
    (.curl, "curl http://a/ \\\n -X 'GET\n###'", "line 2: the method is not a token"),
    (.curl, "curl $'http://a/\\x01'", "line 1: the URL has a control character"),
    (.curl, "curl http://a/ -G --data-raw $'a\\nb'", "line 1: the URL has a control character"),
    (.http, "GET http://{{line}}/", "line 1: the URL has a control character"),
  ]

  @Test("S09: a method that is not a token, and a URL with a line end, are errors in every format", arguments: injections)
  func injection(format: TrafficFormat, text: String, fault: String) throws {
    let error = #expect(throws: TrafficError.self) { try Self.read(format, text) }
    #expect(error?.description.contains(fault) == true, "\(error?.description ?? "")")
  }

  @Test("S09: a cassette with valid methods and URLs is read")
  func valid() throws {
    #expect(try Self.read(.cassette, Self.cassette(method: "M-SEARCH", url: "http://a/")).exchanges.count == 1)
  }

  @Test("S09: a message may have 1,000 header fields, and more are an error", arguments: [TrafficFormat.har, .curl, .http])
  func fields(format: TrafficFormat) throws {
    for count in [1000, 1001, 70_000] {
      let values = String(repeating: "\n", count: count - 1)
      let text: String
      switch format {
      case .har: text = Self.har(method: "GET", url: "http://a/", field: values)
      case .curl: text = "curl http://a/" + String(repeating: " -H 'A: b'", count: count)
      default: text = "GET http://a/" + String(repeating: "\nA: b", count: count)
      }
      if count > 1000 {
        let error = #expect(throws: TrafficError.self) { try Self.read(format, text) }
        #expect(error?.reason == "a message has more than 1000 header fields")
      } else {
        #expect(try Self.read(format, text).exchanges.first?.headers.count == 1000)
      }
    }
  }
}
