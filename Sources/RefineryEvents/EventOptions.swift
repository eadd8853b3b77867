public import RefineryCore

/// The data of the event that ends the event stream of a row, such as `[DONE]`. Default nil: no event ends it.
///
/// The event is not returned. A stream that ends without it, and may not connect again, throws an error, because events are missing.
public enum EventSentinel: OptionKey {
  /// The name in tables and reports: `eventSentinel`.
  public static let name = "eventSentinel"
  /// Nil: no event ends the stream.
  public static let defaultValue: String? = nil
  /// False: it is about one response.
  public static let isInherited = false
}

/// The largest number of bytes of an event, which bounds the memory of the reading. Default 16 MiB.
public enum EventLimit: OptionKey {
  /// The name in tables and reports: `eventLimit`.
  public static let name = "eventLimit"
  /// `Body.defaultLimit`.
  public static let defaultValue = Body.defaultLimit
  /// False: it is about one response.
  public static let isInherited = false

  /// Reports a limit that permits no event.
  public static func problems(of value: Int, in row: Endpoint) -> [String] {
    value < 1 ? ["its eventLimit lets no event through"] : []
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
