extension URITemplate {
  /// What matters of a stretch of path for whether it is a dot segment (RFC 3986 section 3.3).
  ///
  /// It ends where some server may see an end: at `/`, and, because there are servers that decode, unify or strip before they
  /// resolve dots, also at `\`, at `;` and at the encoded forms of these.
  struct Component: Sendable {
    private var dots = 0
    private var hasOther = false

    /// Whether it is `.` or `..`.
    var isDots: Bool { !hasOther && (dots == 1 || dots == 2) }

    /// Takes a decoded byte in. True where the byte ends the component.
    mutating func absorb(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ";"): return true
      case UInt8(ascii: "."): dots += 1
      default: hasOther = true
      }
      return false
    }

    /// Takes what follows in.
    mutating func add(_ other: Component) {
      dots += other.dots
      hasOther = hasOther || other.hasOther
    }

    /// What a literal adds to the component before it, and the one it leaves open if it ends that.
    static func read(_ literal: String) -> (head: Component, tail: Component?) {
      var (open, head) = (Component(), Component?.none)
      for octet in Octets(literal) where open.absorb(octet.byte) {
        head = head ?? open
        open = Component()
      }
      return head.map { ($0, open) } ?? (open, nil)
    }
  }
}
