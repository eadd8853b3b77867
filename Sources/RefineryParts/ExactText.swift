/// A text that is compared by its bytes, as databases do. Swift compares characters: as strings, the composed and the
/// decomposed form of a letter are equal, but a server can have a record or a user for each form.
package struct ExactText: Hashable, Sendable {
  /// The text as a string.
  package let text: String

  /// Creates a text.
  @inlinable
  package init(_ text: String) { self.text = text }

  /// Whether both texts have the same bytes.
  @inlinable
  package static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  /// Hashes bytes, because `==` compares them. Swift hashes all forms of a text alike, so a server could send many different
  /// texts with the same hash. The last byte, which no text has, separates this text from the next one.
  @inlinable
  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}
