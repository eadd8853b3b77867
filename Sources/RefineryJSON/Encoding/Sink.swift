import FoundationEssentials

// With Sink+Text.swift the place of encoding with unsafe pointers. Reason: as in Memory.swift, single bytes and words are written into memory that
// outlives a function, and an `Array` in a class costs a check of exclusive access, of uniqueness and of bounds for each
// byte. What makes it safe: `SinkMemory` owns both blocks for as long as it lives and every level of an encoder holds it;
// nothing outside of the two files sees a pointer; every write asks for room first; every read is of what was written before.

/// Owns the bytes that are written, and the list of members of the objects that are not closed yet.
final class SinkMemory {
  let sink: Sink

  init(nesting: Int, capacity: Int = 512) { sink = Sink(nesting: nesting, capacity: capacity) }

  deinit { sink.free() }
}

/// A member of an object that is not closed yet.
struct WrittenMember {
  /// Where the name's opening quote is.
  var start: Int
  /// Where the value ends; known once something follows.
  var end: Int
  /// The name's first eight bytes, the first one highest.
  var prefix: UInt64
  /// The name's bytes as written, without quotes.
  var nameLength: Int
  /// The number of the nested container that takes the value's place; -1 for none.
  var hole: Int
}

/// Bytes that are written one after the other. It holds no memory; `SinkMemory` does.
struct Sink {
  struct State {
    var bytes: UnsafeMutableRawPointer
    var count = 0
    var capacity: Int
    var depth = 0
    /// How many brackets are open around the first byte.
    var nesting: Int
    var members: UnsafeMutablePointer<WrittenMember>
    var memberCount = 0
    var memberCapacity: Int
  }

  let state: UnsafeMutablePointer<State>

  // What most documents need is one block: the state, then members, then bytes.
  private static var roomForMembers: Int { 12 }
  private static var start: Int { (MemoryLayout<State>.stride + 15) & ~15 }

  private var ownMembers: UnsafeMutablePointer<WrittenMember> {
    (UnsafeMutableRawPointer(state) + Self.start).assumingMemoryBound(to: WrittenMember.self)
  }
  private var ownBytes: UnsafeMutableRawPointer { UnsafeMutableRawPointer(ownMembers + Self.roomForMembers) }

  fileprivate init(nesting: Int, capacity: Int) {
    let size = Self.start + Self.roomForMembers * MemoryLayout<WrittenMember>.stride + capacity
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    let members = (block + Self.start).bindMemory(to: WrittenMember.self, capacity: Self.roomForMembers)
    state = block.initializeMemory(
      as: State.self,
      to: State(
        bytes: UnsafeMutableRawPointer(members + Self.roomForMembers), capacity: capacity, nesting: nesting, members: members,
        memberCapacity: Self.roomForMembers))
  }

  fileprivate func free() {
    freeBytes()
    freeMembers()
    UnsafeMutableRawPointer(state).deallocate()
  }

  private func freeBytes() { if state.pointee.bytes != ownBytes { state.pointee.bytes.deallocate() } }

  private func freeMembers() { if state.pointee.members != ownMembers { state.pointee.members.deallocate() } }

  /// How many bytes there are.
  var count: Int {
    @inline(__always) get { state.pointee.count }
    @inline(__always) nonmutating set {
      assert(newValue <= state.pointee.count)
      state.pointee.count = newValue
    }
  }

  /// How many levels write here at present.
  var depth: Int {
    @inline(__always) get { state.pointee.depth }
    @inline(__always) nonmutating set { state.pointee.depth = newValue }
  }

  var nesting: Int {
    @inline(__always) get { state.pointee.nesting }
    nonmutating set { state.pointee.nesting = newValue }
  }

  // MARK: Bytes

  @inline(__always)
  func reserve(_ more: Int) {
    if state.pointee.capacity &- state.pointee.count < more { grow(more) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    let capacity = max(state.pointee.capacity * 2, state.pointee.count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    larger.copyMemory(from: state.pointee.bytes, byteCount: state.pointee.count)
    freeBytes()
    state.pointee.bytes = larger
    state.pointee.capacity = capacity
  }

  @inline(__always)
  var end: UnsafeMutableRawPointer { state.pointee.bytes + state.pointee.count }

  /// A byte that was written.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    get {
      assert(offset >= 0 && offset < count)
      return state.pointee.bytes.load(fromByteOffset: offset, as: UInt8.self)
    }
    nonmutating set {
      assert(offset >= 0 && offset < count)
      state.pointee.bytes.storeBytes(of: newValue, toByteOffset: offset, as: UInt8.self)
    }
  }

  @inline(__always)
  func write(byte: UInt8) {
    reserve(1)
    end.storeBytes(of: byte, as: UInt8.self)
    state.pointee.count &+= 1
  }

  /// Writes up to eight bytes of ASCII, the first one lowest.
  @inline(__always)
  func write(_ word: UInt64, count: Int) {
    reserve(8)
    end.storeBytes(of: word.littleEndian, as: UInt64.self)
    state.pointee.count &+= count
  }

  func write(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    end.copyMemory(from: start, byteCount: bytes.count)
    state.pointee.count &+= bytes.count
  }

  func write(contentsOf bytes: [UInt8]) { bytes.withUnsafeBufferPointer { write(contentsOf: $0) } }

  func write(repeating byte: UInt8, count: Int) {
    reserve(count)
    end.initializeMemory(as: UInt8.self, repeating: byte, count: count)
    state.pointee.count &+= count
  }

  /// Writes bytes of another sink, or of this one from before.
  func write(_ range: Range<Int>, of other: Sink) {
    assert(range.upperBound <= other.count)
    reserve(range.count)
    end.copyMemory(from: other.state.pointee.bytes + range.lowerBound, byteCount: range.count)
    state.pointee.count &+= range.count
  }

  /// Takes the bytes and the members of another sink from there on.
  func take(from start: Int, members base: Int, of other: Sink) {
    write(start..<other.count, of: other)
    for index in base..<other.memberCount {
      var member = other[member: index]
      member.start -= start
      member.end = max(0, member.end - start)
      append(member)
    }
    other.count = start
    other.memberCount = base
  }

  /// Moves bytes to where there have been others.
  func move(_ range: Range<Int>, to offset: Int) {
    assert(range.upperBound <= count && offset + range.count <= count)
    let bytes = state.pointee.bytes
    (bytes + offset).copyMemory(from: bytes + range.lowerBound, byteCount: range.count)
  }

  /// Puts bytes of another sink where there have been others.
  func put(_ range: Range<Int>, of other: Sink, at offset: Int) {
    assert(range.upperBound <= other.count && offset + range.count <= count)
    (state.pointee.bytes + offset).copyMemory(from: other.state.pointee.bytes + range.lowerBound, byteCount: range.count)
  }

  /// The bytes of a range as text.
  func text(_ range: Range<Int>) -> String {
    assert(range.upperBound <= count)
    return String(
      decoding: UnsafeRawBufferPointer(start: state.pointee.bytes + range.lowerBound, count: range.count), as: UTF8.self)
  }

  /// Of more than that many bytes nothing is kept for other documents.
  private static var most: Int { 1 << 16 }

  /// Whether it takes little memory.
  var isSmall: Bool { 1...Self.most ~= state.pointee.capacity && state.pointee.memberCapacity <= 1 << 10 }

  /// All bytes. They are handed over where copying them would take longer.
  func data() -> Data {
    let bytes = state.pointee.bytes
    let count = state.pointee.count
    guard count > Self.most, count > state.pointee.capacity / 2 else { return Data(bytes: bytes, count: count) }
    state.pointee.bytes = ownBytes
    state.pointee.capacity = 0
    state.pointee.count = 0
    return Data(bytesNoCopy: bytes, count: count, deallocator: .custom { bytes, _ in bytes.deallocate() })
  }

  // MARK: Members

  /// How many members the objects have that are not closed yet.
  var memberCount: Int {
    @inline(__always) get { state.pointee.memberCount }
    @inline(__always) nonmutating set {
      assert(newValue <= state.pointee.memberCount)
      state.pointee.memberCount = newValue
    }
  }

  @inline(__always)
  subscript(member index: Int) -> WrittenMember {
    get {
      assert(index >= 0 && index < memberCount)
      return state.pointee.members[index]
    }
    nonmutating set {
      assert(index >= 0 && index < memberCount)
      state.pointee.members[index] = newValue
    }
  }

  @inline(__always)
  func append(_ member: WrittenMember) {
    if state.pointee.memberCount == state.pointee.memberCapacity { growMembers() }
    state.pointee.members[state.pointee.memberCount] = member
    state.pointee.memberCount &+= 1
  }

  @inline(never)
  private func growMembers() {
    let capacity = state.pointee.memberCapacity * 2
    let larger = UnsafeMutablePointer<WrittenMember>.allocate(capacity: capacity)
    larger.update(from: state.pointee.members, count: state.pointee.memberCount)
    freeMembers()
    state.pointee.members = larger
    state.pointee.memberCapacity = capacity
  }

  /// The members from an index on, to be sorted.
  func withMembers<Result>(from base: Int, _ body: (inout UnsafeMutableBufferPointer<WrittenMember>) -> Result) -> Result {
    var list = UnsafeMutableBufferPointer(start: state.pointee.members + base, count: memberCount - base)
    return body(&list)
  }

  /// The first eight bytes of a name, the first one highest; zeros follow a short one.
  @inline(__always)
  func prefix(at offset: Int, length: Int) -> UInt64 {
    reserve(8)
    let word = UInt64(bigEndian: (state.pointee.bytes + offset).loadUnaligned(as: UInt64.self))
    return length >= 8 ? word : length == 0 ? 0 : word & ~(UInt64.max >> UInt64(length &* 8))
  }

  /// Whether one name of the same first eight bytes comes before another; nil if they are the same.
  func precedes(_ one: WrittenMember, _ other: WrittenMember) -> Bool? {
    let bytes = state.pointee.bytes
    var at = 8
    let shorter = min(one.nameLength, other.nameLength)
    while at < shorter {
      let left = bytes.load(fromByteOffset: one.start + 1 + at, as: UInt8.self)
      let right = bytes.load(fromByteOffset: other.start + 1 + at, as: UInt8.self)
      if left != right { return left < right }
      at &+= 1
    }
    return one.nameLength == other.nameLength ? nil : one.nameLength < other.nameLength
  }
}
