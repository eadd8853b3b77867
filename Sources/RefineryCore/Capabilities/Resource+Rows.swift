public import HTTPTypes

/// What a row sends or returns. The name is made with the row, because naming a type costs more than the rest of a call.
enum RowContent {
  case nothing, one, several, changes

  func name(of type: any Resource.Type) -> String? {
    switch self {
    case .nothing: nil
    case .one: type.resourceName
    case .several: "[\(type.resourceName)]"
    case .changes: "changes"
    }
  }
}

extension Resource {
  /// The row of an operation, made once and kept with its path: see ``RowCache``.
  static func row(
    _ operation: ResourceOperation, _ method: HTTPRequest.Method, _ path: URITemplate, takesID: Bool = false,
    input: RowContent = .nothing, output: RowContent
  ) -> Endpoint {
    path.row(RowKey(Self.self, operation.rawValue)) {
      var options = Self.options
      let input = input.name(of: Self.self)
      let output = output.name(of: Self.self)
      // A row that sends and returns no value needs no coder.
      if let coder, input != nil || output != nil { options.coder = coder }
      if operation == .enumerate, let pagination = (Self.self as? any Enumerable.Type)?.declaredPagination {
        options.pagination = pagination
      }
      let isSingle = Self.self is any Singleton.Type
      var row = Endpoint(
        "\(resourceName).\(operation.name)", method, path.detached, options,
        parameters: (takesID && !isSingle ? ["id"] : []) + parameters, input: input, output: output ?? "Okay")
      row.operation = operation
      return row
    }
  }

  /// The row of a capability, with another method or path, for a family of models whose standard has its own rules. A router
  /// decides its path as for any other row of the operation.
  public static func endpoint(of operation: ResourceOperation, _ method: HTTPRequest.Method, _ path: URITemplate) -> Endpoint {
    let sent: RowContent =
      switch operation {
      case .create, .update: .one
      case .createAll, .updateAll: .several
      case .patch: .changes
      case .read, .delete, .enumerate: .nothing
      }
    let returned: RowContent =
      switch operation {
      case .create, .read, .update, .patch: .one
      case .createAll, .updateAll, .enumerate: .several
      case .delete: .nothing
      }
    return row(
      operation, method, path, takesID: [.read, .update, .patch, .delete].contains(operation), input: sent, output: returned)
  }

  /// A custom row of this model, with its options and coder: `endpoint("active", .get, "people/active")` is `Person.active`.
  ///
  /// Store it in a `static let`, and list it in ``customEndpoints``. `options` win over the model's.
  public static func endpoint(
    _ name: String, _ method: HTTPRequest.Method, _ path: URITemplate, _ options: Options = Options(),
    parameters: [String]? = nil, input: String? = nil, output: String? = nil
  ) -> Endpoint {
    var own = Self.options
    if let coder { own.coder = coder }
    return Endpoint(
      "\(resourceName).\(name)", method, path, own.merging(options), parameters: parameters, input: input, output: output)
  }
}
