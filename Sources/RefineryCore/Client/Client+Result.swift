extension Client {
  /// Sends a call and returns its output or its error, for code that composes results.
  ///
  /// It never throws: a cancelled task returns ``CallError/Kind/cancelled``. Use `map`, `mapError` and `flatMap` to transform
  /// the result, and `andThen` to send another call.
  ///
  /// ```swift
  /// let name = await api.result(of: Person.read(5)).map(\.name)
  /// ```
  public func result<Output>(of call: Call<Output>) async -> Result<Output, CallError> {
    do {
      return .success(try await send(call))
    } catch {
      return .failure(error as? CallError ?? CallError(.sending, overrides.applied(to: call.endpoint), underlying: error))
    }
  }
}

extension Result where Success: Sendable, Failure == CallError {
  /// Sends another call if this one succeeded; otherwise returns the error.
  ///
  /// ```swift
  /// let boss = await api.result(of: Person.read(5)).andThen { await api.result(of: Person.read($0.bossID)) }
  /// ```
  public func andThen<Next: Sendable>(
    _ next: (Success) async -> Result<Next, CallError>
  ) async -> Result<Next, CallError> {
    switch self {
    case .success(let value): await next(value)
    case .failure(let error): .failure(error)
    }
  }
}
