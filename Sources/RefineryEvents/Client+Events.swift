import FoundationEssentials
public import RefineryCore

extension Client {
  /// Returns the events of a row that responds with an event stream (WHATWG HTML, section 9.2). They are read while they
  /// arrive.
  ///
  /// ```swift
  /// for try await event in api.events(Call<Price>(Price.changes)) { print(event.name, event.data.amount) }
  /// ```
  /// The call's mapping makes the output from the data of each event, with the coder and envelope of the call. If the output is
  /// `String`, it is the data itself. Any row may respond with events, such as a POST to a language model.
  ///
  /// If the connection is lost, the server ends the response, or the server is silent for longer than `idleTimeout` (default:
  /// the call's `timeout`), the stream connects again as `Reconnection` says. It sends the last `id` as `Last-Event-ID`, so
  /// that the server can continue after that event. If the server sends events without an `id`, or with an `id` that no header
  /// field can have, such as one with a control character, some may then be lost. Status 204 ends the stream. An event with the
  /// data that `Options.eventSentinel` declares also ends it, and so does `[DONE]` if the output is neither text nor bytes.
  ///
  /// The stream connects again only for a GET, or for a call that the option `idempotent` or an `Idempotency-Key` declares safe
  /// to repeat. The stream of any other call ends with its response.
  ///
  /// The stream throws an error after too many useless connections in a row, for example behind a proxy that holds back the
  /// events: see `Reconnection.retries`. `onLoss` reports each loss.
  ///
  /// On a transport with back-pressure, the server must wait while you do not read. The connection closes when you leave the
  /// loop or cancel the task. Observers and logs see each connection as a separate call.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - lastEventID: the `lastEventID` of the last event before the start; if empty, the server decides where to start.
  ///   - onLoss: called before the stream waits for another connection, with the error that ended the last one, or nil if the
  ///     server ended its response. Must return quickly.
  public func events<Output>(
    _ call: Call<Output>, after lastEventID: String = "",
    onLoss: (@Sendable (CallError?) -> Void)? = nil
  ) -> EventStream<ServerSentEvent<Output>> {
    let readsModels = Output.self != String.self && Output.self != Data.self
    return EventStream(client: self, call: call.data, start: lastEventID, onLoss: onLoss, readsModels: readsModels) {
      parser, response in
      let text = Output.self == String.self ? parser.text as? Output : nil
      let data = try text ?? response.output(of: call, from: parser.withData { Data($0) })
      return ServerSentEvent(name: parser.name, data: data, lastEventID: parser.lastEventID)
    }
  }

  /// Returns elements that your closure makes from the events of a row. For example, each event name becomes a case of an enum.
  ///
  /// ```swift
  /// enum Change: Sendable { case added(Item), removed(Removal) }
  ///
  /// let changes = api.events(Item.changes()) { event, coder -> Change? in
  ///   switch event.name {
  ///   case "add": .added(try event.decode(Item.self, by: coder))
  ///   case "remove": .removed(try event.decode(Removal.self, by: coder))
  ///   default: nil
  ///   }
  /// }
  /// ```
  /// See `events(_:after:onLoss:)` for connections and limits. The call's mapping does not apply.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - lastEventID: the `lastEventID` of the last event before the start; if empty, the server decides where to start.
  ///   - onLoss: called before the stream waits for another connection, with the error that ended the last one, or nil if the
  ///     server ended its response. Must return quickly.
  ///   - element: makes an element, with the coder of the call. Returns nil to skip the event. If it throws an error, the
  ///     stream ends at stage mapping.
  public func events<Output, Element: Sendable>(
    _ call: Call<Output>, after lastEventID: String = "",
    onLoss: (@Sendable (CallError?) -> Void)? = nil,
    _ element: @escaping @Sendable (ServerSentEvent<String>, any Coder) throws -> Element?
  ) -> EventStream<Element> {
    EventStream(client: self, call: call.data, start: lastEventID, onLoss: onLoss) { parser, response in
      try element(parser.event, response.coder)
    }
  }
}
