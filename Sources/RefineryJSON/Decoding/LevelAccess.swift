// What the compiler cannot check beside pointers, which stand in Memory.swift alone. Reason: retaining and releasing a level
// for each member took half of the time of decoding, making a container for each object a fifth.

/// A value as the type that it is known to have.
///
/// `as?` asks the runtime, which takes longer than reading a number. Callers have compared the types before.
@inline(__always)
func same<Value, Wanted>(_ value: Value, as type: Wanted.Type) -> Wanted {
  assert(Value.self == Wanted.self)
  return unsafeBitCast(value, to: Wanted.self)
}

/// What a container knows its level by where the level keeps the container. It does not hold the level, so that one can see
/// whether a model keeps it; whoever lets a container live longer than its level is in use sets `kept`.
final class LevelReference {
  fileprivate let level: Unmanaged<Level>
  var kept: Level?

  init(_ level: Level) { self.level = Unmanaged.passUnretained(level) }
}

/// How a container gets at its level: without retaining it for each member. The level is alive, because the holder is it, or
/// because a container that outlives the use of its level has it in `LevelReference.kept`.
struct LevelAccess {
  let tape: Tape
  private let unmanaged: Unmanaged<Level>
  private let holder: AnyObject

  init(_ level: Level) {
    tape = level.tape
    unmanaged = Unmanaged.passUnretained(level)
    holder = level
  }

  init(_ reference: LevelReference) {
    tape = reference.level.takeUnretainedValue().tape
    unmanaged = reference.level
    holder = reference
  }

  var level: Level { unmanaged.takeUnretainedValue() }

  /// Where the value of the first member with a name is; -1 if there is none.
  @inline(__always)
  func find(_ name: String) -> Int {
    let object = unmanaged._withUnsafeGuaranteedRef { $0.direct }
    let found = object < 0 ? -1 : tape.member(of: object, named: name)
    return found < 0 ? unmanaged._withUnsafeGuaranteedRef { $0.findOtherwise(name) } : found
  }
}

/// The container that a level has handed out last, to hand it out again: making one costs an allocation and three look-ups of
/// generic types, more than reading the members of a small object.
struct ContainerCache {
  private var key: ObjectIdentifier?
  private var reference: LevelReference?
  // What a `KeyedDecodingContainer`, a frozen struct, consists of.
  private var box: AnyObject?

  /// Whether it is a container for keys of a type.
  @inline(__always)
  func isFor(_ type: any Any.Type) -> Bool { key == ObjectIdentifier(type) }

  /// The container, if it is for these keys: ``isFor(_:)``.
  @inline(__always)
  func container<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    assert(isFor(type))
    return unsafeBitCast(box.unsafelyUnwrapped, to: KeyedDecodingContainer<Key>.self)
  }

  mutating func set<Key: CodingKey>(_ container: KeyedDecodingContainer<Key>, _ reference: LevelReference) {
    release()
    guard MemoryLayout<KeyedDecodingContainer<Key>>.size == MemoryLayout<AnyObject>.size else {
      // Not to be found again: it has to hold its level by itself.
      reference.kept = reference.level.takeUnretainedValue()
      return
    }
    key = ObjectIdentifier(Key.self)
    self.reference = reference
    box = unsafeBitCast(container, to: AnyObject.self)
  }

  /// Whether nobody else has the container.
  @inline(__always)
  mutating func isUnshared() -> Bool { box == nil || isKnownUniquelyReferenced(&box) }

  /// Forgets the container. If somebody else has it, it holds its level from now on.
  mutating func release() {
    if !isUnshared(), let reference { reference.kept = reference.level.takeUnretainedValue() }
    key = nil
    reference = nil
    box = nil
  }
}
