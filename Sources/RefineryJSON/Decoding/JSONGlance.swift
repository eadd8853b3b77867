/// What can be seen of a value without reading the values in it: its kind, the names of its members, its first element.
///
/// Looking at a value costs as much as its own members, however large they are.
package struct JSONGlance {
  /// The kind of a value.
  package enum Kind: Sendable {
    case null, boolean, text, array, object
    case number(isWhole: Bool)
  }

  private let decoder: ValueDecoder
  private let index: Int

  /// Looks at the value that a decoder of this module is about to read; nil for any other decoder.
  package init?(_ decoder: any Decoder) {
    guard let decoder = decoder as? ValueDecoder, decoder.index >= 0 else { return nil }
    self.init(decoder, decoder.index)
  }

  private init(_ decoder: ValueDecoder, _ index: Int) {
    self.decoder = decoder
    self.index = index
  }

  private var entry: TapeEntry { decoder.tape[index] }

  /// The kind of the value.
  package var kind: Kind {
    switch entry.kind {
    case .null: .null
    case .isFalse, .isTrue: .boolean
    case .integer: .number(isWhole: true)
    case .number: .number(isWhole: scalar?.number?.double.map { $0 == $0.rounded() } ?? false)
    case .array: .array
    case let kind where kind.isObject: .object
    default: .text
    }
  }

  /// Whether the decoder reads numbers and booleans also from text.
  package var acceptsQuotedScalars: Bool { decoder.context.settings.acceptsQuotedScalars }

  /// The value, unless it is an array or an object, or malformed.
  package var scalar: JSONValue? {
    entry.kind.isContainer ? nil : try? decoder.anyValue(at: index, under: .none)
  }

  /// The first element of an array.
  package var firstElement: JSONGlance? {
    entry.kind == .array && entry.length > 0 ? JSONGlance(decoder, index + 1) : nil
  }

  /// The first member with a name.
  package func member(named name: String) -> JSONGlance? {
    guard entry.kind.isObject else { return nil }
    if entry.kind == .object {
      let found = decoder.tape.member(of: index, named: name)
      if found >= 0 { return JSONGlance(decoder, found) }
    }
    var found: JSONGlance?
    forEachMember { other, value in if found == nil, other == name { found = value } }
    return found
  }

  /// Calls a function with each member of an object, also with the repeated ones.
  package func forEachMember(_ body: (_ name: String, _ value: JSONGlance) -> Void) {
    guard entry.kind.isObject else { return }
    try? decoder.forEachMember(of: index) { _, name, value in body(name, JSONGlance(decoder, value)) }
  }

  /// Counts an attempt to read this value that failed. Returns false once the values that were read in vain are many times as
  /// large as the document: then the work must end.
  package func spendAttempt() -> Bool {
    let context = decoder.context
    context.wastedEntries += entry.next(after: index) - index
    return context.wastedEntries <= 16 * decoder.tape[0].next(after: 0) + 1024
  }
}
