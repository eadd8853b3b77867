import FoundationEssentials

/// Decodes one value. There is one decoder for each level of nesting. It is reused for the next value on its level, unless a
/// model has kept it.
final class ValueDecoder {
  let context: DecodingContext
  let tape: Tape
  /// The index of the value in the tape; -1 for a missing member.
  private(set) var index = 0
  /// The step from the parent to this value.
  private var step = PathStep.none
  private unowned let parent: ValueDecoder?
  private var child: ValueDecoder?
  var containerCache = ContainerCache<ValueDecoder>()
  private var isReused = false
  /// Whether the value is a dictionary. Its names are data, so no strategy changes them.
  var namesAreData = false
  /// Whether a model may hold this decoder for longer than the call that made it.
  private var isDetached = false

  /// The index of the object, if a linear search by bytes is enough to find its members; otherwise -1.
  private(set) var linearObject = -1
  /// State that most decoders never need.
  private var storedColdState: ColdState?

  final class ColdState {
    /// How the coding path is determined.
    fileprivate var pathOrigin: PathOrigin
    // The prepared search for members, a table or a list of names, for objects for which the linear search is not enough.
    // `prepared` is the index of its object; less than -1 if its names are data; -1 for none.
    var prepared = -1
    var table: [UInt32] = []
    var names = NameIndex()
    /// The keys that `allKeys` has returned unconverted, and the index of their object. They are names of the document.
    var unconverted: (object: Int, keys: Set<String>) = (-1, [])
    /// The keys of the model that reads an array by positions, and the index of the array.
    var positions: (array: Int, keys: any ArrayCodingKey.Type)?

    fileprivate init(_ pathOrigin: PathOrigin) { self.pathOrigin = pathOrigin }
  }

  /// Created on first use.
  var coldState: ColdState {
    if let storedColdState { return storedColdState }
    let made = ColdState(.parent)
    storedColdState = made
    return made
  }

  /// Whether a key is a name of the document. No rule applies to such a key.
  func isUnconverted(_ key: String) -> Bool {
    guard let unconverted = storedColdState?.unconverted, unconverted.object == index else { return false }
    return unconverted.keys.contains(key)
  }

  /// The keys by which a model reads this array.
  var knownPositions: (any ArrayCodingKey.Type)? {
    guard let positions = storedColdState?.positions, positions.array == index else { return nil }
    return positions.keys
  }

  private var pathOrigin: PathOrigin { storedColdState?.pathOrigin ?? .parent }

  fileprivate enum PathOrigin {
    /// The parent is alive, because this decoder is in use.
    case parent
    case retained(ValueDecoder)
    case path([any CodingKey])
    /// A member that is missing.
    case missing(any CodingKey, ValueDecoder)
  }

  init(_ context: DecodingContext) {
    self.context = context
    tape = context.buffer.tape
    parent = nil
  }

  private init(inside parent: ValueDecoder) {
    context = parent.context
    tape = parent.tape
    self.parent = parent
  }

  /// Creates a decoder that a model may keep: it holds its parent.
  init(inside parent: ValueDecoder, at index: Int, under step: PathStep) {
    context = parent.context
    tape = parent.tape
    self.parent = nil
    isDetached = true
    storedColdState = ColdState(.retained(parent))
    self.index = index
    self.step = step
  }

  /// Creates the decoder of a missing member, which reads as null.
  init(inside parent: ValueDecoder, missing key: any CodingKey) {
    context = parent.context
    tape = parent.tape
    self.parent = nil
    isDetached = true
    storedColdState = ColdState(.missing(key, parent))
    index = -1
  }

  /// Calls a function with the decoder of a nested value.
  @inline(__always)
  func nested<Value>(at index: Int, under step: PathStep, _ read: (ValueDecoder) throws -> Value) throws -> Value {
    // The child is removed while it is in use. If a model uses this decoder again in the meantime, it gets another child.
    var decoder: ValueDecoder
    if let child {
      decoder = child
      self.child = nil
      decoder.isReused = true
    } else {
      decoder = ValueDecoder(inside: self)
    }
    decoder.index = index
    decoder.step = step
    decoder.namesAreData = false
    defer {
      if isKnownUniquelyReferenced(&decoder), decoder.containerCache.isUnshared() { child = decoder } else { decoder.detach() }
    }
    return try read(decoder)
  }

  /// Called when a model has kept this decoder. The decoder then stores its own path.
  private func detach() {
    isDetached = true
    coldState.pathOrigin = .path(parent?.path(step) ?? [])
    releaseCaches()
  }

  /// Drops the objects that are kept for the next use.
  func releaseCaches() {
    child = nil
    containerCache.release()
  }

  /// The rule that converts keys of models to names of members.
  @inline(__always)
  var rule: (@Sendable (String) -> String)? { namesAreData ? nil : context.rule }

  var entry: TapeEntry { index < 0 ? .null : tape[index] }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    appendPath(to: &path)
    return path
  }

  /// Returns the path to a nested value.
  func path(_ step: PathStep) -> [any CodingKey] {
    var path: [any CodingKey] = []
    append(step, to: &path)
    return path
  }

  /// Appends the path of this decoder to an empty path.
  func appendPath(to path: inout [any CodingKey]) {
    switch pathOrigin {
    case .parent: parent?.append(step, to: &path)
    case .retained(let parent): parent.append(step, to: &path)
    case .path(let known): path += known
    case .missing(let key, let parent):
      parent.appendPath(to: &path)
      path.append(key)
    }
  }

  private func append(_ step: PathStep, to path: inout [any CodingKey]) {
    appendPath(to: &path)
    if let member = step.member {
      path.append(PathKey(stringValue: (try? name(at: member, under: path)) ?? ""))
    } else if let element = step.element {
      path.append(pathKey(element: element))
    }
  }
}

extension ValueDecoder: Decoder {
  var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard entry.kind.isObject else { return try positionContainer(type) }
    linearObject = usesLinearSearch ? index : -1
    if linearObject < 0 { try prepareLookup() }
    return containerCache.isFor(type)
      ? containerCache.container(KeyedDecodingContainer<Key>.self, for: type) : makeContainer(type)
  }

  /// Prepares for reading members by their names in the document.
  func beginMembers() throws {
    try require(object: entry, step: .none)
    if context.changesNames { namesAreData = true }
    linearObject = isNarrow ? index : -1
    if linearObject < 0 { try prepareLookup() }
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    guard isCachingContainers else { return KeyedDecodingContainer(ObjectDecodingContainer<Key>(decoder: self)) }
    let owner = ContainerOwner(self)
    let container = KeyedDecodingContainer(ObjectDecodingContainer<Key>(owner))
    containerCache.set(container, for: Key.self, owner)
    return container
  }

  /// Whether containers are cached. Most decoders are used either once or very often, and a cached container is worthwhile only
  /// if the decoder is used often.
  var isCachingContainers: Bool { isReused && !isDetached }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try require(array: entry, step: .none)
    return ArrayDecodingContainer(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  @inline(__always)
  func require(object entry: TapeEntry, step: PathStep) throws {
    if !entry.kind.isObject { throw mismatch([String: Any].self, entry, step) }
  }

  @inline(__always)
  func require(array entry: TapeEntry, step: PathStep) throws {
    if entry.kind != .array { throw mismatch([Any].self, entry, step) }
  }
}
