import FoundationEssentials

// The one file of this module that keeps unsafe pointers. Reason: where a decoder spends its time, single bytes and words are read
// out of memory that outlives a function, and a `Span` can be stored neither in a class nor in a container of Codable; safe
// references there cost a retain and a release for each value, more than reading it. What makes it safe: `Memory` owns both
// blocks for as long as it lives and every level of a decoder holds it; nothing outside of this file sees a pointer; bytes are
// followed by zeros that every scan stops at; the offsets in the tape were written by the scanner that walked over these bytes.

/// Owns the bytes of a document and its tape.
final class Memory {
  let bytes: Bytes
  private(set) var tape: Tape

  /// A copy of bytes.
  init(_ data: some ContiguousBytes, count: Int, from start: Int = 0) {
    bytes = Bytes(copying: data, count: count, from: start)
    tape = Tape(bytes: bytes, words: nil)
  }

  /// Takes a tape over.
  func adopt(_ writer: TapeWriter) { tape = Tape(bytes: bytes, words: writer.words) }

  deinit {
    if let words = tape.words, words != bytes.room { words.deallocate() }
    bytes.start.deallocate()
  }
}

/// The bytes of a document, followed by zeros. It holds no memory; `Memory` does.
struct Bytes {
  /// How many zeros follow the bytes: what the widest load may read beyond the last one.
  private static var padding: Int { 16 }

  /// How many bytes the document has.
  let count: Int
  fileprivate let start: UnsafeMutableRawPointer
  /// Behind the bytes, in the same block: enough for the tape of a small document.
  fileprivate let room: UnsafeMutablePointer<UInt64>
  fileprivate static var roomForWords: Int { 32 }

  fileprivate init(copying data: some ContiguousBytes, count: Int, from offset: Int) {
    let room = (count + Self.padding + 7) & ~7
    let block = UnsafeMutableRawPointer.allocate(byteCount: room + Self.roomForWords * 8, alignment: 8)
    self.room = (block + room).bindMemory(to: UInt64.self, capacity: Self.roomForWords)
    data.withUnsafeBytes { source in
      guard count > 0, let first = source.baseAddress, offset + count <= source.count else { return }
      block.copyMemory(from: first + offset, byteCount: count)
    }
    block.storeBytes(of: 0, toByteOffset: count, as: UInt64.self)
    block.storeBytes(of: 0, toByteOffset: count + 8, as: UInt64.self)
    self.count = count
    start = block
  }

  /// The byte at an offset; zero at the end.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < count + Self.padding)
    return start.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Eight bytes from an offset, the first one lowest.
  @inline(__always)
  func eight(_ offset: Int) -> UInt64 {
    assert(offset >= 0 && offset <= count + 8)
    return UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The text of bytes that are ASCII.
  @inline(__always)
  func plainText(_ range: Range<Int>) -> String { String(decoding: view(range), as: UTF8.self) }

  /// The text of bytes; nil if they are not UTF-8.
  func text(_ range: Range<Int>) -> String? { Self.text(view(range)) }

  /// The date of RFC 3339 that the bytes of a range say; nil if they say none.
  func internetDate(_ range: Range<Int>) -> Date? { InternetDate.date(view(range)) }

  /// The bytes of a range as a list.
  func array(_ range: Range<Int>) -> [UInt8] { Array(view(range)) }

  /// The text that `write` puts into a block of at most `capacity` bytes; nil if it refuses, or what it wrote is not UTF-8.
  func text(capacity: Int, _ write: (inout TextBuffer) -> Bool) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { block in
      var buffer = TextBuffer(block)
      guard write(&buffer) else { return nil }
      return Self.text(UnsafeBufferPointer(rebasing: block[..<buffer.count]))
    }
  }

  /// Whether the bytes from an offset are those of a name.
  @inline(__always)
  fileprivate func matches(_ name: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard let other = UnsafeRawPointer(name.baseAddress) else { return true }
    return Self.equal(start + offset, other, name.count)
  }

  @inline(__always)
  fileprivate func view(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    assert(range.upperBound <= count)
    return UnsafeBufferPointer(start: (start + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  /// `String(validating:as:)` looks generic types up at every call, which takes longer than all the rest. Where bytes are no
  /// UTF-8 this one repairs them, so that they are no longer the same.
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { made in
      guard made.count == bytes.count else { return false }
      guard let one = UnsafeRawPointer(made.baseAddress), let other = UnsafeRawPointer(bytes.baseAddress) else { return true }
      return equal(one, other, made.count)
    }
    return isSame ? text : nil
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

}

/// Writes a tape.
struct TapeWriter {
  fileprivate private(set) var words: UnsafeMutablePointer<UInt64>
  /// How many words there are.
  private(set) var count = 0
  private var capacity = Bytes.roomForWords
  private let room: UnsafeMutablePointer<UInt64>
  private let expected: Int

  /// A tape in the room behind bytes, until it needs more.
  init(_ bytes: Bytes) {
    room = bytes.room
    words = room
    expected = bytes.count / 8
  }

  /// Writes a word behind the last one.
  @inline(__always)
  mutating func append(_ word: UInt64) {
    if count == capacity { grow() }
    words[count] = word
    count &+= 1
  }

  /// A word that was written.
  @inline(__always)
  subscript(index: Int) -> UInt64 {
    get {
      assert(index >= 0 && index < count)
      return words[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      words[index] = newValue
    }
  }

  /// Gives the memory back, unless it was handed over.
  func discard() {
    if words != room { words.deallocate() }
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(capacity * 2, expected)
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
    larger.update(from: words, count: count)
    discard()
    words = larger
  }
}

/// A document that was scanned. It holds no memory; `Memory` does.
struct Tape {
  let bytes: Bytes
  fileprivate let words: UnsafeMutablePointer<UInt64>?

  /// The word at an index.
  @inline(__always)
  func word(_ index: Int) -> UInt64 { words.unsafelyUnwrapped[index] }

  /// The index of the value of the first member with a name, in an object that is not odd; -1 if there is none.
  @inline(__always)
  func member(of object: Int, named name: String) -> Int {
    var name = name
    return name.withUTF8 { member(of: object, named: $0) }
  }

  private func member(of object: Int, named name: UnsafeBufferPointer<UInt8>) -> Int {
    let end = Word.next(word(object), at: object)
    var index = object &+ 1
    while index < end {
      let key = word(index)
      if Word.length(key) == name.count, bytes.matches(name, at: Word.offset(key)) { return index &+ 1 }
      index &+= 1
      index = Word.next(word(index), at: index)
    }
    return -1
  }

  // MARK: Members of wide objects

  /// A table of the members of an object that is not odd: places in the tape, by the hash of the name; 0 is empty.
  func index(of object: Int, members: Int, seed: UInt64, into table: inout [UInt32]) {
    let size = 1 << (Int.bitWidth - (members * 2).leadingZeroBitCount)
    table.removeAll(keepingCapacity: true)
    table.append(contentsOf: repeatElement(0, count: size))
    let end = Word.next(word(object), at: object)
    var index = object &+ 1
    while index < end {
      let key = word(index)
      let slot = slot(of: bytes.view(Word.range(key)), seed: seed, in: table)
      if table[slot] == 0 { table[slot] = UInt32(truncatingIfNeeded: index) }
      index &+= 1
      index = Word.next(word(index), at: index)
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
    var slot = Int(truncatingIfNeeded: Self.hash(name, seed)) & mask
    while true {
      let key = Int(table[slot])
      if key == 0 { return slot }
      if Word.length(word(key)) == name.count, bytes.matches(name, at: Word.offset(word(key))) { return slot }
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
