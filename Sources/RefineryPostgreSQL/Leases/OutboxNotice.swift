#if PostgreSQL
  /// A notification that entries were added to the outbox of a collection.
  struct OutboxNotice {
    let holder: String
    /// A digest, because a payload must be short and must not contain NUL.
    let collection: String

    init(holder: String, collection: String) {
      self.holder = holder
      self.collection = String(UInt64(bitPattern: Names.hash(collection)), radix: 16)
    }

    /// Nil if another application sent the text.
    init?(_ text: String) {
      let parts = text.split(separator: " ")
      guard parts.count == 2 else { return nil }
      holder = String(parts[0])
      collection = String(parts[1])
    }

    var text: String { "\(holder) \(collection)" }
  }
#endif
