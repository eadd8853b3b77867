public import RefineryCore

extension Client {
  /// Sends a call and passes its result to a closure, for code that is not async.
  ///
  /// The closure is called exactly once, even if the call is cancelled. Use the returned call to cancel, pause or watch it. The
  /// call continues if you do not keep it.
  ///
  /// ```swift
  /// let sending = api.send(Person.read(5), on: { DispatchQueue.main.async(execute: $0) }) { result in
  ///   print((try? result.get())?.name ?? "nobody")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - queue: calls its argument once, where the completion shall run. Default: on the threads that Swift's tasks share. Do
  ///     not block these.
  ///   - completion: receives the output or the error, which may be `CallError.Kind.cancelled`.
  /// - Returns: the started call.
  @discardableResult
  public func send<Output>(
    _ call: Call<Output>, on queue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    completion: @escaping @Sendable (Result<Output, CallError>) -> Void
  ) -> ControlledCall<Output> {
    let controlled = controlled(call)
    controlled.start()
    Task {
      let result = await controlled.result
      queue { completion(result) }
    }
    return controlled
  }
}
