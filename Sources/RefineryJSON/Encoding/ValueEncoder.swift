import FoundationEssentials

/// Encodes one value. There is one encoder for each level of nesting. It is reused for the next value on its level, unless a
/// model has kept it.
///
/// Encoders write into one output in sequence. Output that a model writes out of order goes to an encoder with its own storage,
/// and is inserted when its owner closes: see `ValueEncoder+Parts.swift`.
final class ValueEncoder {
  enum State { case empty, single, object, array }

  let context: EncodingContext
  private(set) var storage: OutputStorage
  private(set) var output: OutputBuffer
  /// The position of this encoder among those that write into the output. While `output.depth` is greater, a nested encoder
  /// writes.
  private(set) var depth = 1
  private(set) var state = State.empty
  /// The offset of the value.
  private(set) var start = 0
  /// The index of this encoder's first member in the output.
  private(set) var base = 0
  /// The number of members or elements that have begun.
  var count = 0
  /// One bit for each name, by a hash: a cheap proof that no name is repeated.
  var filter: UInt64 = 0
  /// Whether members may have to be sorted.
  var isDisordered = false
  /// Whether a name may be repeated.
  var mayRepeat = false
  /// Whether names must be compared as text, not as bytes.
  var comparesText = false
  /// Whether the value is a dictionary with keys other than strings. Its names are data, so no rule changes them.
  var namesAreData = false
  /// The last key, if a strategy has changed its name.
  var key: (any CodingKey)?
  unowned let parent: ValueEncoder?
  private var child: ValueEncoder?
  /// The nested container that writes directly into this output.
  var openPart: ValueEncoder?
  var containerCache = ContainerCache<ValueEncoder>()
  private(set) var isReused = false
  /// State that most encoders never need.
  var coldState: ColdState?

  final class ColdState {
    /// The encoder that this one is a part of.
    var owner: ValueEncoder?
    /// The step from the owner to this value.
    var step: (any CodingKey)?
    /// The coding path, for an encoder that a model has kept.
    var path: [any CodingKey]?
    /// The parts of this value. For an array, with the offset of each.
    var parts: [(encoder: ValueEncoder, offset: Int)] = []
    /// Receives the output while a nested value is unfinished.
    var standIn: ValueEncoder?
    /// Where the owner inserts the output of a super encoder.
    var destination: Destination?
    /// Whether the output is dropped.
    var discardsOutput = false

    /// Prepares for the next use.
    func clear() {
      owner = nil
      step = nil
      path = nil
      parts.removeAll(keepingCapacity: true)
      standIn = nil
      destination = nil
      discardsOutput = false
    }
  }

  /// Creates an encoder with its own storage.
  init(_ context: EncodingContext, nesting: Int, capacity: Int = 512) {
    self.context = context
    parent = nil
    storage = OutputStorage(nesting: nesting, capacity: capacity)
    output = storage.output
    output.depth = 1
  }

  private init(inside parent: ValueEncoder) {
    context = parent.context
    storage = parent.storage
    output = storage.output
    self.parent = parent
  }

  /// The number of open brackets, including the one that this encoder's value opens.
  var nesting: Int { output.nesting + depth }

  /// Whether this encoder is the one that may write.
  @inline(__always)
  var isOnTop: Bool { output.depth == depth }

  /// Calls a function with the encoder of a nested value.
  @inline(__always)
  func nested(_ write: (ValueEncoder) throws -> Void) throws {
    guard nesting <= EncodingContext.maximumNesting else { throw tooDeep() }
    var encoder = takeChild()
    defer { putBack(&encoder) }
    do {
      try write(encoder)
    } catch {
      encoder.abandon()
      output.memberCount = encoder.base
      encoder.coldState = nil
      throw error
    }
    encoder.close()
    encoder.coldState?.clear()
  }

  /// Returns the encoder of a nested value. The encoder is removed while it is in use. If a model uses this encoder again in
  /// the meantime, it gets another one.
  @inline(__always)
  func takeChild() -> ValueEncoder {
    let encoder: ValueEncoder
    if let child {
      encoder = child
      self.child = nil
      encoder.isReused = true
    } else {
      encoder = ValueEncoder(inside: self)
    }
    encoder.begin(depth: depth &+ 1)
    return encoder
  }

  /// Makes this encoder write again.
  @inline(__always)
  func putBack(_ encoder: inout ValueEncoder) {
    output.depth = depth
    if isKnownUniquelyReferenced(&encoder), encoder.containerCache.isUnshared() { child = encoder } else { encoder.detach() }
  }

  /// Moves the output of this encoder to its own storage.
  func moveOut(nesting: Int) {
    let own = OutputStorage(nesting: nesting, capacity: 512)
    own.output.take(from: start, members: base, of: output)
    storage = own
    output = own.output
    (start, base, depth) = (0, 0, 1)
    output.depth = 1
    // The child writes into the old output.
    child = nil
  }

  @inline(__always)
  private func begin(depth: Int) {
    self.depth = depth
    output.depth = depth
    start = output.count
    base = output.memberCount
    state = .empty
  }

  /// Called when a model has kept this encoder. Its output is dropped from now on.
  private func detach() {
    let path = codingPath
    abandon()
    coldState = ColdState()
    coldState?.path = path
    retire()
  }

  /// Drops the output from now on. Containers that a model has kept may still be used; they hold this encoder from now on.
  func retire() {
    context.isKept = true
    releaseCaches()
    ensureColdState().discardsOutput = true
    storage = OutputStorage(nesting: nesting - 1, capacity: 64)
    output = storage.output
    let open = state
    begin(depth: 1)
    if open == .object || open == .array { begin(open) }
  }

  /// Keeps an encoder with its own storage for reuse, if no other object holds it.
  static func recycle(_ encoder: inout ValueEncoder) {
    guard isKnownUniquelyReferenced(&encoder), encoder.containerCache.isUnshared(),
      encoder.context.spare.count < encoder.context.room
    else {
      return encoder.retire()
    }
    encoder.reset()
    encoder.context.spare.append(encoder)
  }

  private func reset() {
    coldState?.clear()
    key = nil
    isReused = true
    output.count = 0
    output.memberCount = 0
    begin(depth: 1)
  }

  /// Ends the root encoder.
  ///
  /// - Returns: whether another document can use it, because no other object holds it or a nested encoder.
  static func end(_ root: inout ValueEncoder) -> Bool {
    // After an error, a nested container that a model has kept may still be open.
    root.abandon()
    if !isKnownUniquelyReferenced(&root) || !root.containerCache.isUnshared() { root.detach() }
    // The spare encoders hold the context, and the context holds them.
    root.context.room = 0
    root.context.spare = []
    guard !root.context.isKept, root.output.isSmall else { return false }
    root.context.clear()
    root.reset()
    return true
  }

  /// Drops the objects that are kept for the next use.
  private func releaseCaches() {
    child = nil
    containerCache.release()
  }

  // MARK: Brackets

  /// Begins an object or an array.
  @inline(__always)
  func begin(_ state: State) {
    self.state = state
    count = 0
    filter = 0
    isDisordered = false
    mayRepeat = false
    comparesText = false
    output.write(byte: state == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
  }

  /// Notes that the value is written.
  func becomeSingle() { state = .single }

  /// Ends the object or array.
  @inline(__always)
  func close() {
    if state == .empty { begin(.object) }
    guard state != .single else { return }
    if isDisordered || mayRepeat || coldState != nil || openPart != nil { arrange() }
    if context.isPretty { closeLine() }
    if state == .object {
      output.memberCount = base
      output.write(byte: UInt8(ascii: "}"))
    } else {
      output.write(byte: UInt8(ascii: "]"))
    }
  }

  private func closeLine() {
    if count == 0 { output.write(byte: UInt8(ascii: "\n")) }
    newLine(nesting - 1)
  }

  func newLine(_ indent: Int) {
    output.write(byte: UInt8(ascii: "\n"))
    output.write(repeating: UInt8(ascii: " "), count: 2 * indent)
  }

  @inline(__always)
  func separate() {
    if count > 0 { output.write(byte: UInt8(ascii: ",")) }
    count &+= 1
    if context.isPretty { newLine(nesting) }
  }
}
