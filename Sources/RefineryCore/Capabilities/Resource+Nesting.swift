import HTTPTypes

extension Resource {
  /// The row that calls send for a row of this resource: if the resource has parents, the row below them.
  static func placed(_ row: Endpoint) -> Endpoint {
    guard let parent = Parent.self as? any Resource.Type else { return row }
    return row.nested(in: parent.address(below: [ObjectIdentifier(Self.self)])).row
  }

  /// The row that addresses one object, below its own parents: the row of reading, even if the model is not readable.
  private static func address(below children: [ObjectIdentifier]) -> Endpoint {
    let own = ObjectIdentifier(Self.self)
    guard !children.contains(own) else {
      let reason = "\(resourceName) is nested in itself by its `Parent`, so it has no path"
      return Endpoint("\(resourceName).read", .get, URITemplate(path.text, unusable: reason))
    }
    let row = address
    guard let parent = Parent.self as? any Resource.Type else { return row }
    return row.nested(in: parent.address(below: children + [own])).row
  }

  /// The row that addresses one object, without its parents.
  static var address: Endpoint { (Self.self as? any Readable.Type)?.readEndpoint ?? unreadAddress }

  private static var unreadAddress: Endpoint {
    if Self.self is any Identifiable.Type || Self.self is any Singleton.Type { return endpoint(of: .read, .get, itemPath) }
    var row = endpoint(of: .read, .get, path)
    row.parameters = parameters(of: path)
    return row
  }
}

extension Resource where Self: Identifiable {
  /// The address of the one with this id: `Project.at("rocket") / Issue.at(7) / Comment.enumerate()`.
  public static func at(_ id: ID) -> ResourceAddress<Self, Parent> {
    ResourceAddress(call: Call<Okay>(address, PathValues("id", PathValue(id: id))))
  }
}

extension Singleton {
  /// The address of the singleton.
  public static func at() -> ResourceAddress<Self, Parent> { ResourceAddress(call: Call<Okay>(address)) }
}
