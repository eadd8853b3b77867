import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryTesting
import Testing

@testable import RefineryMock

@Suite("S08: what a fault changes") struct FaultDeliveryTests {
  private func delivery(
    _ fault: MockFault, _ text: String = #"{"id":5}"#, status: Int = 200, method: HTTPRequest.Method = .get
  ) -> MockDelivery {
    var selected = SelectedFaults()
    var random = SeededRandom(seed: 1)
    selected.append(fault, date: Date(timeIntervalSince1970: 0), random: &random)
    return MockDelivery(MockResponse(status, content: Data(text.utf8)), selected, method: method)
  }

  @Test("S08: malformed content is never JSON", arguments: [#"{"a":1}"#, "[]", "12", #""ab""#, "", "null", "{\"a\":[1,2"])
  func malformed(text: String) {
    let content = delivery(.malformed, text).content
    #expect((try? JSONValue(parsing: content)) == nil)
  }

  @Test("S08: truncated content always lacks a byte", arguments: ["", "a", "abcd"], [nil, 0, 1, 100])
  func truncated(text: String, count: Int?) throws {
    let delivery = delivery(.truncated(after: count), text)
    guard case .cut(let sent) = delivery.course else {
      Issue.record("the content is not cut")
      return
    }
    #expect(sent < (delivery.length ?? 0) && sent <= text.utf8.count)
  }

  @Test("S08: a response without content is cut within its head", arguments: [MockFault.truncated(), .droppedAfterHead])
  func contentless(fault: MockFault) {
    #expect(delivery(fault, method: .head).course == .noHead(isReset: false))
    #expect(delivery(fault, "", status: 204).course == .noHead(isReset: false))
  }

  @Test("S08: a wrong length is stated, never below zero")
  func lengths() {
    #expect(delivery(.contentLength(difference: 5)).length == 13)
    #expect(delivery(.contentLength(difference: -5)).length == 3)
    #expect(delivery(.contentLength(difference: -50)).length == 0)
    #expect(delivery(.contentLength(difference: 5)).course == .cut(after: 8))
    #expect(delivery(.contentLength(difference: 5), method: .head).course == .whole)
    #expect(delivery(.contentLength(difference: 5), "", status: 204).length == nil)
  }

  @Test("S08: the response to HEAD states the length and has no content")
  func head() {
    let delivery = delivery(.delay(.seconds(1)), method: .head)
    #expect(delivery.fields[.contentLength] == "8" && delivery.content.isEmpty)
  }

  @Test("S08: a status fault without content has none", arguments: [204, 205, 304])
  func noContent(status: Int) {
    var selected = SelectedFaults()
    var random = SeededRandom(seed: 1)
    selected.append(.status(status), date: Date(timeIntervalSince1970: 0), random: &random)
    #expect(selected.response == MockResponse(status))
  }
}
