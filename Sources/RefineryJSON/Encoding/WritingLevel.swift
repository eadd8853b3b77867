import FoundationEssentials

/// The encoder of a value: one for each level of nesting, used again for the next value there unless a model kept it.
///
/// Levels write one behind the other into one sink. What a model writes out of turn goes into a level with a sink of its own
/// and is put in its place when the level closes that it belongs to: see `WritingLevel+Parts.swift`.
final class WritingLevel {
  enum State { case empty, single, object, array }

  let writing: Writing
  private(set) var memory: SinkMemory
  private(set) var sink: Sink
  /// Which one it is of those that write into the sink. Where the sink counts more, another one has its turn.
  private(set) var depth = 1
  private(set) var state = State.empty
  /// Where the value begins.
  private(set) var start = 0
  /// The first of the sink's members that is one of this level's.
  private(set) var base = 0
  /// How many members or elements have begun.
  var count = 0
  /// One bit for some of the names.
  var filter: UInt64 = 0
  /// Whether names may have to be put in order.
  var isDisordered = false
  /// Whether a name may be there twice.
  var mayRepeat = false
  /// Whether bytes are not enough to compare names.
  var comparesText = false
  /// Whether it writes a dictionary of keys that are no text, whose names no rule changes.
  var namesAreData = false
  /// The last key, where a strategy changed its name.
  var key: (any CodingKey)?
  unowned let around: WritingLevel?
  private var inner: WritingLevel?
  /// The container inside of this one that a model has, as long as it is written where it stands.
  var openPart: WritingLevel?
  var handedOut = ContainerCache<WritingLevel>()
  private(set) var isReused = false
  /// What most levels never need.
  var rare: Rare?

  final class Rare {
    /// The level that this one is a part of.
    var owner: WritingLevel?
    /// The step from the owner to this level.
    var step: (any CodingKey)?
    /// The path of a level that a model kept.
    var path: [any CodingKey]?
    /// The parts that belong into this level, and for arrays where.
    var parts: [(level: WritingLevel, offset: Int)] = []
    /// Takes what is written while a value inside is not finished.
    var standIn: WritingLevel?
    /// Where among the owner's members or elements a super encoder puts its value.
    var destination: Destination?
    /// Whether what is written here is lost.
    var isNowhere = false

    /// Makes it ready to be used again.
    func clear() {
      owner = nil
      step = nil
      path = nil
      parts.removeAll(keepingCapacity: true)
      standIn = nil
      destination = nil
      isNowhere = false
    }
  }

  /// A level that writes into a sink of its own.
  init(_ writing: Writing, nesting: Int, capacity: Int = 512) {
    self.writing = writing
    around = nil
    memory = SinkMemory(nesting: nesting, capacity: capacity)
    sink = memory.sink
    sink.depth = 1
  }

  private init(inside around: WritingLevel) {
    writing = around.writing
    memory = around.memory
    sink = memory.sink
    self.around = around
  }

  /// How many brackets there are around this level's value, with the one that it opens itself.
  var nesting: Int { sink.nesting + depth }

  /// Whether what is written next belongs to this level.
  @inline(__always)
  var isOnTop: Bool { sink.depth == depth }

  /// Runs a function on the level of a value inside of this one.
  @inline(__always)
  func nested(_ write: (WritingLevel) throws -> Void) throws {
    guard nesting <= Writing.maximumNesting else { throw tooDeep() }
    var level = takeInner()
    defer { putBack(&level) }
    do {
      try write(level)
    } catch {
      level.abandon()
      sink.memberCount = level.base
      level.rare = nil
      throw error
    }
    level.close()
    level.rare?.clear()
  }

  /// The level of a value inside of this one. It is taken out while in use, so that whoever comes back to this level
  /// meanwhile gets another one.
  @inline(__always)
  func takeInner() -> WritingLevel {
    let level: WritingLevel
    if let inner {
      level = inner
      self.inner = nil
      level.isReused = true
    } else {
      level = WritingLevel(inside: self)
    }
    level.begin(depth: depth &+ 1)
    return level
  }

  /// Makes it this level's turn again.
  @inline(__always)
  func putBack(_ level: inout WritingLevel) {
    sink.depth = depth
    if isKnownUniquelyReferenced(&level), level.handedOut.isUnshared() { inner = level } else { level.keep() }
  }

  /// Moves what was written from this level's beginning on to memory of its own.
  func moveOut(nesting: Int) {
    let own = SinkMemory(nesting: nesting, capacity: 512)
    own.sink.take(from: start, members: base, of: sink)
    memory = own
    sink = own.sink
    (start, base, depth) = (0, 0, 1)
    sink.depth = 1
    // It writes to where this one did.
    inner = nil
  }

  @inline(__always)
  private func begin(depth: Int) {
    self.depth = depth
    sink.depth = depth
    start = sink.count
    base = sink.memberCount
    state = .empty
  }

  /// A model kept this level: from now on it writes to nowhere.
  private func keep() {
    let path = codingPath
    abandon()
    rare = Rare()
    rare?.path = path
    retire()
  }

  /// Makes this level write to nowhere: what is kept of it may still be used, and holds it from now on.
  func retire() {
    writing.isKept = true
    finish()
    own().isNowhere = true
    memory = SinkMemory(nesting: nesting - 1, capacity: 64)
    sink = memory.sink
    let open = state
    begin(depth: 1)
    if open == .object || open == .array { begin(open) }
  }

  /// Keeps a level that has memory of its own for another use, if nobody else has it.
  static func recycle(_ level: inout WritingLevel) {
    guard isKnownUniquelyReferenced(&level), level.handedOut.isUnshared(), level.writing.spare.count < level.writing.room else {
      return level.retire()
    }
    level.rest()
    level.writing.spare.append(level)
  }

  private func rest() {
    rare?.clear()
    key = nil
    isReused = true
    sink.count = 0
    sink.memberCount = 0
    begin(depth: 1)
  }

  /// Ends the level of the document.
  ///
  /// - Returns: whether nobody else has any of its levels, so that it may be used for another document.
  static func end(_ root: inout WritingLevel) -> Bool {
    if !isKnownUniquelyReferenced(&root) || !root.handedOut.isUnshared() { root.keep() }
    // They hold what holds them.
    root.writing.room = 0
    root.writing.spare = []
    guard !root.writing.isKept, root.sink.isSmall else { return false }
    root.writing.clear()
    root.rest()
    return true
  }

  /// Lets go of what waits for another use.
  private func finish() {
    inner = nil
    handedOut.release()
  }

  // MARK: Brackets

  /// Makes the value an object or a list.
  @inline(__always)
  func begin(_ state: State) {
    self.state = state
    count = 0
    filter = 0
    isDisordered = false
    mayRepeat = false
    comparesText = false
    sink.write(byte: state == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
  }

  /// Says that the value is written.
  func becomeSingle() { state = .single }

  /// Writes what the value ends with.
  @inline(__always)
  func close() {
    if state == .empty { begin(.object) }
    guard state != .single else { return }
    if isDisordered || mayRepeat || rare != nil || openPart != nil { arrange() }
    if writing.isPretty { closeLine() }
    if state == .object {
      sink.memberCount = base
      sink.write(byte: UInt8(ascii: "}"))
    } else {
      sink.write(byte: UInt8(ascii: "]"))
    }
  }

  private func closeLine() {
    if count == 0 { sink.write(byte: UInt8(ascii: "\n")) }
    newLine(nesting - 1)
  }

  func newLine(_ indent: Int) {
    sink.write(byte: UInt8(ascii: "\n"))
    sink.write(repeating: UInt8(ascii: " "), count: 2 * indent)
  }

  @inline(__always)
  func separate() {
    if count > 0 { sink.write(byte: UInt8(ascii: ",")) }
    count &+= 1
    if writing.isPretty { newLine(nesting) }
  }
}
