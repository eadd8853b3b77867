import Refinery

// The Swift blocks of BeyondOneCall.md. DocumentationTests compares them, imports included.

struct Order: Codable, Identifiable, Sendable { var id: Int; var state: String; var tags: [String] }
struct Line: Codable, Identifiable, Sendable { var id: Int; var item: String; var count: Int }
struct Address: Codable, Sendable { var city: String }

extension Order: Mappable {
  static let path: URITemplate = "orders"
  static let pagination: Pagination? = .cursor(.body("next_cursor"), parameter: "cursor", size: 50)
  static let listEnvelope: MemberPath = "items"  // {"items": [...], "next_cursor": "abc"}
}

extension Line: Mappable {
  typealias Parent = Order
  static let path: URITemplate = "lines"
  static let splitEndpoint = endpoint("split", .post, "lines/{id}/split", output: [Line].self)
  static func split(_ id: ID) -> ScopedCall<[Line], Parent> { ScopedCall(splitEndpoint, ["id": PathValue(id: id)]) }
}

extension Address: Singleton, Readable, Updatable {
  typealias Parent = Order
  static let path: URITemplate = "address"
}

func paths(_ api: Client, _ order: Order) async throws {
  let line = try await api.send(Order.read(7) / Line.read(1))  // GET orders/7/lines/1
  let address = try await api.send(order.read() / Address.read())  // GET orders/{order.id}/address
  let halves = try await api.send(order.read() / Line.split(line.id))  // a row of your own, below its parent
  try await api.send(order.read() / Line.delete(2).timeout(.seconds(5)))
  print(address, halves)
}

func lists(_ api: Client, _ token: PageToken?) async throws -> PageToken? {
  for try await order in api.items(of: Order.enumerate(["state": "open"])) { print(order.id) }  // as the model says
  for try await order in api.items(of: Order.enumerate(), by: .numbers(size: 20)).prefix(45) { print(order.id) }  // 3 requests
  for try await page in api.pages(of: Order.enumerate(), by: .linkHeader) {
    print(page.elements.count, page.info.total as Any, page.token as Any)
  }
  let page = try await api.pages(of: Order.enumerate(), from: token).first()  // one page
  return page.token  // continues from here, in another process too
}

extension Order {
  static let dynamoDB = Options {
    $0.pagination = .cursor(.body("LastEvaluatedKey"), parameter: "ExclusiveStartKey").inBody()
  }
  static let queryEndpoint = endpoint("query", .post, "/", dynamoDB, output: [Order].self)
}

struct After: PageStrategy {  // ?after= the last id, until a page is empty
  func next(after page: PageResponse) -> PageStep? {
    page.json?["items"]?.array?.last?["id"]?.int.map { .query(["after": "\($0)"]) }
  }
}

func strategy(_ api: Client) async throws {
  for try await order in api.items(of: Order.enumerate(), by: Pagination(After())) { print(order.id) }
}

func watched(_ api: Client) async throws {
  let orders = Order.enumerate(["watch": true]).options {
    $0.itemEnvelope = "object"
    $0.pagination = nil
  }
  for try await order in api.stream(orders) { print(order.state) }
}

func anyLength(_ api: Client, _ order: Order) async throws {
  let call = order.read() / Line.enumerate().elements(.skip)
  for try await line in api.stream(call, skipped: { print("item \($0.index): \($0.reason)") }) { print(line.item) }
}

func changes(_ api: Client) async throws {
  var order = try await api.send(Order.read(7).tracked.options { $0.patchStyle = PatchStyle(.jsonPatch) })
  order.value.tags.append("gift")
  do {
    try await api.save(&order)  // [{"op":"add","path":"/tags/1","value":"gift"}], If-Match the last ETag
  } catch let conflict as Conflict<Order> {  // 412: somebody else changed the order
    let rebase = try await order.rebased(onto: api.theirs(in: conflict))
    print(rebase.overlaps)  // the members that both changed
    order = rebase.tracked
  }
  order.value.state = "sent"
  try await api.save(&order, rebasing: .mine)  // on a conflict: both changes are kept, and mine where they overlap
}

func documents(_ before: JSONValue, _ after: JSONValue) throws {
  let merge = try MergePatch.make(from: before, to: after)
  let patch = JSONPatch.make(from: before, to: after)
  print(merge.apply(to: before) == after, try patch.apply(to: before) == after)
}

func download(_ api: Client) async throws -> Int {
  let report = api.controlled(Call<Okay>(Endpoint("Report.file", .get, "report")).data, pausingStopsClock: true)
  report.start()
  for await progress in report.progressUpdates where progress.received > 1_000_000 {
    report.pause()
    break
  }
  print(report.state)  // paused(isStarted: true)
  report.resume()
  return try await report.value.count
}

func composed(_ api: Client) async {
  let state = await api.result(of: Order.read(5)).map(\.state)  // Result<String, CallError>
  api.send(Order.read(5)) { result in print(result) }  // not async; returns the controlled call
  print(state)
}
