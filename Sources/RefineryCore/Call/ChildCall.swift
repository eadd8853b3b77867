public import FoundationEssentials
public import HTTPTypes

/// The last part of a nested path: a call on a row of a child, to be put behind a call of its parent.
///
/// ```swift
/// struct Comment: Codable, Identifiable, Sendable { var id: Int; var text: String }
///
/// extension Comment: Mappable {
///   typealias Parent = Post
///   static let path: URITemplate = "comments"
/// }
///
/// let comment = try await api.send(Post.read(1) / Comment.read(2))      // GET posts/1/comments/2
/// try await api.send(post.read() / comment.delete())                    // DELETE posts/1/comments/2
/// ```
///
/// By itself it cannot be sent: only a `/` makes it a ``Call``. A custom row makes one by hand, its path beginning where one of
/// the parent ends:
///
/// ```swift
/// extension Comment {
///   static let hideEndpoint = endpoint("hide", .post, "comments/{id}/hide")
///   static func hide(_ id: ID) -> ChildCall<Comment, Okay> { ChildCall(hideEndpoint, ["id": PathValue(id: id)]) }
/// }
/// ```
public struct ChildCall<Child: Resource, Output: Sendable>: Sendable where Child.Parent: Resource {
  /// The call as it would be, had the child no parent.
  let call: Call<Output>

  init(_ call: Call<Output>) { self.call = call }

  init(
    _ endpoint: Endpoint, _ values: PathValues = PathValues(), query: Query = [:], payload: Payload = .none,
    mapping: Mapping<Output>
  ) {
    call = Call(endpoint, values, query: query, payload: payload, mapping: mapping)
  }
}

extension ChildCall where Output: Decodable {
  /// A call on a row of your own that returns any type the coder can decode.
  public init(_ endpoint: Endpoint, _ values: PathValues = PathValues(), query: Query = [:]) {
    self.init(Call(endpoint, values, query: query))
  }

  /// A call on a row of your own that returns a list, element by element: see ``ElementPolicy``.
  public init<Element: Decodable & Sendable>(
    _ endpoint: Endpoint, _ values: PathValues = PathValues(), query: Query = [:]
  ) where Output == [Element] {
    self.init(Call(endpoint, values, query: query))
  }

  /// The same call, its answer laid over what was sent: see ``Call/mergingSent``.
  public var mergingSent: ChildCall { ChildCall(call.mergingSent) }
}

extension ChildCall where Output == Okay {
  /// A call on a row of your own whose answer is of no interest beyond its success.
  public init(_ endpoint: Endpoint, _ values: PathValues = PathValues(), query: Query = [:]) {
    self.init(endpoint, values, query: query, mapping: .okay)
  }
}

// What the answer is read as; each as of a `Call`.
extension ChildCall {
  /// The same call, whose answer may be absent: see ``Call/optional``.
  public var optional: ChildCall<Child, Output?> { ChildCall<Child, Output?>(call.optional) }

  /// The same call, read as success or failure alone.
  public var okay: ChildCall<Child, Okay> { ChildCall<Child, Okay>(call.okay) }

  /// The same call, its answer untyped.
  public var json: ChildCall<Child, RawJSON> { ChildCall<Child, RawJSON>(call.json) }

  /// The same call, its answer the bytes of the body.
  public var data: ChildCall<Child, Data> { ChildCall<Child, Data>(call.data) }

  /// The same call, its answer another type.
  public func decoding<Other: Decodable & Sendable>(_ type: Other.Type) -> ChildCall<Child, Other> {
    ChildCall<Child, Other>(call.decoding(type))
  }

  /// The same call, its answer put together by you from the head and the bytes: see ``Call/mapping(_:)``.
  public func mapping<Other: Sendable>(
    _ transform: @escaping @Sendable (HTTPResponse, Data) throws -> Other
  ) -> ChildCall<Child, Other> {
    ChildCall<Child, Other>(call.mapping(transform))
  }
}
