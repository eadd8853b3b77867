/// A value for each of many types, made once. A look-up takes no lock.
struct TypeTable<Value: AnyObject & Sendable>: ~Copyable, Sendable {
  private final class Entry: Sendable {
    let type: ObjectIdentifier
    let value: Value
    let next = OnceReference<Entry>()

    init(_ type: ObjectIdentifier, _ value: Value) {
      self.type = type
      self.value = value
    }
  }

  /// The first entries of the lists, each for the types that share a slot.
  private final class Slot: Sendable {
    let first = OnceReference<Entry>()
  }

  private let slots = (0..<256).map { _ in Slot() }

  /// Returns the value of a type. The first call makes it. If threads look up a new type at the same time, each may make a
  /// value; all get the one that was stored first.
  func value(for type: any Any.Type, make: () -> Value) -> Value {
    let id = ObjectIdentifier(type)
    // The high bits of the product depend on all bits of the address.
    let hash = UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15
    let slot = slots[Int(hash >> 56)]
    var entry = slot.first.load() ?? slot.first.storeIfNil(Entry(id, make()))
    var made: Entry?
    while entry.type != id {
      if let next = entry.next.load() {
        entry = next
      } else {
        let offer = made ?? Entry(id, make())
        made = offer
        entry = entry.next.storeIfNil(offer)
      }
    }
    return entry.value
  }
}
