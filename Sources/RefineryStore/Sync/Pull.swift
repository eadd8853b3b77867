import FoundationEssentials
public import HTTPTypes
public import RefineryCore

/// What a synchronization fetches from the server.
public struct Pull: Sendable {
  /// What becomes of records that the server has not given. Those it has never been sent always stay.
  public enum Missing: Sendable {
    /// They were deleted there, so they are deleted here.
    case deleted
    /// They stay: what was fetched is not all there is.
    case kept
    /// Those that a filter finds are deleted: what was fetched is all there is of them.
    case deletedWhere(RecordFilter)
  }

  /// What changed since last time, and how the server says so.
  public struct Changes: Sendable {
    /// The query key that takes the token of last time.
    public var parameter: String
    /// The member that is true in what stands for a deleted record.
    public var deleted: KeyPathText
    /// Finds the token for next time in the first page.
    public var token: @Sendable (HTTPResponse, [RawJSON]) -> String?
    /// More of the query.
    public var query: Query

    /// Kinto's way unless told: `_since`, `"deleted": true`, and the listing's `ETag`.
    public init(
      parameter: String = "_since", deleted: KeyPathText = "deleted", query: Query = [:],
      token: @escaping @Sendable (HTTPResponse, [RawJSON]) -> String? = { head, _ in Changes.entityTag(of: head) }
    ) {
      self.parameter = parameter
      self.deleted = deleted
      self.query = query
      self.token = token
    }

    /// The entity tag of a listing without its quotation marks.
    public static func entityTag(of head: HTTPResponse) -> String? {
      guard var tag = head.headerFields[.eTag]?[...] else { return nil }
      if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
      return String(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 1 ? tag.dropFirst().dropLast() : tag)
    }
  }

  /// Hands a page of the server's records over to the store.
  public typealias Take = @Sendable ([RawJSON]) async throws -> Void

  enum Kind: Sendable {
    case nothing
    case listing(Query, Missing)
    case changes(Changes)
    case pages(Missing, @Sendable (Client, Take) async throws -> Void)
  }

  let kind: Kind

  /// The model's listing, all pages of it; what is missing is deleted.
  ///
  /// Pages are read as the model's `pagination` has it. A model that has none is read on where a header field announces a next
  /// page: `Link` with `rel="next"`, or `Next-Page`. Its query is asked for, never its host. A listing that ends before the
  /// number of records it announces (`X-Total`, `Total-Objects` and the like) is an error, and nothing is deleted for it.
  public static let everything = Pull(kind: .listing([:], .deleted))

  /// Nothing: local changes are sent, that is all.
  public static let nothing = Pull(kind: .nothing)

  /// A part of the model's listing, all pages of it.
  public static func listing(_ query: Query, missing: Missing) -> Pull { Pull(kind: .listing(query, missing)) }

  /// What changed since the last time, by a token that the store keeps; everything the first time, and again when the server
  /// answers that it no longer knows the token (status 410).
  public static func changes(_ changes: Changes = Changes()) -> Pull { Pull(kind: .changes(changes)) }

  /// Records that you fetch. Do not synchronize the same repository in here: see ``SyncedRepository/synchronize(_:progress:)``.
  public static func entities(missing: Missing, _ fetch: @escaping @Sendable (Client) async throws -> [RawJSON]) -> Pull {
    Pull(kind: .pages(missing) { client, take in try await take(fetch(client)) })
  }

  /// Records that you fetch page by page: hand each page over as it comes. As with ``entities(missing:_:)``, do not synchronize
  /// the same repository in here.
  ///
  /// ```swift
  /// let pull = Pull.pages(missing: .deleted) { api, take in
  ///   for number in 1...3 { try await take(api.send(Note.enumerate(["page": .int(number)]).json).array ?? []) }
  /// }
  /// ```
  public static func pages(
    missing: Missing, _ fetch: @escaping @Sendable (_ client: Client, _ take: Take) async throws -> Void
  ) -> Pull {
    Pull(kind: .pages(missing, fetch))
  }
}

/// What the head of a listing's page says about the others.
struct ListingHead {
  /// What to ask for next; nil at the end.
  let next: Query?
  /// How many records there are.
  let announced: Int?

  /// - Throws: ``UnusableAnswer/endlessListing`` for a next page without a query.
  init(_ head: HTTPResponse) throws {
    let fields = head.headerFields
    announced = PageInfo(fields).total
    guard let address = HTTPField.Name("Next-Page").flatMap({ fields[$0] }) ?? PageLinks(fields.webLinks).next else {
      next = nil
      return
    }
    guard let items = URLComponents(string: address)?.queryItems, !items.isEmpty else { throw UnusableAnswer.endlessListing }
    next = Query(items.map { Query.Item($0.name, .string($0.value ?? "")) })
  }
}
