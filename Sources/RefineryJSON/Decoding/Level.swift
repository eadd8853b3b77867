import FoundationEssentials

/// The decoder of a value: one for each level of nesting, used again for the next value there unless a model kept it.
final class Level {
  let reading: Reading
  let tape: Tape
  /// Where the value is in the tape; -1 for a member that is not there.
  private(set) var index = 0
  /// The step from the level around to this one.
  private var place = Place.none
  private unowned let around: Level?
  private var inner: Level?
  private var handedOut = ContainerCache<Level>()
  private var isReused = false
  /// Whether it reads a dictionary, whose names no strategy changes.
  var namesAreData = false
  /// Whether a model may have it longer than the call that it was made for.
  private var isFree = false

  /// The object in which members are found by comparing bytes in the document's order; -1 if that is not enough.
  private(set) var direct = -1
  /// What most levels never need.
  private var rare: Rare?

  final class Rare {
    /// Set instead of `around` for levels that a model may keep.
    fileprivate var kept: Kept
    // What was prepared to find members by name otherwise; it holds for the object at `prepared`.
    var prepared = -1
    var table: [UInt32] = []
    var names = NameList()

    fileprivate init(_ kept: Kept) { self.kept = kept }

    /// The list of names for a change, which nobody else has then.
    func takeNames() -> NameList {
      defer { names = NameList() }
      return names
    }
  }

  /// Made when it is asked for.
  var lookup: Rare {
    if let rare { return rare }
    let made = Rare(.no)
    rare = made
    return made
  }

  private var kept: Kept { rare?.kept ?? .no }

  fileprivate enum Kept {
    case no
    case around(Level)
    case path([any CodingKey])
    /// A member that a model asked for and that is not there.
    case missing(any CodingKey, Level)
  }

  init(_ reading: Reading) {
    self.reading = reading
    tape = reading.memory.tape
    around = nil
  }

  private init(inside around: Level) {
    reading = around.reading
    tape = around.tape
    self.around = around
  }

  /// A level that may live longer than the call that makes it.
  init(inside around: Level, at index: Int, under place: Place) {
    reading = around.reading
    tape = around.tape
    self.around = nil
    isFree = true
    rare = Rare(.around(around))
    self.index = index
    self.place = place
  }

  /// The level of a member that is not there, which reads as null.
  init(inside around: Level, missing key: any CodingKey) {
    reading = around.reading
    tape = around.tape
    self.around = nil
    isFree = true
    rare = Rare(.missing(key, around))
    index = -1
  }

  /// Runs a function on the level of a value inside of this one.
  @inline(__always)
  func nested<Value>(at index: Int, under place: Place, _ read: (Level) throws -> Value) throws -> Value {
    // It is taken out while in use, so that whoever comes back to this level meanwhile gets another one.
    var level: Level
    if let inner {
      level = inner
      self.inner = nil
      level.isReused = true
    } else {
      level = Level(inside: self)
    }
    level.index = index
    level.place = place
    level.namesAreData = false
    defer {
      if isKnownUniquelyReferenced(&level), level.handedOut.isUnshared() { inner = level } else { level.keep() }
    }
    return try read(level)
  }

  /// A model kept this level: from now on it stands on its own.
  private func keep() {
    isFree = true
    lookup.kept = .path(around?.path(place) ?? [])
    finish()
  }

  /// Lets go of what waits for another use.
  func finish() {
    inner = nil
    handedOut.release()
  }

  /// The rule that makes the names of members of the keys that models ask for.
  @inline(__always)
  var rule: (@Sendable (String) -> String)? { namesAreData ? nil : reading.rule }

  var word: UInt64 { index < 0 ? Word.null : tape.word(index) }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    appendPath(to: &path)
    return path
  }

  /// The path to a value inside of this one.
  func path(_ step: Place) -> [any CodingKey] {
    var path: [any CodingKey] = []
    append(step, to: &path)
    return path
  }

  /// Adds the steps to this level to a path that is empty.
  func appendPath(to path: inout [any CodingKey]) {
    switch kept {
    case .no: around?.append(place, to: &path)
    case .around(let around): around.append(place, to: &path)
    case .path(let kept): path.append(contentsOf: kept)
    case .missing(let key, let around):
      around.appendPath(to: &path)
      path.append(key)
    }
  }

  private func append(_ step: Place, to path: inout [any CodingKey]) {
    appendPath(to: &path)
    if let member = step.member {
      path.append(PathKey(stringValue: (try? name(at: member, under: path)) ?? ""))
    } else if let element = step.element {
      path.append(PathKey(element: element))
    }
  }
}

extension Level: Decoder {
  var userInfo: [CodingUserInfoKey: Any] { reading.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try require(object: word, place: .none)
    direct = isDirect ? index : -1
    if direct < 0 { try prepare() }
    return handedOut.isFor(type) ? handedOut.container(KeyedDecodingContainer<Key>.self, for: type) : makeContainer(type)
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    // Most levels are used once or very often.
    guard isReused, !isFree else { return KeyedDecodingContainer(Members<Key>(level: self)) }
    let reference = LevelReference(self)
    let container = KeyedDecodingContainer(Members<Key>(reference))
    handedOut.set(container, for: Key.self, reference)
    return container
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try require(array: word, place: .none)
    return Elements(level: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  @inline(__always)
  func require(object word: UInt64, place: Place) throws {
    if Word.kind(word) < Word.object { throw mismatch([String: Any].self, word, place) }
  }

  @inline(__always)
  func require(array word: UInt64, place: Place) throws {
    if Word.kind(word) != Word.array { throw mismatch([Any].self, word, place) }
  }
}
