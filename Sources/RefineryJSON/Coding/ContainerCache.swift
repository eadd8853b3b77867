// Unsafe: unretained references to a decoder or encoder, here and in `UnretainedDecoder` and `UnretainedEncoder`, and bit
// casts.
//
// Reason: retaining and releasing a decoder for each member takes half of the time of decoding; creating a container for each
// object takes a fifth of it.

/// A cached container's reference to its decoder or encoder (the coder). The coder holds the container. If the container also
/// held the coder, the coder could not detect that a model holds one of them.
///
/// Why it is safe: the coder is alive while it decodes or encodes a value. After that, it checks whether any other object holds
/// the container. If so, `retainCoder()` makes the container hold the coder from then on.
final class ContainerOwner<Coder: AnyObject> {
  let coder: Unmanaged<Coder>
  private var retained: Coder?

  init(_ coder: Coder) { self.coder = Unmanaged.passUnretained(coder) }

  func retainCoder() { retained = coder.takeUnretainedValue() }
}

/// The last keyed container that a coder returned. Creating a container costs an allocation and three look-ups of generic
/// types: more than reading or writing the members of a small object.
///
/// Why the bit casts are safe: `KeyedDecodingContainer` and `KeyedEncodingContainer` are frozen structs that hold one
/// reference; `set` checks the size. Callers pass the container type of the key type that `isFor` or `isForPositions` has
/// compared.
struct ContainerCache<Coder: AnyObject> {
  private var key: ObjectIdentifier?
  /// The type of keys, if the container reads the elements of an array by positions.
  private var positionKey: ObjectIdentifier?
  private var reference: ContainerOwner<Coder>?
  // The container's one reference.
  private var box: AnyObject?

  /// Whether the cached container is for this type of keys.
  @inline(__always)
  func isFor(_ type: any Any.Type) -> Bool { key == ObjectIdentifier(type) }

  /// Whether the cached container reads an array by the positions that this type of keys states.
  func isForPositions(_ type: any Any.Type) -> Bool { positionKey == ObjectIdentifier(type) }

  /// The cached container. Call it only if `isFor` or `isForPositions` returns true for the type of keys.
  @inline(__always)
  func container<Container, Key: CodingKey>(_ type: Container.Type, for keys: Key.Type) -> Container {
    assert(isFor(keys) || isForPositions(keys))
    return unsafeBitCast(box.unsafelyUnwrapped, to: Container.self)
  }

  mutating func set<Container, Key: CodingKey>(
    _ container: Container, for keys: Key.Type, _ reference: ContainerOwner<Coder>, isOfPositions: Bool = false
  ) {
    release()
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else {
      // This container cannot be cached, so it holds its coder.
      return reference.retainCoder()
    }
    if isOfPositions { positionKey = ObjectIdentifier(keys) } else { key = ObjectIdentifier(keys) }
    self.reference = reference
    box = unsafeBitCast(container, to: AnyObject.self)
  }

  /// Whether nothing else holds the container.
  @inline(__always)
  mutating func isUnshared() -> Bool { box == nil || isKnownUniquelyReferenced(&box) }

  /// Removes the container. If anything else holds it, the container holds its coder from now on.
  mutating func release() {
    if !isUnshared() { reference?.retainCoder() }
    key = nil
    positionKey = nil
    reference = nil
    box = nil
  }
}

/// Returns a value as a type. The caller knows that the value has this type.
///
/// Unsafe: a bit cast. Reason: `as?` asks the runtime, which takes longer than reading a number. Why it is safe: callers
/// have compared the identities of the two types; debug builds check them again.
@inline(__always)
func same<Value, Wanted>(_ value: Value, as type: Wanted.Type) -> Wanted {
  assert(Value.self == Wanted.self)
  return unsafeBitCast(value, to: Wanted.self)
}
