extension Options {
  /// The largest number of bytes of an item of a streamed list, which bounds the memory of the reading. Default 16 MiB.
  public var itemLimit: Int {
    get { self[ItemLimitKey.self] }
    set { self[ItemLimitKey.self] = newValue }
  }

  /// When an event stream or the transfer of a file connects again: see ``Reconnection``.
  public var reconnection: Reconnection {
    get { self[ReconnectionKey.self] }
    set { self[ReconnectionKey.self] = newValue }
  }
}

package enum ItemLimitKey: OptionKey {
  package static let name = "itemLimit"
  package static let defaultValue = Body.defaultLimit

  /// Reports a limit that permits no item.
  package static func problems(of value: Int, in row: Endpoint) -> [String] {
    value < 1 ? ["its itemLimit must be at least 1, not \(value)"] : []
  }
}

package enum ReconnectionKey: OptionKey {
  package static let name = "reconnection"
  package static let defaultValue = Reconnection()
  package static let isInherited = false

  /// Reports every fault of the policy.
  package static func problems(of value: Reconnection, in row: Endpoint) -> [String] {
    value.problems.map { "its reconnection: \($0)" }
  }
}
