public import HTTPTypes
public import RefineryCore

/// Decides what a synchronization fetches from the server.
public struct Pull: Sendable {
  /// What happens to local records that the server did not return. Records that were never sent are always kept.
  ///
  /// A listing in several pages can lack a record that the server has: if another client deletes a record while the pages are
  /// read, another record moves to a page that was already read. So for each missing record, one request is sent to the read
  /// row. If it returns 404 or 410, the record is deleted here; if it returns the record, the record is stored.
  ///
  /// There are no such requests if the listing is one response with as many records as it announces, if the model has no read
  /// row, or if a closure fetches the records. A closure of ``Pull/pages(missing:_:)`` must therefore find all records.
  public enum Missing: Sendable {
    /// They are deleted here, because the server has deleted them.
    case deleted
    /// They are kept, because only a part was fetched.
    case kept
    /// Records that match a filter are deleted, because all matching records were fetched.
    case deletedWhere(RecordFilter)
  }

  /// How the server expresses the changes since the last time.
  struct Changes: Sendable {
    let parameter: String
    let deleted: MemberPath
    let query: Query
    let token: @Sendable (HTTPResponse, [JSONValue]) -> String?
  }

  enum Kind: Sendable {
    case nothing
    case listing(Query, Missing)
    case changes(Changes)
    case pages(Missing, @Sendable (Client, @Sendable ([JSONValue]) async throws -> Void) async throws -> Void)
  }

  let kind: Kind

  /// The model's listing with all its pages; missing records are deleted.
  ///
  /// Pages are read by the model's `pagination`. Without one, a header field that announces a next page is followed: `Link`
  /// with `rel="next"`, or `Next-Page`. Only the link's query is used, never its host. A listing that ends before the number of
  /// records that it announces (`X-Total` or `Total-Objects`) is an error, and nothing is deleted. If it has enough records
  /// only because some of them occur twice, the report lists the error, and nothing is deleted. For missing records, see
  /// ``Missing``.
  public static let everything = Pull(kind: .listing([:], .deleted))

  /// Fetches nothing: only local changes are sent.
  public static let nothing = Pull(kind: .nothing)

  /// A part of the model's listing, all pages of it.
  public static func listing(_ query: Query, missing: Missing) -> Pull { Pull(kind: .listing(query, missing)) }

  /// The changes since the last time, by a token that the store keeps. Fetches everything the first time, and again if the
  /// server rejects the token (status 410).
  ///
  /// If the report lists a failure of the pull, a skipped record or a postponed conflict, the token stays the same, so that the
  /// next pull fetches these records again. If the announced number shrinks while everything is fetched, the report lists a
  /// failure, because a record may have moved to a page that was already read.
  ///
  /// The defaults are Kinto's.
  ///
  /// - Parameters:
  ///   - parameter: the query key for the token of the last time.
  ///   - deleted: the member that is true in the mark of a deleted record.
  ///   - query: further query items.
  ///   - token: finds the token for the next time in the first page; by default the listing's `ETag`, without its quotation
  ///     marks.
  public static func changes(
    parameter: String = "_since", deleted: MemberPath = "deleted", query: Query = [:],
    token: (@Sendable (_ head: HTTPResponse, _ records: [JSONValue]) -> String?)? = nil
  ) -> Pull {
    let token = token ?? { head, _ in entityTag(of: head) }
    return Pull(kind: .changes(Changes(parameter: parameter, deleted: deleted, query: query, token: token)))
  }

  package static func entityTag(of head: HTTPResponse) -> String? {
    guard var tag = head.headerFields[.eTag]?[...] else { return nil }
    if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
    return String(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 1 ? tag.dropFirst().dropLast() : tag)
  }

  /// Records that you fetch: call `take` with each page as soon as you have it. Do not synchronize the same repository in the
  /// closure: see ``SyncedRepository/synchronize(_:progress:)``.
  ///
  /// ```swift
  /// let pull = Pull.pages(missing: .deleted) { api, take in
  ///   for number in 1...3 { try await take(api.send(Note.enumerate(["page": number]).json).array ?? []) }
  /// }
  /// ```
  public static func pages(
    missing: Missing,
    _ fetch:
      @escaping @Sendable (
        _ client: Client, _ take: @Sendable (_ records: [JSONValue]) async throws -> Void
      ) async throws -> Void
  ) -> Pull {
    Pull(kind: .pages(missing, fetch))
  }
}

/// What the head of a page says about the listing.
struct ListingHead {
  /// The query of the next page; nil at the end.
  let next: Query?
  /// The announced number of records.
  let announced: Int?

  /// - Throws: ``UnusableResponse`` if the next page has no query.
  init(_ head: HTTPResponse) throws {
    let fields = head.headerFields
    announced = PageInfo(fields).total
    guard let address = HTTPField.Name("Next-Page").flatMap({ fields[$0] }) ?? PageLinks(fields.webLinks).next else {
      next = nil
      return
    }
    let items = Self.items(of: address)
    guard !items.isEmpty else { throw UnusableResponse.endlessListing }
    next = Query(items)
  }

  /// The items of the query of a URL.
  ///
  /// If the query contains a character that is not allowed in a URL, such as a bracket, `URLComponents` would also encode its
  /// percent signs. The next request would then have other values.
  private static func items(of address: String) -> [Query.Item] {
    let query = address.utf8.prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: "?") }.dropFirst()
    return query.split(separator: UInt8(ascii: "&")).map { pair -> Query.Item in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      return Query.Item(
        QueryText.decoded(name, plusAsSpace: true),
        .string(QueryText.decoded(pair[name.endIndex...].dropFirst(), plusAsSpace: true)))
    }
  }
}

/// Parts of a URL as text.
enum QueryText {
  /// Decodes percent escapes. In the query of a server's link, a plus sign is a space, as in forms. A plus sign itself is
  /// written as %2B.
  static func decoded(_ text: Substring.UTF8View, plusAsSpace: Bool = false) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") && plusAsSpace ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
