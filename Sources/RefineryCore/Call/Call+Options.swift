extension ScopedCall {
  /// Changes the settings of this call by property: `Person.read(5).options { $0.timeout = .seconds(2) }`.
  public func options(_ change: (inout Options) -> Void) -> Self {
    var call = self
    change(&call.options)
    return call
  }
}
