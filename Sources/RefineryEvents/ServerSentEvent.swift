import FoundationEssentials
public import RefineryCore

/// An event of an event stream (WHATWG HTML, section 9.2 "Server-sent events"), with its data as text or decoded.
public struct ServerSentEvent<Content: Sendable>: Sendable, Redacted {
  /// The name of the event: its `event` field, or `message`.
  public var name: String
  /// The data. As text, it is the values of the `data` fields of the event, separated by line feeds.
  public var data: Content
  /// The last `id` of the stream so far, which a reconnection sends as `Last-Event-ID`; empty if there was none.
  public var lastEventID: String

  /// An event.
  public init(name: String = "message", data: Content, lastEventID: String = "") {
    self.name = name
    self.data = data
    self.lastEventID = lastEventID
  }
}

extension ServerSentEvent: Equatable where Content: Equatable {}
extension ServerSentEvent: Hashable where Content: Hashable {}

extension ServerSentEvent<String> {
  /// Decodes the data with a coder.
  ///
  /// - Throws: `MappingError`.
  public func decode<Value: Decodable>(_ type: Value.Type, by coder: any Coder) throws -> Value {
    try coder.decode(type, from: Data(data.utf8), at: [])
  }
}
