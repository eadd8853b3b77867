// Invalid paths do not compile in any case. These declarations make the compiler say what is wrong.

extension Call {
  /// A list cannot be the parent of a call.
  @available(*, unavailable, message: "a list cannot be a parent: begin with one element, as in Post.read(1) / Comment.read(2)")
  public static func / <Parent, Child, Result>(parent: Call, child: ChildCall<Child, Result>) -> Call<Result>
  where Output == [Parent] {
    child.call
  }

  /// A call without a parent cannot follow another call.
  @available(
    *, unavailable, message: "the right side has no parent: its model must have the left side's model as its `Parent`"
  )
  public static func / <Result>(parent: Call, child: Call<Result>) -> Call<Result> { child }
}

extension ChildCall {
  /// A path cannot begin with the call of a child.
  @available(*, unavailable, message: "a path begins at the root, as in Post.read(1) / Comment.read(2) / Reaction.read(3)")
  public static func / <Other, Result>(parent: ChildCall, child: ChildCall<Other, Result>) -> Call<Result> { child.call }
}

/// The end of a nested path, which cannot be sent without its parent: a ``ChildCall``.
///
/// Generic code does not need it. It lets the compiler say what is missing when the call of a child is sent without its parent.
public protocol UnjoinedCall<Output>: Sendable {
  /// The output of the whole path.
  associatedtype Output: Sendable
}

extension ChildCall: UnjoinedCall {}

extension Client {
  /// The call of a child needs a call of its parent before it.
  @available(
    *, unavailable, message: "a child's call must follow its parent's, as in api.send(Post.read(1) / Comment.read(2))"
  )
  @discardableResult
  public func send<Output>(_ call: some UnjoinedCall<Output>) async throws -> Output { throw CancellationError() }

  /// The call of a child needs a call of its parent before it.
  @available(
    *, unavailable, message: "a child's call must follow its parent's, as in api.reply(to: Post.read(1) / Comment.read(2))"
  )
  public func reply<Output>(to call: some UnjoinedCall<Output>) async throws -> Reply<Output> { throw CancellationError() }
}
