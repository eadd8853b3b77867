#if Macros
  public import HTTPTypes
  public import RefineryCore

  /// Makes the rows of an extension or a type: their list, and the path of the group.
  ///
  /// ```swift
  /// @Endpoints("repos")
  /// extension Repo: Readable {
  ///   /// The repositories of a user.
  ///   @GET("/users/{user}/repos{?page}")
  ///   static func list(user: String, page: Int? = nil) -> Call<[Repo]>
  /// }
  ///
  /// @Endpoints
  /// enum GitHub: EndpointGroup {
  ///   @GET("zen") static func zen() -> Call<String>
  /// }
  /// ```
  ///
  /// Each function that is marked with ``GET(_:envelope:idempotent:options:)`` or one of the others is a row. The type is a
  /// model, another `Resource`, or an `EndpointGroup`; its `options`, `coder` and `resourceName` apply to the rows. The macro
  /// writes `customEndpoints`, so an `EndpointTable` of the type has the rows. A type has one such group.
  ///
  /// - Parameter path: the `path` of the type. The paths of the rows are below it, unless they begin with a slash or are whole
  ///   URLs. Its placeholders become the `parameters` of the type. Without it, the paths of the rows begin at the base URL, and
  ///   the type has a path of its own, as every `EndpointGroup` has.
  @attached(member, names: named(customEndpoints), named(path), named(parameters), arbitrary)
  public macro Endpoints(_ path: String? = nil) = #externalMacro(module: "RefineryMacrosPlugin", type: "EndpointsMacro")

  /// A row with the method GET: the macro writes the body of the function, which makes the call.
  ///
  /// The name of the row is the name of the type and of the function: `Repo.list`. Its constant is `listRow`. The first
  /// paragraph of the function's documentation is its summary. Each parameter has one place in the request:
  ///
  /// | Parameter | Place |
  /// | --- | --- |
  /// | named as a variable of the path, as `perPage` for `{per_page}` | that variable; in `{?page}`, nil leaves it out |
  /// | marked by ``Variable`` | the variable with that name |
  /// | `body` | the body: encoded by the coder; `Data`, a `Body` or the file at a `URL` as it is; a `MultipartForm` as a form |
  /// | `query`, of the type `Query` | added to the query |
  /// | marked by ``Header`` | a header field; nil leaves it out |
  /// | marked by ``Member`` | a member of an object in the body; nil leaves it out |
  /// | marked by ``FormField`` | a field of a form in the body (`application/x-www-form-urlencoded`); nil leaves it out |
  /// | marked by ``Part`` | a part of a form in the body (`multipart/form-data`); nil leaves it out |
  ///
  /// In a method, a placeholder without a parameter is a property: `{id}` is the model's own id.
  ///
  /// - Parameters:
  ///   - path: a URI template (RFC 6570), below the path of the group. With a slash at its beginning it is below the base URL.
  ///     `{+location}` is a URL that the server sent before, followed as `ScopedCall.following(_:adding:)` does;
  ///     `{+location}{?digest}` adds to its query, and `uploads/{+location}` is relative to that path.
  ///   - envelope: where the output is in the response.
  ///   - idempotent: whether the row may be sent twice without harm. Default: the method decides.
  ///   - options: sets the other options of the row.
  @attached(body)
  public macro GET(
    _ path: String, envelope: MemberPath = [], idempotent: Bool? = nil, options: (inout Options) -> Void = { _ in }
  ) = #externalMacro(module: "RefineryMacrosPlugin", type: "RowMacro")

  /// A row with the method POST: see ``GET(_:envelope:idempotent:options:)``.
  @attached(body)
  public macro POST(
    _ path: String, envelope: MemberPath = [], idempotent: Bool? = nil, options: (inout Options) -> Void = { _ in }
  ) = #externalMacro(module: "RefineryMacrosPlugin", type: "RowMacro")

  /// A row with the method PUT: see ``GET(_:envelope:idempotent:options:)``.
  @attached(body)
  public macro PUT(
    _ path: String, envelope: MemberPath = [], idempotent: Bool? = nil, options: (inout Options) -> Void = { _ in }
  ) = #externalMacro(module: "RefineryMacrosPlugin", type: "RowMacro")

  /// A row with the method PATCH: see ``GET(_:envelope:idempotent:options:)``.
  @attached(body)
  public macro PATCH(
    _ path: String, envelope: MemberPath = [], idempotent: Bool? = nil, options: (inout Options) -> Void = { _ in }
  ) = #externalMacro(module: "RefineryMacrosPlugin", type: "RowMacro")

  /// A row with the method DELETE: see ``GET(_:envelope:idempotent:options:)``.
  @attached(body)
  public macro DELETE(
    _ path: String, envelope: MemberPath = [], idempotent: Bool? = nil, options: (inout Options) -> Void = { _ in }
  ) = #externalMacro(module: "RefineryMacrosPlugin", type: "RowMacro")

  /// A row with the method HEAD: see ``GET(_:envelope:idempotent:options:)``.
  @attached(body)
  public macro HEAD(
    _ path: String, envelope: MemberPath = [], idempotent: Bool? = nil, options: (inout Options) -> Void = { _ in }
  ) = #externalMacro(module: "RefineryMacrosPlugin", type: "RowMacro")

  /// A row with any other method, such as `@Row(.init("PROPFIND")!, "files/{id}")`: see
  /// ``GET(_:envelope:idempotent:options:)``.
  @attached(body)
  public macro Row(
    _ method: HTTPRequest.Method, _ path: String, envelope: MemberPath = [], idempotent: Bool? = nil,
    options: (inout Options) -> Void = { _ in }
  ) = #externalMacro(module: "RefineryMacrosPlugin", type: "RowMacro")

  /// Says why the rows of a type that is no resource do not compile: the rows of a resource call its own function of this name.
  @available(
    *, unavailable,
    message: "a group of rows is a Resource: make its type an EndpointGroup, or a model with capabilities such as Readable"
  )
  public func endpoint(
    _ name: String, _ method: HTTPRequest.Method, _ path: URITemplate, _ options: Options = Options(),
    parameters: [String]? = nil, input: Any.Type? = nil, output: Any.Type? = nil, summary: String? = nil
  ) -> Endpoint {
    Endpoint(name, method, path, options, parameters: parameters, input: input, output: output, summary: summary)
  }
#endif
