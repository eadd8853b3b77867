/// The address of one resource, for calls of its children: `Project.at("rocket") / Issue.enumerate()`.
///
/// The resource needs no capability, so an app can use the children of a resource that it never reads. An address cannot be
/// sent.
public struct ResourceAddress<Target: Resource>: Sendable {
  let call: Call<Okay>

  init(_ call: Call<Okay>) { self.call = call }

  /// Fills another placeholder of the path.
  public func with<Value: Hashable>(_ placeholder: String, _ value: Value) -> ResourceAddress {
    ResourceAddress(call.with(placeholder, value))
  }

  /// Joins a call of a child to the address of its parent, by the same rules as for a read of the parent.
  public static func / <Result>(parent: ResourceAddress, child: ScopedCall<Result, Target>) -> Call<Result> {
    child.joined(to: parent.call)
  }

  /// Joins the address of a child to that of its parent, to any depth.
  public static func / <Child>(parent: ResourceAddress, child: ChildAddress<Child>) -> ResourceAddress<Child>
  where Child.Parent == Target {
    ResourceAddress<Child>(child.call.joined(to: parent.call))
  }
}

/// The address of a resource within its parent, which `/` joins to the address of the parent.
public struct ChildAddress<Target: Resource>: Sendable where Target.Parent: Resource {
  let call: Call<Okay>

  /// Fills another placeholder of the path.
  public func with<Value: Hashable>(_ placeholder: String, _ value: Value) -> ChildAddress {
    ChildAddress(call: call.with(placeholder, value))
  }
}
