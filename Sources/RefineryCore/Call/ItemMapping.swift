/// How the items of a call's list are decoded one by one.
struct ItemMapping<Element: Sendable>: Sendable {
  /// The path of the list, unless a row or call sets another.
  let envelope: @Sendable () -> KeyPathText
  /// Makes the decoder of the items with a coder.
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
