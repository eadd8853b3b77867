import FoundationEssentials
import RefineryJSON

extension Pagination {
  /// The same pages, for lists that are requested with POST: members of the JSON body request a page, in place of the query.
  ///
  /// ```swift
  /// let search = Endpoint("Person.search", .post, "people/search", Options {
  ///   $0.pagination = .cursor(.body("next"), parameter: "after").inBody()
  /// }, output: [Person].self)
  /// ```
  /// The call's own body is an object, or the call has no body. Page numbers, offsets and sizes are written as numbers. A
  /// cursor of the response's body is written as the server sent it, whatever JSON it is; the first one, and that of a header
  /// field, as a string. So this reads a table of DynamoDB, whose next page is requested by an object:
  ///
  /// ```swift
  /// .cursor(.body("LastEvaluatedKey"), parameter: "ExclusiveStartKey").inBody()
  /// ```
  /// For a strategy of your own, ``PageStep/members(_:)`` are written as they are, and the whole numbers of a query as numbers,
  /// except where the call's own body has a string.
  ///
  /// - Parameter path: the path of the object that has the members; empty for the body itself.
  public func inBody(at path: MemberPath = []) -> Pagination {
    func moved(_ strategy: some PageStrategy) -> Pagination { Pagination(BodyPages(base: strategy, path: path)) }
    return moved(strategy)
  }
}

/// A strategy that requests pages by the body.
protocol BodyStrategy {}

/// The pages of another strategy, requested by members of the body.
struct BodyPages<Base: PageStrategy>: PageStrategy, BodyStrategy, OuterStrategy, CustomStringConvertible {
  let base: Base
  let path: MemberPath

  var description: String { "\(Pagination(base)) in the body" }
  var problem: String? { base.problem }
  var first: PageStep { base.first }
  var repeatsSteps: Bool { base.repeatsSteps }
  var inner: any PageStrategy { base }

  func next(after page: PageResponse) throws -> PageStep? {
    guard let cursor = base as? CursorPages else { return try base.next(after: page) }
    return try cursor.next(inBodyAfter: page)
  }
  func info(of page: PageResponse) -> PageInfo { base.info(of: page) }
  func links(of page: PageResponse) -> PageLinks { base.links(of: page) }

  func call<Output>(_ call: Call<Output>, at step: PageStep) -> Call<Output> {
    switch step {
    case .link: return base.call(call, at: step)
    case .members(let members): return call.adding(members, at: path.parts)
    case .query(let items):
      let cursor = (base as? CursorPages)?.parameter
      return call.adding(
        items.map { BodyMember(path: path.parts + [$0], value: $0 == cursor ? .json(.string($1)) : .text($1)) })
    }
  }
}

/// A member that a page adds to the JSON body of its call.
struct BodyMember: Sendable, Equatable {
  enum Value: Sendable, Equatable {
    /// A number if the text is one, unless it replaces a string.
    case text(String)
    case json(JSONValue)
  }

  let path: [String]
  let value: Value

  /// Returns the value that replaces another one.
  fileprivate func value(replacing old: JSONValue) -> JSONValue {
    switch value {
    case .json(let json): return json
    case .text(let text):
      guard old.string == nil, let number = Int(text) else { return .string(text) }
      return .number(number)
    }
  }

  /// Returns the body with the members.
  static func merged(_ members: [BodyMember], into body: Data?) throws -> Data {
    var json: JSONValue = [:]
    if let body { json = try JSONValue(parsing: body) }
    for member in members { json = try json.setting(member.path[...], to: member) }
    return json.data()
  }
}

extension ScopedCall {
  /// The call with members that a page adds to the object at a path of its body.
  func adding(_ members: [String: JSONValue], at path: [String]) -> Self {
    adding(members.map { BodyMember(path: path + [$0], value: .json($1)) })
  }

  fileprivate func adding(_ members: [BodyMember]) -> Self {
    options { $0.bodyMembers = members.sorted { $0.path.lexicographicallyPrecedes($1.path) } }
  }
}

extension JSONValue {
  /// Returns this object with a member at a path. Objects on the path are made where they are missing.
  fileprivate func setting(_ path: ArraySlice<String>, to member: BodyMember) throws(PagingError) -> JSONValue {
    guard let name = path.first else { return member.value(replacing: self) }
    guard case .object(var object) = self else {
      throw .unusable(reason: "the body of the call has no object at the path of the page's members")
    }
    object[name] = try (object[name] ?? [:]).setting(path.dropFirst(), to: member)
    return .object(object)
  }
}
