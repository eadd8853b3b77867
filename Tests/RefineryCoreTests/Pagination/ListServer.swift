import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting

/// Returns a list of people page by page, in the way that a test configures.
struct ListServer: Sendable {
  let count: Int
  /// The most that one page holds.
  var cap = 1000
  var base = 1
  /// Header fields of a page: its number, its size, and how many there are in all.
  var fields: @Sendable (_ number: Int, _ size: Int, _ total: Int) -> [(String, String)] = { _, _, _ in [] }
  /// The body around the list; `next` is the number of the next page, if there is one.
  var body: @Sendable (_ list: String, _ next: Int?) -> String = { list, _ in list }

  func people(_ range: Range<Int>) -> String {
    "[" + range.map { #"{"id":\#($0 + 1),"name":"n"}"# }.joined(separator: ",") + "]"
  }

  var stub: StubTransport {
    StubTransport { request in
      let query = URLComponents(string: request.head.path ?? "")?.queryItems ?? []
      func number(_ names: String...) -> Int? {
        query.last { names.contains($0.name) }.flatMap { $0.value.flatMap { Int($0) } }
      }
      let size = min(cap, number("per_page", "limit", "page[size]", "page[limit]") ?? cap)
      let page = number("page", "p", "page[number]") ?? base
      let start = min(count, number("offset", "page[offset]") ?? (page - base) * size)
      let end = min(count, start + size)
      var headers = HTTPFields()
      for (name, value) in fields(page, size, count) {
        if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
      }
      return Response(
        status: .ok, headers: headers, body: Body(body(people(start..<end), end < count ? page + 1 : nil)))
    }
  }
}

extension AsyncSequence {
  /// All that comes.
  func collected() async throws -> [Element] {
    var all: [Element] = []
    for try await element in self { all.append(element) }
    return all
  }
}

extension StubTransport {
  /// The target of each request.
  var targets: [String] { requests.map { $0.head.path ?? "" } }
}

func api(_ server: StubTransport, _ options: Options = Options()) -> Client {
  Client(baseURL: base, transport: server, options: options)
}
