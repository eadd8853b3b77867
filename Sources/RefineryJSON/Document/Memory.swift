import FoundationEssentials

// The one file of this module with unsafe pointers. Reason: 87 % of the time of a decoder goes where single bytes and words
// are read out of memory that a class owns, and a `Span` cannot be stored in a class. What makes it safe: `Memory` owns both
// blocks for as long as it lives, nothing outside of this file sees a pointer, bytes are followed by zeros that every scan
// stops at, and the offsets in the tape were written by the scanner that walked over these very bytes.

/// The bytes of a document, followed by zeros, and its tape.
final class Memory {
  /// How many zeros follow the bytes: what the widest load may read beyond the last one.
  static let padding = 16

  /// How many bytes the document has.
  let count: Int
  /// How many words the tape has.
  private(set) var words = 0
  private let bytes: UnsafeMutableRawPointer
  private var tape: UnsafeMutablePointer<UInt64>
  private var capacity: Int

  /// A copy of bytes.
  init(_ data: some ContiguousBytes, count: Int, from start: Int = 0) {
    self.count = count
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: count + Self.padding, alignment: 8)
    self.bytes = bytes
    capacity = count / 8 + 16
    tape = .allocate(capacity: capacity)
    data.withUnsafeBytes { source in
      guard count > 0, let first = source.baseAddress, start + count <= source.count else { return }
      bytes.copyMemory(from: first + start, byteCount: count)
    }
    bytes.storeBytes(of: 0, toByteOffset: count, as: UInt64.self)
    bytes.storeBytes(of: 0, toByteOffset: count + 8, as: UInt64.self)
  }

  deinit {
    bytes.deallocate()
    tape.deallocate()
  }

  // MARK: The tape

  /// Writes a word behind the last one.
  @inline(__always)
  func append(_ word: UInt64) {
    if words == capacity { grow() }
    tape[words] = word
    words &+= 1
  }

  /// Writes a word in the place of another.
  @inline(__always)
  func replace(_ index: Int, with word: UInt64) {
    assert(index < words)
    tape[index] = word
  }

  /// The word at an index.
  @inline(__always)
  func word(_ index: Int) -> UInt64 {
    assert(index >= 0 && index < words)
    return tape[index]
  }

  @inline(never)
  private func grow() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
    larger.update(from: tape, count: words)
    tape.deallocate()
    tape = larger
    capacity *= 2
  }

  // MARK: The bytes

  /// The byte at an offset; zero at the end.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < count + Self.padding)
    return bytes.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Eight bytes from an offset, the first one lowest.
  @inline(__always)
  func eight(_ offset: Int) -> UInt64 {
    assert(offset >= 0 && offset <= count + 8)
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The text of bytes; nil if they are not UTF-8.
  @inline(__always)
  func text(_ range: Range<Int>) -> String? {
    String(validating: view(range), as: UTF8.self)
  }

  /// The bytes of a range as a list.
  func array(_ range: Range<Int>) -> [UInt8] { Array(view(range)) }

  /// What a function makes of the bytes of a range.
  func with<Result>(_ range: Range<Int>, _ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { read(view(range)) }

  @inline(__always)
  private func view(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    assert(range.upperBound <= count)
    return UnsafeBufferPointer(start: (bytes + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  /// The text that `write` puts into a block of at most `capacity` bytes; nil if it refuses, or what it wrote is not UTF-8.
  func text(capacity: Int, _ write: (inout TextBuffer) -> Bool) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { block in
      var buffer = TextBuffer(block)
      guard write(&buffer) else { return nil }
      return String(validating: UnsafeBufferPointer(rebasing: block[..<buffer.count]), as: UTF8.self)
    }
  }

  // MARK: Members

  /// The index of the value of the first member with a name, in an object whose names are plain; -1 if there is none.
  @inline(__always)
  func member(of object: Int, named name: String) -> Int {
    var name = name
    return name.withUTF8 { member(of: object, named: $0) }
  }

  private func member(of object: Int, named name: UnsafeBufferPointer<UInt8>) -> Int {
    let wanted = Word.plainName(length: name.count)
    let end = Word.next(word(object), at: object)
    var index = object &+ 1
    while index < end {
      let key = tape[index]
      if key >> 32 == wanted, matches(name, at: Word.offset(key)) { return index &+ 1 }
      index &+= 1
      index = Word.next(tape[index], at: index)
    }
    return -1
  }

  @inline(__always)
  private func matches(_ name: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard let other = UnsafeRawPointer(name.baseAddress) else { return true }
    return Self.equal(bytes + offset, other, name.count)
  }

  @inline(__always)
  private static func equal(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
    var done = 0
    while done &+ 8 <= count {
      if (one + done).loadUnaligned(as: UInt64.self) != (other + done).loadUnaligned(as: UInt64.self) { return false }
      done &+= 8
    }
    if done &+ 4 <= count {
      if (one + done).loadUnaligned(as: UInt32.self) != (other + done).loadUnaligned(as: UInt32.self) { return false }
      done &+= 4
    }
    while done < count {
      if (one + done).load(as: UInt8.self) != (other + done).load(as: UInt8.self) { return false }
      done &+= 1
    }
    return true
  }

  // MARK: Members of wide objects

  /// A table of the members of an object whose names are plain: places in the tape, by the hash of the name; 0 is empty.
  func index(of object: Int, members: Int, seed: UInt64, into table: inout [UInt32]) {
    let size = 1 << (Int.bitWidth - (members * 2).leadingZeroBitCount)
    table.removeAll(keepingCapacity: true)
    table.append(contentsOf: repeatElement(0, count: size))
    let end = Word.next(word(object), at: object)
    var index = object &+ 1
    while index < end {
      let key = tape[index]
      let name = UnsafeBufferPointer(
        start: (bytes + Word.offset(key)).assumingMemoryBound(to: UInt8.self), count: Word.length(key))
      let slot = slot(of: name, seed: seed, in: table)
      if table[slot] == 0 { table[slot] = UInt32(truncatingIfNeeded: index) }
      index &+= 1
      index = Word.next(tape[index], at: index)
    }
  }

  /// The index of the value of the first member with a name; -1 if there is none.
  func member(named name: String, seed: UInt64, in table: [UInt32]) -> Int {
    var name = name
    let place = name.withUTF8 { Int(table[slot(of: $0, seed: seed, in: table)]) }
    return place == 0 ? -1 : place + 1
  }

  /// Where the name is, or where it belongs.
  private func slot(of name: UnsafeBufferPointer<UInt8>, seed: UInt64, in table: [UInt32]) -> Int {
    let mask = table.count &- 1
    let wanted = Word.plainName(length: name.count)
    var slot = Int(truncatingIfNeeded: Self.hash(name, seed)) & mask
    while true {
      let key = Int(table[slot])
      if key == 0 { return slot }
      if tape[key] >> 32 == wanted, matches(name, at: Word.offset(tape[key])) { return slot }
      slot = (slot &+ 1) & mask
    }
  }

  /// Multiplies in both halves, so that without the seed nobody can choose names that meet.
  @inline(__always)
  private static func hash(_ name: UnsafeBufferPointer<UInt8>, _ seed: UInt64) -> UInt64 {
    guard let start = UnsafeRawPointer(name.baseAddress) else { return seed }
    var hash = seed ^ UInt64(truncatingIfNeeded: name.count)
    var done = 0
    func mix(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: seed | 0x9E37_79B9_0000_0001)
      hash = product.high ^ product.low &+ seed
    }
    while done &+ 8 <= name.count {
      mix((start + done).loadUnaligned(as: UInt64.self))
      done &+= 8
    }
    var rest: UInt64 = 0
    while done < name.count {
      rest = rest << 8 | UInt64((start + done).load(as: UInt8.self))
      done &+= 1
    }
    mix(rest)
    return hash
  }
}

/// A block of bytes that text is written into.
struct TextBuffer {
  private let block: UnsafeMutableBufferPointer<UInt8>
  /// How many bytes were written.
  private(set) var count = 0

  fileprivate init(_ block: UnsafeMutableBufferPointer<UInt8>) { self.block = block }

  /// Writes a byte; beyond the block's end it traps.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    precondition(count < block.count)
    block[count] = byte
    count &+= 1
  }

  /// Writes a scalar as UTF-8.
  mutating func append(_ scalar: Unicode.Scalar) { for byte in UTF8.encode(scalar).unsafelyUnwrapped { append(byte) } }
}

/// A value as the type that it is known to have.
///
/// `as?` asks the runtime, which takes longer than reading a number; the types are compared here, so it cannot lie.
@inline(__always)
func same<Value, Wanted>(_ value: Value, as type: Wanted.Type) -> Wanted {
  precondition(Value.self == Wanted.self)
  return unsafeBitCast(value, to: Wanted.self)
}
