import FoundationEssentials

// Unsafe: this file, OutputBuffer+Text.swift and OutputBuffer+Base64.swift hold raw pointers to the output.
//
// Reason: encoding mostly stores single bytes and words. An `Array` in a class checks exclusive access, uniqueness and
// bounds for each byte.
//
// Why it is safe:
// - `OutputStorage` owns the blocks of memory and frees them in its `deinit`; each `ValueEncoder` holds its storage.
// - Every write reserves its bytes first.
// - Every read is of bytes that have been written. Debug builds assert this, and the test suite runs under the address
//   sanitizer.
// - `state` points into the same block as the first bytes, so it is valid as long as the storage.

/// Owns the output and the list of members of the open objects.
final class OutputStorage {
  let output: OutputBuffer

  init(nesting: Int, capacity: Int = 512) { output = OutputBuffer(nesting: nesting, capacity: capacity) }

  deinit { output.free() }
}

/// A member of an open object.
struct WrittenMember {
  /// The offset of the name's opening quote.
  var start: Int
  /// The offset after the value; 0 while the value is the last output.
  var end: Int
  /// The first eight bytes of the name, the first byte highest.
  var prefix: UInt64
  /// The number of bytes of the name as written, without quotes.
  var nameLength: Int
  /// The index of the part that is inserted as the value; -1 if the value is in the output.
  var partIndex: Int
}

/// Bytes that are written in sequence. It does not own its memory; `OutputStorage` does.
struct OutputBuffer {
  struct State {
    var bytes: UnsafeMutableRawPointer
    var count = 0
    var capacity: Int
    var depth = 0
    /// The number of brackets that are open around the first byte.
    var nesting: Int
    var members: UnsafeMutablePointer<WrittenMember>
    var memberCount = 0
    var memberCapacity: Int
  }

  let state: UnsafeMutablePointer<State>

  // One block is enough for most documents: the state, then members, then bytes.
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

  /// The number of bytes that have been written. Setting it drops the last bytes.
  var count: Int {
    @inline(__always) get { state.pointee.count }
    @inline(__always) nonmutating set {
      assert(newValue <= state.pointee.count)
      state.pointee.count = newValue
    }
  }

  /// The number of encoders that are writing to this output.
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

  /// A byte that has been written.
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

  /// Writes up to eight bytes, the lowest byte first.
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

  func write(repeating byte: UInt8, count: Int) {
    reserve(count)
    end.initializeMemory(as: UInt8.self, repeating: byte, count: count)
    state.pointee.count &+= count
  }

  /// Writes bytes of another output, or of this one.
  func write(_ range: Range<Int>, of other: OutputBuffer) {
    assert(range.upperBound <= other.count)
    reserve(range.count)
    end.copyMemory(from: other.state.pointee.bytes + range.lowerBound, byteCount: range.count)
    state.pointee.count &+= range.count
  }

  /// Moves all bytes and members after an offset from another output to this one.
  func take(from start: Int, members base: Int, of other: OutputBuffer) {
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

  /// Moves bytes over other bytes.
  func move(_ range: Range<Int>, to offset: Int) {
    assert(range.upperBound <= count && offset + range.count <= count)
    let bytes = state.pointee.bytes
    (bytes + offset).copyMemory(from: bytes + range.lowerBound, byteCount: range.count)
  }

  /// Copies bytes of another output over bytes of this one.
  func put(_ range: Range<Int>, of other: OutputBuffer, at offset: Int) {
    assert(range.upperBound <= other.count && offset + range.count <= count)
    (state.pointee.bytes + offset).copyMemory(from: other.state.pointee.bytes + range.lowerBound, byteCount: range.count)
  }

  /// Returns bytes as text.
  func text(_ range: Range<Int>) -> String {
    assert(range.upperBound <= count)
    return String(
      decoding: UnsafeRawBufferPointer(start: state.pointee.bytes + range.lowerBound, count: range.count), as: UTF8.self)
  }

  /// The maximum number of bytes that are kept for the next document.
  private static var most: Int { 1 << 16 }

  /// Whether the blocks are small enough to keep for the next document.
  var isSmall: Bool { 1...Self.most ~= state.pointee.capacity && state.pointee.memberCapacity <= 1 << 10 }

  /// Returns all bytes. Small output is copied; large output transfers its memory, because copying it takes longer.
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

  /// The number of members of all open objects. Setting it drops the last members.
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

  /// Calls a function with the members from an index to the end, for sorting.
  func withMembers<Result>(from base: Int, _ body: (inout UnsafeMutableBufferPointer<WrittenMember>) -> Result) -> Result {
    var list = UnsafeMutableBufferPointer(start: state.pointee.members + base, count: memberCount - base)
    return body(&list)
  }

  /// Returns the first eight bytes of a name, the first byte highest, padded with zeros.
  @inline(__always)
  func prefix(at offset: Int, length: Int) -> UInt64 {
    reserve(8)
    let word = UInt64(bigEndian: (state.pointee.bytes + offset).loadUnaligned(as: UInt64.self))
    return length >= 8 ? word : length == 0 ? 0 : word & ~(UInt64.max >> UInt64(length &* 8))
  }

  /// Whether one name precedes another; nil if they are equal. Callers have compared the first eight bytes.
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
