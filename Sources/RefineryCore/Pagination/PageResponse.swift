public import FoundationEssentials
public import HTTPTypes

/// The response of a page, from which a ``PageStrategy`` finds the next page.
public struct PageResponse: Redacted {
  /// Status and header fields.
  public let head: HTTPResponse
  /// The body.
  public let body: Data
  /// The number of elements on the page, including skipped ones.
  public let count: Int
  /// How this page was reached.
  public let step: PageStep
  /// The number of the page in this reading, from 1.
  public let number: Int
  /// The number of elements before it.
  public let offset: Int
  /// The page numbers and totals that the strategy found.
  public internal(set) var info = PageInfo()
  /// The links that the strategy found.
  public internal(set) var links = PageLinks()
  let url: URIReference
  private let coder: any Coder
  private let memo = Memo()

  private final class Memo {
    var members: [[String]: [String: PageMember]] = [:]
  }

  init(head: HTTPResponse, body: Data, count: Int, place: PageToken, url: URIReference, coder: any Coder) {
    self.head = head
    self.body = body
    self.count = count
    step = place.step
    number = place.number
    offset = place.offset
    self.url = url
    self.coder = coder
  }

  /// The links in `Link` header fields whose context is this page.
  var webLinks: [WebLink] { head.headerFields.webLinks.filter { $0.isAbout(url) } }

  /// The whole body, untyped; nil if it is not JSON. Parses at each use.
  public var json: JSONValue? { try? JSONValue(parsing: body) }

  /// The text at a place; a number as its digits, an object as its `href`. Nil for a missing member, null, false and empty
  /// text.
  ///
  /// The body is scanned once for all members of one parent. A body that is not JSON is decoded by the call's coder.
  ///
  /// - Throws: ``MappingError`` for any other value.
  public func text(at source: Pagination.Source) throws -> String? {
    switch source.place {
    case .header(let name):
      guard let name = HTTPField.Name(name), let text = head.headerFields[values: name].first else { return nil }
      return text.isEmpty ? nil : text
    case .body(let path):
      switch try member(at: path) {
      case nil, .nothing, .flag(false): return nil
      case .text(let text): return text.isEmpty ? nil : text
      case .flag(true), .other: throw MappingError(.wrongType, at: path.parts, expected: "text, a number or a link")
      }
    }
  }

  /// The JSON value at a place. Nil for a missing member, null, false, empty text, and an empty object or array.
  ///
  /// - Throws: ``MappingError`` for true, and if a value on the way is not an object.
  func value(at source: Pagination.Source) throws -> JSONValue? {
    guard case .body(let path) = source.place else { return try text(at: source).map { .string($0) } }
    let value: JSONValue
    do {
      value =
        try coder.accept.contains("json")
        ? JSONModelDecoder().decode(JSONValue.self, from: body, at: path.parts)
        : coder.decode(JSONValue.self, from: body, at: path.parts)
    } catch {
      let error = MappingError(decoding: error, expecting: JSONValue.self)
      // A missing parent is treated like an empty one.
      guard error.kind == .missing || error.kind == .null else { throw error }
      return nil
    }
    switch value {
    case .null, .bool(false), .string(""): return nil
    case .bool(true): throw MappingError(.wrongType, at: path.parts, expected: "text, a number, an object or an array")
    case .object(let object) where object.isEmpty: return nil
    case .array(let elements) where elements.isEmpty: return nil
    default: return value
    }
  }

  /// The number at a place; nil if there is none.
  func count(at source: Pagination.Source) -> Int? { (try? text(at: source)).flatMap { Int(count: $0) } }

  /// The boolean at a place; nil if there is none.
  public func flag(at path: MemberPath) -> Bool? {
    if case .flag(let value) = try? member(at: path) { value } else { nil }
  }

  /// Nil if the member is missing, which differs from null.
  func member(at path: MemberPath) throws -> PageMember? {
    guard let name = path.parts.last else { return nil }
    return try members(of: path.parts.dropLast())[name]
  }

  private func members(of parent: [String]) throws -> [String: PageMember] {
    if let known = memo.members[parent] { return known }
    let members = try coder.accept.contains("json") ? PageMember.members(of: parent, in: body) : decodedMembers(of: parent)
    memo.members[parent] = members
    return members
  }

  private func decodedMembers(of parent: [String]) throws -> [String: PageMember] {
    do {
      return try coder.decode([String: JSONValue].self, from: body, at: parent).mapValues { PageMember($0) }
    } catch let error as MappingError where error.kind == .missing || error.kind == .null {
      // A missing parent is treated like an empty one.
      return [:]
    }
  }
}
