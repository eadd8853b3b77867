extension ValueDecoder {
  /// Returns the container of a model whose members are the elements of this array.
  @inline(never)
  func positionContainer<Key: CodingKey>(_ type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let entry = entry
    let isKnown = containerCache.isForPositions(type)
    guard entry.kind == .array, let keys = isKnown ? coldState.positions?.keys : type as? any ArrayCodingKey.Type else {
      throw mismatch([String: Any].self, entry, .none)
    }
    coldState.positions = (index, keys)
    if isKnown { return containerCache.container(KeyedDecodingContainer<Key>.self, for: type) }
    guard isCachingContainers else { return KeyedDecodingContainer(PositionDecodingContainer<Key>(decoder: self)) }
    let owner = ContainerOwner(self)
    let container = KeyedDecodingContainer(PositionDecodingContainer<Key>(owner))
    containerCache.set(container, for: Key.self, owner, isOfPositions: true)
    return container
  }

  /// The number of elements of this array. The entry of a very long array does not hold it.
  var elementCount: Int {
    let count = entry.length
    guard count == TapeEntry.maximumLength else { return count }
    var exact = 0
    var at = index + 1
    while at < entry.next(after: index) {
      at = tape[at].next(after: at)
      exact += 1
    }
    return exact
  }

  /// Returns the index of the element at a position; -1 if the array ends before it.
  func element(at position: Int) -> Int {
    let entry = entry
    guard position >= 0, position < entry.length || entry.length == TapeEntry.maximumLength else { return -1 }
    let tape = tape
    let end = entry.next(after: index)
    var at = index &+ 1
    var left = position
    while left > 0, at < end {
      at = tape[at].next(after: at)
      left &-= 1
    }
    return at < end ? at : -1
  }

  /// The last step of the path to an element of this array: the name of its key, if a model reads the array by keys.
  func pathKey(element: Int) -> PathKey {
    guard let positions = knownPositions, let key = positions.init(intValue: element) else { return PathKey(element: element) }
    return PathKey(stringValue: key.stringValue)
  }

  /// The array ends before the element of a key.
  @inline(never)
  func missing(elementOf key: some CodingKey) -> DecodingError {
    .keyNotFound(
      PathKey(stringValue: key.stringValue),
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "There is no element at position \(key.intValue ?? -1) for \"\(key.stringValue)\"."))
  }
}
