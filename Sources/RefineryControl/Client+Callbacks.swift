public import RefineryCore

extension Client {
  /// Sends a call and passes its result to a closure, for code that is not async.
  ///
  /// The closure is called exactly once, even if the call is cancelled. Use the returned call to cancel, pause or watch it. The
  /// call continues if you do not keep it.
  ///
  /// ```swift
  /// let sending = api.send(Person.read(5), on: CallbackQueue { DispatchQueue.main.async(execute: $0) }) { result in
  ///   print((try? result.get())?.name ?? "nobody")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - queue: where the closure is called. Default: on the threads that Swift's tasks share. Do not block these.
  ///   - completion: receives the output or the error, which may be `CallError.Kind.cancelled`.
  /// - Returns: the started call.
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

  /// Creates a queue. `run` must call its argument once: `CallbackQueue { DispatchQueue.main.async(execute: $0) }`.
  public init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { self.run = run }
}
