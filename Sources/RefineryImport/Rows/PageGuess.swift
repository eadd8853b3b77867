/// How all pages of a list may be read: a guess from the names of its parameters and of the members of its output.
///
/// OpenAPI has no words for pages. The guess is in the documentation of the function, for its user to check.
struct PageGuess {
  /// The sentence, and the call.
  let lines: [String]

  private static let links = ["next", "next_url", "next_page_url", "next_page_uri", "next_link", "@odata.nextlink"]
  private static let tokens = [
    "next_cursor", "next_page_token", "next_token", "next_marker", "next_page_cursor", "continue", "continuation_token",
    "cursor_next", "end_cursor",
  ]
  private static let tokenParameters = [
    "cursor", "page_token", "pagetoken", "next_token", "continue", "marker", "continuation_token", "page_cursor", "next_cursor",
  ]
  private static let lists = ["data", "items", "results", "entries", "values", "records", "value", "content"]

  /// Makes a guess; nil if the row reads no list, or nothing says how.
  init?(_ row: Row, _ models: ModelBook) {
    guard row.method == "GET", case .value(let output, isOptional: false) = row.output else { return nil }
    var elements = ""
    var envelope: Model.ObjectForm?
    switch output {
    case .array: break
    case .model(let id):
      guard case .object(let object) = models[id].form, let list = Self.list(of: object) else { return nil }
      envelope = object
      let isOptional = list.presence != .required
      elements = ", elements: \(isOptional ? "{ $0.\(list.name.escaped) ?? [] }" : "\\.\(list.name.escaped)")"
    default: return nil
    }
    let members = envelope.map { Self.members(of: $0, models) } ?? []
    guard let strategy = Self.strategy(row, members) else { return nil }
    lines = [
      "A guess from names, to be checked: all pages are read by",
      "`api.items(of: …, by: \(strategy)\(elements))`.",
    ]
  }

  /// The member that has the elements.
  private static func list(of object: Model.ObjectForm) -> Model.Property? {
    let found = object.properties.filter { if case .array = $0.use.type { $0.presence != .field } else { false } }
    if found.count == 1 { return found[0] }
    return lists.lazy.compactMap { name in found.first { $0.wireName.lowercased() == name } }.first
      ?? { first in first.count == 1 ? first[0] : nil }(
        found.filter { if case .array(.model) = $0.use.type { true } else { false } })
  }

  /// The members that are text or flags, by their paths, at the first two levels.
  private static func members(of object: Model.ObjectForm, _ models: ModelBook) -> [(path: String, type: SwiftType)] {
    object.properties.flatMap { property -> [(path: String, type: SwiftType)] in
      guard case .model(let id) = property.use.type else { return [(property.wireName, property.use.type)] }
      let target = models[id].twin ?? id
      guard case .object(let inner) = models[target].form else { return [] }
      return inner.properties.map { ("\(property.wireName).\($0.wireName)", $0.use.type) }
    }
  }

  private static func strategy(_ row: Row, _ members: [(path: String, type: SwiftType)]) -> String? {
    let query = row.arguments.filter { argument in
      switch argument.place {
      case .template, .query: !row.template.contains("{\(argument.wireName)}")
      default: false
      }
    }.map(\.wireName)
    func parameter(_ names: [String]) -> String? { query.first { names.contains(small($0)) } }
    func member(_ names: [String], _ types: [SwiftType] = [.string]) -> String? {
      names.lazy.compactMap { name in
        members.first { types.contains($0.type) && small(String($0.path.split(separator: ".").last ?? "")) == small(name) }?
          .path
      }.first
    }
    let more = member(["has_more", "has_next", "more"], [.bool])
    let condition = more.map { ", more: \($0.literal)" } ?? ""
    if let token = member(tokens),
      let name = parameter(tokenParameters.map(small))
    {
      return ".cursor(.body(\(token.literal)), parameter: \(name.literal)\(condition))"
    }
    if let last = member(["last_id"]), let name = parameter(["after", "startingafter"]) {
      return ".cursor(.body(\(last.literal)), parameter: \(name.literal)\(condition))"
    }
    if let token = member(["next_page"]), row.arguments.contains(where: { $0.wireName == "page" && $0.type == .string }) {
      return ".cursor(.body(\(token.literal)), parameter: \"page\"\(condition))"
    }
    if let link = member(links) { return ".nextLink(.body(\(link.literal)))" }
    if let name = parameter(["offset", "skip", "startindex"]) {
      let limit = parameter(["limit", "count", "pagesize", "maxresults"]).map { ", limitName: \($0.literal)" } ?? ""
      return ".offsets(offset: \(name.literal)\(limit))"
    }
    if let name = parameter(["page", "pagenumber"]) {
      let size = parameter(["perpage", "pagesize", "limit"]).map { ", perPage: \($0.literal)" } ?? ""
      return ".numbers(page: \(name.literal)\(size))"
    }
    return nil
  }

  /// A name in small letters without marks, so that `pageToken` and `page_token` are equal.
  private static func small(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
}
