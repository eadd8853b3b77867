import RefineryJSON

/// How the items of a call's list are read one by one.
struct ItemMapping<Element: Sendable>: Sendable {
  /// Where the list is, unless a row or call says otherwise.
  let envelope: @Sendable () -> KeyPathText
  /// What reads the items, by a coder.
  let decoder: @Sendable (JSONItemFormat, _ limit: Int, any Coder) -> JSONItemDecoder<Element>
}

extension ItemMapping where Element: Decodable {
  init(at envelope: @escaping @Sendable () -> KeyPathText) {
    self.envelope = envelope
    decoder = { format, limit, coder in
      JSONItemDecoder(
        format, limit: limit, list: { try coder.decode([Element].self, from: $0, at: []) },
        item: { try coder.decode(Element.self, from: $0, at: []) })
    }
  }
}
