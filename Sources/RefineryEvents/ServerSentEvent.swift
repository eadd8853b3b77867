import FoundationEssentials
public import RefineryCore

/// An event of an event stream (WHATWG HTML, section 9.2 "Server-sent events").
public struct ServerSentEvent: Sendable, Hashable {
  /// The name of the event: its `event` field, or `message`.
  public var name: String
  /// The values of its `data` fields, separated by line feeds.
  public var data: String
  /// The last `id` of the stream so far, which a reconnection sends as `Last-Event-ID`; empty if there was none.
  public var lastEventID: String

  /// An event.
  public init(name: String = "message", data: String, lastEventID: String = "") {
    self.name = name
    self.data = data
    self.lastEventID = lastEventID
  }

  /// Decodes the data with a coder.
  ///
  /// - Throws: `MappingError`.
  public func decode<Value: Decodable>(_ type: Value.Type, by coder: any Coder) throws -> Value {
    try coder.decode(type, from: Data(data.utf8), at: [])
  }
}

extension ServerSentEvent: Redacted {
  /// The size of the data; its content may hold secrets.
  public var description: String { "ServerSentEvent(\(data.utf8.count) bytes)" }
}

/// An event whose data is decoded.
public struct TypedEvent<Content: Sendable>: Sendable, Redacted {
  /// The name of the event: its `event` field, or `message`.
  public let name: String
  /// The last `id` of the stream so far, which a reconnection sends as `Last-Event-ID`; empty if there was none.
  public let lastEventID: String
  /// The decoded data.
  public let data: Content

  /// An event.
  public init(name: String = "message", data: Content, lastEventID: String = "") {
    self.name = name
    self.data = data
    self.lastEventID = lastEventID
  }
}

extension TypedEvent: Equatable where Content: Equatable {}
