/// The address of one resource, for calls of its children: `Project.at("rocket") / Issue.enumerate()`.
///
/// The resource needs no capability, so an app can use the children of a resource that it never reads. An address cannot be
/// sent. `Parent` is the model whose address must come before, joined with `/`; an address at the root has none.
public struct ResourceAddress<Target: Resource, Parent>: Sendable {
  let call: Call<Okay>

  /// Fills another placeholder of the path.
  public func with<Value: Hashable>(_ placeholder: String, _ value: Value) -> ResourceAddress {
    ResourceAddress(call: call.with(placeholder, value))
  }
}

extension ResourceAddress where Parent == Never {
  /// Joins a call of a child to the address of its parent, by the same rules as for a read of the parent.
  public static func / <Result>(parent: Self, child: ScopedCall<Result, Target>) -> Call<Result> {
    child.joined(to: parent.call)
  }

  /// Joins the address of a child to that of its parent, to any depth.
  public static func / <Child>(parent: Self, child: ResourceAddress<Child, Target>) -> ResourceAddress<Child, Never> {
    ResourceAddress<Child, Never>(call: child.call.joined(to: parent.call))
  }
}
