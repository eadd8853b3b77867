public import RefineryCore

/// The data of the event that ends the event stream of a row, such as `[DONE]`. Default nil: no event ends it.
///
/// The event is not returned. If the stream ends without this event and cannot connect again, it throws an error, because
/// events may be missing.
public enum EventSentinel: OptionKey {
  /// The name in tables and reports: `eventSentinel`.
  public static let name = "eventSentinel"
  /// Nil: no event ends the stream.
  public static let defaultValue: String? = nil
  /// False: a child call does not take it from its parent's call, because it applies to one response.
  public static let isInherited = false
}

/// The maximum size of an event, in bytes. It limits the memory that the reader needs. Default 16 MiB.
public enum EventLimit: OptionKey {
  /// The name in tables and reports: `eventLimit`.
  public static let name = "eventLimit"
  /// `Body.defaultLimit`.
  public static let defaultValue = Body.defaultLimit
  /// False: a child call does not take it from its parent's call, because it applies to one response.
  public static let isInherited = false

  /// Reports a limit that permits no event.
  public static func problems(of value: Int, in row: Endpoint) -> [String] {
    value < 1 ? ["its eventLimit must be at least 1, not \(value)"] : []
  }
}

extension Options {
  /// The data of the event that ends an event stream: see ``EventSentinel``.
  public var eventSentinel: String? {
    get { self[EventSentinel.self] }
    set { self[EventSentinel.self] = newValue }
  }

  /// The largest number of bytes of an event: see ``EventLimit``.
  public var eventLimit: Int {
    get { self[EventLimit.self] }
    set { self[EventLimit.self] = newValue }
  }
}
