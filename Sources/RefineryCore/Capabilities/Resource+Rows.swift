public import HTTPTypes

extension Resource {
  /// The row of a capability, with another method or path, for a family of models whose standard has its own rules. A router
  /// decides its path as for any other row of the operation.
  ///
  /// It is made once and kept with its path: see `RowCache`.
  public static func endpoint(of operation: Endpoint.Operation, _ method: HTTPRequest.Method, _ path: URITemplate) -> Endpoint {
    path.row(RowKey(Self.self, operation)) {
      // The names are made with the row, because naming a type costs more than the rest of a call.
      let (one, several) = (resourceName, "[\(resourceName)]")
      let (input, output): (String?, String?) =
        switch operation {
        case .create, .update: (one, one)
        case .createAll, .updateAll: (several, several)
        case .patch: ("changes", one)
        case .read: (nil, one)
        case .enumerate: (nil, several)
        case .delete: (nil, nil)
        }
      var options = Self.options
      // A row that sends and returns no value needs a coder only for the bodies of errors.
      if let coder, output != nil || options.explicit(ErrorsKey.self) != nil { options.coder = coder }
      if operation == .enumerate, let pagination = (Self.self as? any Enumerable.Type)?.declaredPagination {
        options.pagination = pagination
      }
      let takesID = [.read, .update, .patch, .delete].contains(operation) && !(Self.self is any Singleton.Type)
      var row = Endpoint(
        "\(one).\(operation)", method, path.detached, options, parameters: (takesID ? ["id"] : []) + parameters(of: path),
        sends: input, returns: output ?? "Okay")
      row.operation = operation
      row.declare(types(of: operation))
      return row
    }
  }

  private static func types(of operation: Endpoint.Operation) -> DeclaredTypes {
    switch operation {
    case .create, .update: DeclaredTypes(input: Self.self, output: Self.self)
    case .createAll, .updateAll: DeclaredTypes(input: [Self].self, output: [Self].self)
    case .read, .patch: DeclaredTypes(output: Self.self)
    case .enumerate: DeclaredTypes(output: [Self].self)
    case .delete: DeclaredTypes(output: Okay.self)
    }
  }

  /// A custom row of this model, with its options and coder: `endpoint("active", .get, "people/active")` is `Person.active`.
  ///
  /// Store it in a `static let`, and list it in ``customEndpoints``. `options` win over the model's.
  public static func endpoint(
    _ name: String, _ method: HTTPRequest.Method, _ path: URITemplate, _ options: Options = Options(),
    parameters: [String]? = nil, input: Any.Type? = nil, output: Any.Type? = nil, summary: String? = nil
  ) -> Endpoint {
    var own = Self.options
    own.merge(options)
    let isEmpty = output == Okay.self && input == nil && own.explicit(ErrorsKey.self) == nil
    if let coder, !isEmpty, options.explicit(CoderKey.self) == nil { own.coder = coder }
    return Endpoint(
      "\(resourceName).\(name)", method, path, own, parameters: parameters, input: input, output: output,
      summary: summary)
  }
}
