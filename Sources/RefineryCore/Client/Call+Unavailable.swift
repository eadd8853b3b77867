// Invalid paths do not compile in any case. With these declarations, the compiler also says what is wrong.

extension ScopedCall where Parent == Never {
  /// A list cannot be the parent of a call.
  @available(*, unavailable, message: "a list cannot be a parent: begin with one element, as in Post.read(1) / Comment.read(2)")
  public static func / <Element, Child: Resource, Result>(parent: Self, child: ScopedCall<Result, Child>) -> Call<Result>
  where Output == [Element] {
    child.joined(to: parent)
  }

  /// A call without a parent cannot follow another call.
  @available(
    *, unavailable, message: "the right side has no parent: its model must have the left side's model as its `Parent`"
  )
  public static func / <Result>(parent: Self, child: Call<Result>) -> Call<Result> { child }
}

extension ScopedCall where Parent: Resource {
  /// A path cannot begin with the call of a child.
  @available(*, unavailable, message: "a path begins at the root, as in Post.read(1) / Comment.read(2) / Reaction.read(3)")
  public static func / <Other: Resource, Result>(parent: Self, child: ScopedCall<Result, Other>) -> Call<Result> {
    child.copy(child.mapping)
  }
}

/// The end of a nested path, which cannot be sent without its parent: a ``ScopedCall`` with a parent.
///
/// Generic code does not need it. It lets the compiler say what is missing when the call of a child is sent without its parent,
/// and when a model lacks a capability.
public protocol UnjoinedCall<Output>: Sendable {
  /// The output of the whole path.
  associatedtype Output: Sendable
}

extension ScopedCall: UnjoinedCall where Parent: Resource {}

extension Client {
  /// The call of a child needs a call of its parent before it.
  @available(
    *, unavailable, message: "a child's call must follow its parent's, as in api.send(Post.read(1) / Comment.read(2))"
  )
  @discardableResult
  public func send<Output>(_ call: some UnjoinedCall<Output>) async throws -> Output {
    throw CancellationError()
  }

  /// The call of a child needs a call of its parent before it.
  @available(
    *, unavailable, message: "a child's call must follow its parent's, as in api.reply(to: Post.read(1) / Comment.read(2))"
  )
  public func reply<Output>(to call: some UnjoinedCall<Output>) async throws -> Reply<Output> {
    throw CancellationError()
  }
}
