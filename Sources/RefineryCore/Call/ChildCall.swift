public import FoundationEssentials

/// A call on a row of a child resource. It is sent after it is joined to a call of the parent with `/`.
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
/// It cannot be sent before `/` has made it a ``Call``. A custom row makes one by hand. The path of the row continues the path
/// of one parent:
///
/// ```swift
/// extension Comment {
///   static let hideEndpoint = endpoint("hide", .post, "comments/{id}/hide")
///   static func hide(_ id: ID) -> ChildCall<Comment, Okay> { ChildCall(hideEndpoint, ["id": PathValue(id: id)]) }
/// }
/// ```
public struct ChildCall<Child: Resource, Output: Sendable>: Sendable where Child.Parent: Resource {
  /// The child's part of the call, without the parent's path.
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

  /// The same call, with the response merged into what was sent: see ``Call/mergingSent``.
  public var mergingSent: ChildCall { ChildCall(call.mergingSent) }
}

extension ChildCall where Output == Okay {
  /// A call on a row of your own that only reports success.
  public init(_ endpoint: Endpoint, _ values: PathValues = PathValues(), query: Query = [:]) {
    self.init(endpoint, values, query: query, mapping: .okay)
  }
}

// How the response is read. Each member does the same as that of `Call`.
extension ChildCall {
  /// The same call with an optional output: see ``Call/optional``.
  public var optional: ChildCall<Child, Output?> { ChildCall<Child, Output?>(call.optional) }

  /// The same call, which returns ``Okay`` for every success and ignores the body.
  public var okay: ChildCall<Child, Okay> { ChildCall<Child, Okay>(call.okay) }

  /// The same call, which returns the body as untyped JSON.
  public var json: ChildCall<Child, JSONValue> { ChildCall<Child, JSONValue>(call.json) }

  /// The same call, which returns the bytes of the body.
  public var data: ChildCall<Child, Data> { ChildCall<Child, Data>(call.data) }

  /// The same call, which returns the body as text: see ``Call/text``.
  public var text: ChildCall<Child, String> { ChildCall<Child, String>(call.text) }

  /// The same call, which decodes the body as another type.
  public func decoding<Other: Decodable & Sendable>(_ type: Other.Type) -> ChildCall<Child, Other> {
    ChildCall<Child, Other>(call.decoding(type))
  }

  /// The same call. Your closure makes its output from the response: see ``Call/mapping(at:_:)``.
  public func mapping<Other: Sendable>(
    at envelope: MemberPath = [], _ transform: @escaping @Sendable (inout MappingInput) throws -> Other
  ) -> ChildCall<Child, Other> {
    ChildCall<Child, Other>(call.mapping(at: envelope, transform))
  }
}
