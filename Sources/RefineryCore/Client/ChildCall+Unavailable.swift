// Paths that make no sense do not compile anyhow; these say why in words.

extension Call {
  /// A list has no children.
  @available(*, unavailable, message: "a list is no parent: begin with one of them, as in Post.read(1) / Comment.read(2)")
  public static func / <Parent, Child, Result>(parent: Call, child: ChildCall<Child, Result>) -> Call<Result>
  where Output == [Parent] {
    child.call
  }

  /// What lives at the root follows nothing.
  @available(
    *, unavailable, message: "the right side lives at the root: what follows has the left side's model as its `Parent`"
  )
  public static func / <Result>(parent: Call, child: Call<Result>) -> Call<Result> { child }
}

extension ChildCall {
  /// A path that begins with a child has no beginning.
  @available(*, unavailable, message: "a path begins at the root, as in Post.read(1) / Comment.read(2) / Reaction.read(3)")
  public static func / <Other, Result>(parent: ChildCall, child: ChildCall<Other, Result>) -> Call<Result> { child.call }
}

/// The tail of a nested path, which cannot be sent: a ``ChildCall``.
///
/// Generic code does not need it. It makes the compiler say what is missing when a child's call is sent alone.
public protocol PathTail<Output>: Sendable {
  /// What the whole path returns.
  associatedtype Output: Sendable
}

extension ChildCall: PathTail {}

extension Client {
  /// A child's call needs its parent's before it.
  @available(
    *, unavailable, message: "a child's call follows one of its parent, as in api.send(Post.read(1) / Comment.read(2))"
  )
  @discardableResult
  public func send<Output>(_ call: some PathTail<Output>) async throws -> Output { throw CancellationError() }

  /// A child's call needs its parent's before it.
  @available(
    *, unavailable, message: "a child's call follows one of its parent, as in api.reply(to: Post.read(1) / Comment.read(2))"
  )
  public func reply<Output>(to call: some PathTail<Output>) async throws -> Reply<Output> { throw CancellationError() }
}
