extension Client {
  /// Sends a call and returns its output or its error, for code that composes results in place of catching.
  ///
  /// Never throws: a cancelled task gives ``CallError/Kind/cancelled``. `Result`'s own `map`, `mapError` and `flatMap` go on
  /// from here, and `andThen` sends a further call.
  ///
  /// ```swift
  /// let name = await api.result(of: Person.read(5)).map(\.name)
  /// ```
  public func result<Output>(of call: Call<Output>) async -> Result<Output, CallError> {
    do {
      return .success(try await send(call))
    } catch {
      return .failure(CallError.wrapping(error, endpoint: overrides.applied(to: call.endpoint)))
    }
  }

  /// Sends a call and tells a closure what came of it, for code that is not async.
  ///
  /// The closure is called exactly once, also when the call is cancelled. It keeps the call alive: what is returned is for
  /// cancelling, pausing and watching, and may be dropped.
  ///
  /// ```swift
  /// let sending = api.send(Person.read(5), on: CallbackQueue { DispatchQueue.main.async(execute: $0) }) { result in
  ///   print((try? result.get())?.name ?? "nobody")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - queue: where the closure is called. Unless told, on the threads that Swift's tasks share: do not block there.
  ///   - completion: is told the output, or the error, ``CallError/Kind/cancelled`` among them.
  /// - Returns: the call in hand, started.
  @discardableResult
  public func send<Output>(
    _ call: Call<Output>, on queue: CallbackQueue = .concurrent,
    completion: @escaping @Sendable (Result<Output, CallError>) -> Void
  ) -> ControlledCall<Output> {
    let controlled = controlled(call)
    controlled.start()
    Task {
      let result = await controlled.result
      queue.run { completion(result) }
    }
    return controlled
  }
}

/// Where the closures of calls that are not async are called.
public struct CallbackQueue: Sendable {
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// On the threads that Swift's tasks share.
  public static let concurrent = CallbackQueue { $0() }

  /// Where `run` calls what it is given, once: `CallbackQueue { DispatchQueue.main.async(execute: $0) }`.
  public init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { self.run = run }
}

extension Result where Success: Sendable, Failure == CallError {
  /// Goes on with another call where this one succeeded, and keeps the error where it failed.
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

extension CallError {
  /// The error itself, or one of the call for what is none: `CancellationError`.
  static func wrapping(_ error: any Error, endpoint: Endpoint) -> CallError {
    error as? CallError ?? CallError(.sending, endpoint, underlying: error)
  }
}
