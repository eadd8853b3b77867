extension CallContext {
  private static let noted = CallContextKey<[String]>([])
  private static let mostNotes = 8

  /// What middleware did to this call and the caller may not expect, in order, each once.
  package var notes: [String] { self[Self.noted] }

  /// Records what a middleware did to this call and the caller may not expect, such as a credential that was not sent. The
  /// description of a ``CallError`` contains the notes, and so does the log line about the response.
  ///
  /// A text is noted only once, so a middleware need not know whether the request is a retry. After eight texts, further ones
  /// are dropped.
  ///
  /// - Parameter text: a few words that are safe to log. Control characters are escaped.
  public func note(_ text: String) {
    let text = Redaction.escaped(text)
    update(Self.noted) { notes in
      if notes.count < Self.mostNotes, !notes.contains(text) { notes.append(text) }
    }
  }
}
