import FoundationEssentials
public import RefineryCore

extension Client {
  /// The events of a row that responds with an event stream (WHATWG HTML, section 9.2), read while they arrive.
  ///
  /// ```swift
  /// for try await event in api.events(Call<Price>(Price.changes)) { print(event.name, event.data.amount) }
  /// ```
  /// The call's mapping makes the output from the data of each event, with the coder and envelope of the call. As `String`, the
  /// output is the data itself. Any row may respond with events, such as a POST to a language model.
  ///
  /// If the connection is lost, the server ends the response, or the server is silent for longer than `IdleTimeout` (default: the
  /// call's `Timeout`), the stream connects again as `Reconnection` says. It sends the last `id` as `Last-Event-ID`, so that the
  /// server can continue after that event. Events that a server sends without an `id` may be lost then. Status 204 ends the stream,
  /// and so does the data that ``EventSentinel`` declares.
  ///
  /// Only a GET connects again, or a call that is declared safe to repeat by the option `Idempotent` or by an `Idempotency-Key`. The
  /// stream of any other call ends with its response.
  ///
  /// On a transport with back-pressure, a reader that stops also stops the server. Leaving the loop closes the connection, and so
  /// does cancelling the task. Each connection is a call of its own for observers and logs.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - lastEventID: the event to continue after, of an earlier reading; empty: as the server decides.
  ///   - random: numbers from 0 up to but not including 1, for the waits.
  public func events<Output>(
    _ call: Call<Output>, after lastEventID: String = "",
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) -> EventStream<TypedEvent<Output>> {
    EventStream(client: self, call: call.data, start: lastEventID, random: random) { parser, response in
      let text = Output.self == String.self ? parser.text as? Output : nil
      let data = try text ?? response.output(of: call, from: parser.withData { Data($0) })
      return TypedEvent(name: parser.name, data: data, lastEventID: parser.lastEventID)
    }
  }

  /// The events of a row that responds with an event stream. Your closure makes an element from each event, such as one case of an
  /// enum for each name.
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
  /// See `events(_:after:random:)` for connections and limits. The call's mapping does not apply.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - lastEventID: the event to continue after, of an earlier reading; empty: as the server decides.
  ///   - random: numbers from 0 up to but not including 1, for the waits.
  ///   - element: makes an element, with the coder of the call; nil skips the event. An error ends the stream at stage mapping.
  public func events<Output, Element: Sendable>(
    _ call: Call<Output>, after lastEventID: String = "",
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    _ element: @escaping @Sendable (ServerSentEvent, any Coder) throws -> Element?
  ) -> EventStream<Element> {
    EventStream(client: self, call: call.data, start: lastEventID, random: random) { parser, response in
      try element(parser.event, response.coder)
    }
  }
}
