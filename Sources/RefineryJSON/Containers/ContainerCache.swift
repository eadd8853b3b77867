// What the compiler cannot check beside pointers, which stand in Memory.swift alone. Reason: retaining and releasing a level
// for each member took half of the time of decoding, making a container for each object a fifth.

/// What a container knows its level by where the level keeps the container. It does not hold the level, so that one can see
/// whether a model keeps it; whoever lets a container live longer than its level is in use sets `kept`.
final class LevelReference<Level: AnyObject> {
  let level: Unmanaged<Level>
  var kept: Level?

  init(_ level: Level) { self.level = Unmanaged.passUnretained(level) }

  func keepsLevel() { kept = level.takeUnretainedValue() }
}

/// The keyed container that a level has handed out last, to hand it out again: making one costs an allocation and three
/// look-ups of generic types, more than reading or writing the members of a small object.
struct ContainerCache<Level: AnyObject> {
  private var key: ObjectIdentifier?
  private var reference: LevelReference<Level>?
  // What a `KeyedDecodingContainer` or `KeyedEncodingContainer`, frozen structs, consist of.
  private var box: AnyObject?

  /// Whether it is a container for keys of a type.
  @inline(__always)
  func isFor(_ type: any Any.Type) -> Bool { key == ObjectIdentifier(type) }

  /// The container, of the type in which it was set, if it is for these keys: ``isFor(_:)``.
  @inline(__always)
  func container<Container, Key: CodingKey>(_ type: Container.Type, for keys: Key.Type) -> Container {
    assert(isFor(keys))
    return unsafeBitCast(box.unsafelyUnwrapped, to: Container.self)
  }

  mutating func set<Container, Key: CodingKey>(
    _ container: Container, for keys: Key.Type, _ reference: LevelReference<Level>
  ) {
    release()
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else {
      // Not to be found again: it has to hold its level by itself.
      return reference.keepsLevel()
    }
    key = ObjectIdentifier(keys)
    self.reference = reference
    box = unsafeBitCast(container, to: AnyObject.self)
  }

  /// Whether nobody else has the container.
  @inline(__always)
  mutating func isUnshared() -> Bool { box == nil || isKnownUniquelyReferenced(&box) }

  /// Forgets the container. If somebody else has it, it holds its level from now on.
  mutating func release() {
    if !isUnshared() { reference?.keepsLevel() }
    key = nil
    reference = nil
    box = nil
  }
}

/// A value as the type that it is known to have.
///
/// `as?` asks the runtime, which takes longer than reading a number. Callers have compared the types before.
@inline(__always)
func same<Value, Wanted>(_ value: Value, as type: Wanted.Type) -> Wanted {
  assert(Value.self == Wanted.self)
  return unsafeBitCast(value, to: Wanted.self)
}
