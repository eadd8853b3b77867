public import RefineryCore

extension Options {
  /// The data of the event that ends the event stream of a row, such as `[DONE]`. Default nil: the stream need not end by an
  /// event; `[DONE]` ends it if its output is neither text nor bytes.
  ///
  /// The event is not returned. If the stream ends without this event and cannot connect again, it throws an error, because
  /// events may be missing.
  public var eventSentinel: String? {
    get { self[EventSentinelKey.self] }
    set { self[EventSentinelKey.self] = newValue }
  }

  /// The maximum size of an event, in bytes. It limits the memory that the reader needs. Default 16 MiB.
  public var eventLimit: Int {
    get { self[EventLimitKey.self] }
    set { self[EventLimitKey.self] = newValue }
  }
}

package enum EventSentinelKey: OptionKey {
  package static let name = "eventSentinel"
  package static let defaultValue: String? = nil
  package static let isInherited = false
}

package enum EventLimitKey: OptionKey {
  package static let name = "eventLimit"
  package static let defaultValue = Body.defaultLimit
  package static let isInherited = false

  /// Reports a limit that permits no event.
  package static func problems(of value: Int, in row: Endpoint) -> [String] {
    value < 1 ? ["its eventLimit must be at least 1, not \(value)"] : []
  }
}
