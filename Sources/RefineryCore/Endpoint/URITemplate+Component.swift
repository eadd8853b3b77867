extension URITemplate {
  /// Decides whether a part of a path is a dot segment (RFC 3986 section 3.3).
  ///
  /// A part ends at `/`. It also ends at `\`, at `;` and at the encoded forms of all three, because some servers decode or
  /// strip them before they resolve dots.
  struct Component: Sendable {
    private var dots = 0
    private var hasOther = false

    /// Whether it is `.` or `..`.
    var isDots: Bool { !hasOther && (dots == 1 || dots == 2) }

    /// Adds a decoded byte. Returns true if the byte ends the component.
    mutating func absorb(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ";"): return true
      case UInt8(ascii: "."): dots += 1
      default: hasOther = true
      }
      return false
    }

    /// Adds the following part.
    mutating func add(_ other: Component) {
      dots += other.dots
      hasOther = hasOther || other.hasOther
    }

    /// Returns what a literal adds to the component before it. If the literal ends that component, `tail` is the component that
    /// is open at the end of the literal.
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
