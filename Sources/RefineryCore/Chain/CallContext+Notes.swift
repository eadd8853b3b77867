extension CallContext {
  private static let noted = CallContextKey<[String]>([])
  private static let mostNotes = 8

  /// What links of the chain did to this call that its caller may not expect, in order and each once.
  public var notes: [String] { self[Self.noted] }

  /// Records what a link did to this call that its caller may not expect, such as a credential that it did not send. The
  /// description of the ``CallError`` of a failed call has it, and the line of a logging link about the response.
  ///
  /// A text that is already noted is not noted again, so a link need not know whether the call is a retry. After eight texts,
  /// further ones are dropped.
  ///
  /// - Parameter text: a few words that are safe to log. Control characters are escaped.
  public func note(_ text: String) {
    let text = Redaction.escaped(text)
    update(Self.noted) { notes in
      if notes.count < Self.mostNotes, !notes.contains(text) { notes.append(text) }
    }
  }
}
