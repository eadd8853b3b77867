/// The key of a cached value: a type and an operation, such as `Person` and "read".
struct MemoKey: Equatable, Sendable {
  private let type: ObjectIdentifier
  private let operation: UInt8

  init(_ type: any Any.Type, _ operation: UInt8) {
    self.type = ObjectIdentifier(type)
    self.operation = operation
  }
}

extension URITemplate {
  /// Returns the value that is cached under a key for this template. The first call makes the value.
  ///
  /// A look-up walks a list of a few entries and takes no lock. If threads look up a new key at the same time, each may call
  /// `make`; all get the value that was stored first. `make` may use the cache of this template. Its value must not hold this
  /// template, or neither is ever freed; let it hold ``detached``.
  func memo<Value: Sendable>(_ key: MemoKey, make: () -> Value) -> Value {
    if let memo = storage.memo.load() { return memo.value(key, make: make) }
    return storage.memo.storeIfNil(Memo(key, make())).value(key, make: make)
  }

  /// The same template with a cache of its own, for values that are cached by this one.
  var detached: URITemplate { URITemplate(storage: Storage(storage)) }

  /// An entry of a template's cache. Entries are only added, each after the last.
  final class Memo: Sendable {
    /// A class, because a type check of an `any Sendable` takes longer than the rest of a look-up.
    private final class Box<Value: Sendable>: Sendable {
      let value: Value
      init(_ value: Value) { self.value = value }
    }

    private let key: MemoKey
    private let box: any AnyObject & Sendable
    private let next = OnceReference<Memo>()

    fileprivate init(_ key: MemoKey, _ value: some Sendable) {
      self.key = key
      box = Box(value)
    }

    fileprivate func value<Value: Sendable>(_ key: MemoKey, make: () -> Value) -> Value {
      var entry = self
      var made: Memo?
      while true {
        if entry.key == key, let box = entry.box as? Box<Value> { return box.value }
        if let next = entry.next.load() {
          entry = next
        } else {
          let offer = made ?? Memo(key, make())
          made = offer
          entry = entry.next.storeIfNil(offer)
        }
      }
    }
  }
}
