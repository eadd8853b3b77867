extension Client {
  /// Returns the options of a call. In order of precedence, they come from the call, the operator, the row with its model, and
  /// the client.
  ///
  /// The request of the call has the same options. Use this where a value is needed before there is a request.
  public func options<Output>(of call: Call<Output>) -> Options { options(of: call, overrides[call.endpoint.name]) }

  /// Returns the changes of header fields of a call. In order of precedence: those of the call, the row, and the client.
  ///
  /// The coder's `Accept` and the body's `Content-Type` are not among them.
  package func headers<Output>(of call: Call<Output>) -> HeaderChanges {
    headers(of: call, options(of: call))
  }

  func headers<Output>(of call: Call<Output>, _ options: Options) -> HeaderChanges {
    headers.merging(options.headers).merging(call.headers)
  }

  func options<Output>(of call: Call<Output>, _ override: EndpointOverrides.Override?) -> Options {
    var options = prepared.options
    options.merge(call.endpoint.options)
    if let override { options.merge(override.options) }
    options.merge(call.options)
    return options
  }

  /// Returns the coder of a request: that of its call, its row or its model, or that of the client.
  func coder(for request: Request) -> any Coder { request.options.coder ?? coder }
}
