import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryVerification

/// The page of a list that a request asks for, in the style that its row declares. Without one, by `page` and `per_page`, by
/// `offset` and `limit`, or by the names that other servers have for them.
struct MockPage {
  /// The records of a page, and what says where the others are.
  struct Slice {
    var elements: [JSONValue]
    /// Members of the body around the list.
    var members: [(path: [String], value: JSONValue)] = []
    var fields: [HTTPField] = []
  }

  /// How the place of a page is written.
  private enum Style: Equatable {
    case number(key: String, base: Int)
    case offset(key: String)
    case cursor(key: String)
  }

  private let exchange: MockExchange
  private let kind: MockResource
  private let form: PageForm
  private let isDeclared: Bool
  private let items: [MockQuery.Item]
  private let style: Style
  private let sizeKey: String
  /// The number of elements on a page; nil for all.
  private let size: Int?
  private let start: Int
  /// The id of the element that the cursor is at.
  private let startID: String?
  /// The token of a reading that has one for all pages.
  private let scroll: String?
  /// The keys of the query that request pages.
  let keys: Set<String>

  private static let numberKeys = ["page", "_page", "page[number]", "pageNumber", "page_number", "p"]
  private static let offsetKeys = ["offset", "_offset", "page[offset]", "skip", "start", "_start", "startIndex"]
  private static let cursorKeys = [
    "cursor", "_token", "page[cursor]", "page_token", "pageToken", "next_token", "starting_after",
  ]
  private static let sizeKeys = [
    "limit", "per_page", "_limit", "page[size]", "page[limit]", "page_size", "pageSize", "perPage", "_per_page", "size",
    "count",
    "max_results", "maxResults", "top",
  ]

  init(_ exchange: MockExchange, _ kind: MockResource, _ items: [MockQuery.Item]) throws(MockProblem) {
    self.exchange = exchange
    self.kind = kind
    self.items = items
    isDeclared = exchange.row.pages != nil
    form = exchange.row.pages ?? PageForm()
    // A member of the model of this name is a filter.
    let members = kind.memberNames
    func usual(_ keys: [String]) -> [String] { keys.filter { !members.contains($0.folded) } }
    let sizeKeys = form.sizeKey == nil ? usual(Self.sizeKeys) : []
    func asked(_ declared: String?, _ usual: [String]) -> (key: String, value: String)? {
      let keys = declared.map { [$0] } ?? usual
      return keys.lazy.compactMap { key in
        // `start` is a usual name of a date, too.
        items.last { $0.key == key && !$0.value.isEmpty && (declared != nil || key != "start" || Int($0.value) != nil) }
          .map { (key, $0.value) }
      }.first
    }
    let isUnderscored = items.contains { $0.key.hasPrefix("_") } || form.links.contains { $0.source.headerName != nil }
    let isDocument = exchange.row.isJSONAPI
    let sizeItem = asked(form.sizeKey, sizeKeys)
    let wanted = try sizeItem.map { item throws(MockProblem) in try Self.count(item, atLeast: 1) }
    sizeKey = form.sizeKey ?? sizeItem?.key ?? (isUnderscored ? "_limit" : isDocument ? "page[size]" : "limit")
    // A declared style decides; a request may have another one.
    let number = asked(form.numberKey, form.offsetKey == nil && form.cursorKey == nil ? usual(Self.numberKeys) : [])
    let offset = asked(form.offsetKey, form.numberKey == nil && form.cursorKey == nil ? usual(Self.offsetKeys) : [])
    let cursor = asked(form.cursorKey, form.numberKey == nil && form.offsetKey == nil ? usual(Self.cursorKeys) : [])
    let isPaged = wanted != nil || number != nil || offset != nil || cursor != nil || isDeclared
    size = isPaged ? max(1, min(wanted ?? form.size ?? exchange.settings.pageSize, exchange.settings.largestPage)) : nil
    let step = size ?? max(1, exchange.settings.pageSize)
    scroll = form.repeatsCursor ? cursor.map(\.value) : nil
    var position: (place: Int, id: String?)?
    if let cursor, cursor.value != form.firstCursor, !form.repeatsCursor {
      position = try Self.place(ofCursor: cursor.value)
    }
    startID = position?.id
    if let cursor, let position {
      style = .cursor(key: cursor.key)
      start = position.place
    } else if let key = form.cursorKey {
      (style, start) = (.cursor(key: key), 0)
    } else if let number {
      style = .number(key: number.key, base: form.base)
      let place = try Self.count(number, atLeast: form.base).subtractingReportingOverflow(form.base).partialValue
        .multipliedReportingOverflow(by: step)
      start = place.overflow ? .max : place.partialValue
    } else if let offset {
      style = .offset(key: offset.key)
      start = try Self.count(offset, atLeast: 0)
    } else {
      start = 0
      style =
        if let key = form.numberKey {
          .number(key: key, base: form.base)
        } else if let key = form.offsetKey {
          .offset(key: key)
        } else if isUnderscored {
          .cursor(key: "_token")
        } else if isDocument {
          .number(key: "page[number]", base: 1)
        } else if sizeKey == "limit" {
          .offset(key: "offset")
        } else {
          .number(key: "page", base: 1)
        }
    }
    let declared = [form.numberKey, form.offsetKey, form.cursorKey, form.sizeKey].compactMap(\.self)
    keys = Set(
      declared
        + (isDeclared && form.links.isEmpty && !form.usesLinkHeader
          ? [] : usual(Self.numberKeys + Self.offsetKeys + Self.cursorKeys))
    )
    .union(sizeKeys)
  }

  private static func count(_ item: (key: String, value: String), atLeast least: Int) throws(MockProblem) -> Int {
    guard let count = Int(item.value), count >= least else {
      throw MockProblem(400, "`\(item.key)` must be a whole number of at least \(least).")
    }
    return count
  }

  // MARK: Cursors

  private static let mark = "after:"

  /// The cursor of an element: its place and its id. It is safe in a query.
  private func cursor(at place: Int, in all: [JSONValue]) -> String {
    let id = all.indices.contains(place) ? kind.id(of: all[place]).map { ":\($0)" } ?? "" : ""
    return Data("\(Self.mark)\(place)\(id)".utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
      .replacing("/", with: "_")
  }

  private static func place(ofCursor cursor: String) throws(MockProblem) -> (place: Int, id: String?) {
    let padding = String(repeating: "=", count: (4 - cursor.utf8.count % 4) % 4)
    let encoded = cursor.replacing("-", with: "+").replacing("_", with: "/") + padding
    guard let data = Data(base64Encoded: encoded), let text = String(data: data, encoding: .utf8), text.hasPrefix(mark) else {
      throw MockProblem(400, "This server did not make the cursor.")
    }
    let parts = text.dropFirst(mark.count).split(separator: ":", maxSplits: 1)
    guard let place = parts.first.flatMap({ Int($0) }), place >= 0 else {
      throw MockProblem(400, "This server did not make the cursor.")
    }
    return (place, parts.count > 1 ? String(parts[1]) : nil)
  }

  /// The place where the page begins: the element of the cursor may have another place now.
  private func place(in all: [JSONValue]) -> Int {
    let place = min(start, all.count)
    guard let startID, place == all.count || kind.id(of: all[place]) != startID else { return place }
    return all.firstIndex { kind.id(of: $0) == startID } ?? place
  }

  /// When there are more readings, all are forgotten.
  private static let mostScrolls = 10_000

  // MARK: Slices

  /// The page of a list.
  func slice(of all: [JSONValue], _ records: inout MockRecords) throws(MockProblem) -> Slice {
    guard let size else {
      var slice = Slice(elements: all)
      slice.fields = total(all.count)
      return slice
    }
    var start = place(in: all)
    var token: String?
    if form.repeatsCursor {
      if let scroll {
        guard let place = records.scrolls[scroll] else { throw MockProblem(404, "There is no such scroll.") }
        (start, token) = (place, scroll)
      } else {
        records.readings &+= 1
        token = "scroll-\(records.readings)"
      }
    }
    let begin = min(start, all.count)
    let end = begin + min(size, all.count - begin)
    if let token {
      if records.scrolls.count >= Self.mostScrolls { records.scrolls = [:] }
      records.scrolls[token] = end
    }
    var slice = Slice(elements: Array(all[begin..<end]))
    slice.fields = total(all.count)
    let hasMore = end < all.count
    if let path = form.total?.bodyMember { slice.members.append((path, .number(all.count))) }
    if let source = form.cursor {
      let next = token ?? (hasMore ? cursor(at: end, in: all) : nil)
      add(next, to: source, &slice)
    }
    if let more = form.more { slice.members.append((more.parts, .bool(hasMore))) }
    addLinks(begin, size, all, &slice)
    return slice
  }

  private func add(_ text: String?, to source: Pagination.Source, _ slice: inout Slice) {
    if let path = source.bodyMember {
      slice.members.append((path, text.map { .string($0) } ?? .null))
    } else if let text, let name = source.headerName.flatMap({ HTTPField.Name($0) }) {
      slice.fields.append(HTTPField(name: name, value: text))
    }
  }

  private func total(_ count: Int) -> [HTTPField] {
    guard let name = HTTPField.Name(form.total?.headerName ?? "X-Total-Count") else { return [] }
    return [HTTPField(name: name, value: String(count))]
  }

  private func addLinks(_ begin: Int, _ size: Int, _ all: [JSONValue], _ slice: inout Slice) {
    let count = all.count
    let last = count == 0 ? 0 : (count - 1) / size * size
    let places: [(relation: String, place: Int?)] = [
      ("first", 0), ("prev", begin > 0 ? max(0, begin - size) : nil), ("next", count - begin > size ? begin + size : nil),
      ("last", last),
    ]
    var declared = form.links
    if declared.isEmpty, exchange.row.isJSONAPI {
      declared = places.map { PageForm.Link(relation: $0.relation, source: .body(MemberPath(parts: ["links", $0.relation]))) }
    }
    for link in declared {
      if link.relation == "self" {
        add(exchange.url(exchange.request.target), to: link.source, &slice)
      } else if let place = places.first(where: { $0.relation == link.relation }) {
        add(place.place.map { url(at: $0, size, all) }, to: link.source, &slice)
      }
    }
    guard form.bodyPath == nil, form.usesLinkHeader || !isDeclared, let name = HTTPField.Name("Link") else { return }
    let links = places.compactMap { relation, place in place.map { "<\(url(at: $0, size, all))>; rel=\"\(relation)\"" } }
    slice.fields.append(HTTPField(name: name, value: links.joined(separator: ", ")))
  }

  /// The URL of the page that begins at a place.
  private func url(at place: Int, _ size: Int, _ all: [JSONValue]) -> String {
    let item: MockQuery.Item =
      switch style {
      case .number(let key, let base): MockQuery.Item(key: key, value: "\(place / size &+ base)")
      case .offset(let key): MockQuery.Item(key: key, value: "\(place)")
      case .cursor(let key): MockQuery.Item(key: key, value: cursor(at: place, in: all))
      }
    var query = exchange.query.filter { $0.key != item.key && $0.key != sizeKey }
    if place > 0 || style != .cursor(key: item.key) { query.append(item) }
    query.append(MockQuery.Item(key: sizeKey, value: "\(size)"))
    return exchange.url("\(exchange.path)?\(MockQuery.text(of: query))")
  }
}
