import HTTPTypes

extension Resource {
  /// A row of this resource as its calls send it: below its parents, if it has any.
  static func placed(_ row: Endpoint) -> Endpoint {
    guard let parent = Parent.self as? any Resource.Type else { return row }
    return row.nested(in: parent.address(below: [ObjectIdentifier(Self.self)])).row
  }

  /// The row that addresses one object, below its own parents: the row of reading, even if the model is not readable.
  private static func address(below children: [ObjectIdentifier]) -> Endpoint {
    let own = ObjectIdentifier(Self.self)
    guard !children.contains(own) else {
      let fault = URITemplate.Malformed(
        template: path.text, position: 0, reason: "\(resourceName) is nested in itself, so no path to it has a beginning")
      return Endpoint("\(resourceName).read", .get, URITemplate(storage: URITemplate.Storage(path.text, problem: fault)))
    }
    let row = (Self.self as? any Readable.Type)?.readEndpoint ?? unreadAddress
    guard let parent = Parent.self as? any Resource.Type else { return row }
    return row.nested(in: parent.address(below: children + [own])).row
  }

  private static var unreadAddress: Endpoint {
    let isOne = Self.self is any Singleton.Type || !(Self.self is any Identifiable.Type)
    return row(.read, .get, isOne ? path : path.item, takesID: !isOne, output: .one)
  }
}
