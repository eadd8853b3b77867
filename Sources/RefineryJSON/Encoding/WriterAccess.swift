// What the compiler cannot check beside pointers, for the reason that LevelAccess.swift names: a container is used again for
// the next object, and does not retain its level for each member.

/// What a container knows its level by where the level keeps the container. It does not hold the level, so that one can see
/// whether a model keeps it; whoever lets a container live longer than its level is in use sets `kept`.
final class WriterReference {
  fileprivate let level: Unmanaged<WritingLevel>
  var kept: WritingLevel?

  init(_ level: WritingLevel) { self.level = Unmanaged.passUnretained(level) }
}

/// How a container gets at its level. The level is alive, because the holder is it, or because a container that outlives the
/// use of its level has it in `WriterReference.kept`.
struct WriterAccess {
  private let unmanaged: Unmanaged<WritingLevel>
  private let holder: AnyObject
  /// The super encoder that the container came from, which puts what was written in its place when nobody has it any more.
  let source: SuperEncoder?

  init(_ level: WritingLevel, from source: SuperEncoder? = nil) {
    unmanaged = Unmanaged.passUnretained(level)
    holder = level
    self.source = source
  }

  init(_ reference: WriterReference) {
    unmanaged = reference.level
    holder = reference
    source = nil
  }

  var level: WritingLevel { unmanaged.takeUnretainedValue() }

  /// Runs a function on the level, or on what stands in for it while it is not its turn.
  @inline(__always)
  func use<Result>(_ body: (WritingLevel) throws -> Result) rethrows -> Result {
    try unmanaged._withUnsafeGuaranteedRef { level in
      level.isOnTop ? try body(level) : try body(level.standIn())
    }
  }
}

/// The containers that a level has handed out last, to hand them out again.
struct WriterCache {
  private var key: ObjectIdentifier?
  private var reference: WriterReference?
  // What a `KeyedEncodingContainer`, a frozen struct, consists of.
  private var box: AnyObject?

  /// Whether it is a container for keys of a type.
  @inline(__always)
  func isFor(_ type: any Any.Type) -> Bool { key == ObjectIdentifier(type) }

  /// The container, if it is for these keys: ``isFor(_:)``.
  @inline(__always)
  func container<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    assert(isFor(type))
    return unsafeBitCast(box.unsafelyUnwrapped, to: KeyedEncodingContainer<Key>.self)
  }

  mutating func set<Key: CodingKey>(_ container: KeyedEncodingContainer<Key>, _ reference: WriterReference) {
    release()
    guard MemoryLayout<KeyedEncodingContainer<Key>>.size == MemoryLayout<AnyObject>.size else {
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
