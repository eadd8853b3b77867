import FoundationEssentials

// Unsafe: this file holds raw pointers to the document and its tape. No pointer leaves it, except as an argument of a closure.
//
// Reason: decoding mostly loads single bytes and words. A `Span` cannot be stored in a class or in a container of Codable, and
// an `Array` costs a retain, a release and a bounds check for each load, more than the load itself.
//
// Why it is safe:
// - `DocumentBuffer` owns both blocks of memory and frees them in its `deinit`. All code that loads from them holds the buffer:
//   each `ValueDecoder` through its `DecodingContext`, and the callers of a `TapeReader` or a `JSONReader` for the whole call.
// - Sixteen zeros follow the document. Every scan ends at a zero, and no load goes beyond them.
// - Every offset and index in the tape was written by the scanner, which has read those bytes.
// - Debug builds assert the bounds of every load, and the test suite runs under the address sanitizer.

/// Owns the bytes of a document and its tape.
final class DocumentBuffer {
  let bytes: DocumentBytes
  private(set) var tape: Tape

  /// Copies bytes.
  init(_ data: some ContiguousBytes, count: Int, from start: Int = 0) {
    bytes = DocumentBytes(copying: data, count: count, from: start)
    tape = Tape(bytes: bytes, entries: nil)
  }

  /// Takes ownership of a tape.
  func adopt(_ writer: TapeWriter) { tape = Tape(bytes: bytes, entries: writer.entries) }

  deinit {
    if let entries = tape.entries, entries != bytes.inlineEntries { entries.deallocate() }
    bytes.start.deallocate()
  }
}

/// The bytes of a document, followed by zeros. It does not own its memory; `DocumentBuffer` does.
struct DocumentBytes {
  /// The number of zeros after the bytes: the widest load is eight bytes, and starts at most eight bytes after the last one.
  private static var padding: Int { 16 }
  /// The number of tape entries that fit after the bytes in the same block: enough for a small document.
  fileprivate static var inlineCapacity: Int { 32 }

  /// The number of bytes of the document.
  let count: Int
  fileprivate let start: UnsafeMutableRawPointer
  fileprivate let inlineEntries: UnsafeMutablePointer<TapeEntry>

  fileprivate init(copying data: some ContiguousBytes, count: Int, from offset: Int) {
    let size = (count + Self.padding + 7) & ~7
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: size + Self.inlineCapacity * MemoryLayout<TapeEntry>.stride, alignment: 8)
    inlineEntries = (block + size).bindMemory(to: TapeEntry.self, capacity: Self.inlineCapacity)
    data.withUnsafeBytes { source in
      guard count > 0, let first = source.baseAddress, offset + count <= source.count else { return }
      block.copyMemory(from: first + offset, byteCount: count)
    }
    block.storeBytes(of: 0, toByteOffset: count, as: UInt64.self)
    block.storeBytes(of: 0, toByteOffset: count + 8, as: UInt64.self)
    self.count = count
    start = block
  }

  /// Overwrites the first bytes with spaces.
  func blank(first count: Int) {
    assert(count <= self.count)
    start.initializeMemory(as: UInt8.self, repeating: 0x20, count: count)
  }

  /// Returns the byte at an offset; zero after the document.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < count + Self.padding)
    return start.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Returns eight bytes from an offset, the first byte lowest.
  @inline(__always)
  func eight(_ offset: Int) -> UInt64 {
    assert(offset >= 0 && offset <= count + 8)
    return UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns the text of bytes that the scan has found to be ASCII.
  @inline(__always)
  func plainText(_ range: Range<Int>) -> String { String(decoding: view(range), as: UTF8.self) }

  /// Returns the text of bytes; nil if they are not UTF-8.
  func text(_ range: Range<Int>) -> String? { Self.text(view(range)) }

  /// Parses an RFC 3339 date; nil if the bytes are not one.
  func internetDate(_ range: Range<Int>) -> Date? { InternetDate.date(view(range)) }

  /// A copy of bytes.
  func array(_ range: Range<Int>) -> [UInt8] { Array(view(range)) }

  /// Returns the text that a function writes into a block of `capacity` bytes; nil if the function returns false or the text is
  /// not UTF-8.
  func text(capacity: Int, _ write: (inout TextBuffer) -> Bool) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { block in
      var buffer = TextBuffer(block)
      guard write(&buffer) else { return nil }
      return Self.text(UnsafeBufferPointer(rebasing: block[..<buffer.count]))
    }
  }

  /// Whether the bytes at an offset equal those of a name. Callers have compared the lengths.
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

  /// Returns the text of bytes; nil if they are not UTF-8. `String(decoding:as:)` repairs invalid bytes, so its result then
  /// differs from them. `String(validating:as:)` would work, but looks up generic types at each call, which takes longer than
  /// everything else.
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

/// Writes the entries of a tape.
struct TapeWriter {
  fileprivate private(set) var entries: UnsafeMutablePointer<TapeEntry>
  private(set) var count = 0
  private var capacity = DocumentBytes.inlineCapacity
  private let inlineEntries: UnsafeMutablePointer<TapeEntry>
  private let expectedCount: Int

  /// Starts in the space after the bytes of a document. A longer tape gets its own block.
  init(_ bytes: DocumentBytes) {
    inlineEntries = bytes.inlineEntries
    entries = inlineEntries
    expectedCount = bytes.count / 8
  }

  @inline(__always)
  mutating func append(_ entry: TapeEntry) {
    if count == capacity { grow() }
    entries[count] = entry
    count &+= 1
  }

  /// An entry that has been written.
  @inline(__always)
  subscript(index: Int) -> TapeEntry {
    get {
      assert(index >= 0 && index < count)
      return entries[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      entries[index] = newValue
    }
  }

  /// Frees the tape's own block. Call this only if no `DocumentBuffer` has adopted the tape.
  func discard() {
    if entries != inlineEntries { entries.deallocate() }
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(capacity * 2, expectedCount)
    let larger = UnsafeMutablePointer<TapeEntry>.allocate(capacity: capacity)
    larger.update(from: entries, count: count)
    discard()
    entries = larger
  }
}

/// The index of a document: one entry for each value and each name, in the order of the document. It does not own its memory;
/// `DocumentBuffer` does.
struct Tape {
  let bytes: DocumentBytes
  /// Nil before the scan.
  fileprivate let entries: UnsafeMutablePointer<TapeEntry>?

  /// Returns the entry at an index, unchecked. Indices come from `ValueDecoder` and its containers, which start at an entry and
  /// advance only with `TapeEntry.next(after:)`, up to the end of the container.
  @inline(__always)
  subscript(index: Int) -> TapeEntry { entries.unsafelyUnwrapped[index] }

  /// Returns the index of the value of the first member with this name, by comparing bytes; -1 if there is none. The object
  /// must be of the kind `.object`.
  @inline(__always)
  func member(of object: Int, named name: String) -> Int {
    var name = name
    return name.withUTF8 { member(of: object, named: $0) }
  }

  private func member(of object: Int, named name: UnsafeBufferPointer<UInt8>) -> Int {
    let end = self[object].next(after: object)
    var index = object &+ 1
    while index < end {
      let key = self[index]
      if key.length == name.count, bytes.matches(name, at: key.offset) { return index &+ 1 }
      index &+= 1
      index = self[index].next(after: index)
    }
    return -1
  }

  // MARK: Hash tables of objects with many members

  /// Fills a hash table with the members of an object of the kind `.object`. A slot holds the index of a name's entry; 0 is an
  /// empty slot.
  func fill(_ table: inout [UInt32], from object: Int, members: Int, seed: UInt64) {
    let size = 1 << (Int.bitWidth - (members * 2).leadingZeroBitCount)
    table.removeAll(keepingCapacity: true)
    table.append(contentsOf: repeatElement(0, count: size))
    let end = self[object].next(after: object)
    var index = object &+ 1
    while index < end {
      let slot = slot(of: bytes.view(self[index].range), seed: seed, in: table)
      if table[slot] == 0 { table[slot] = UInt32(truncatingIfNeeded: index) }
      index &+= 1
      index = self[index].next(after: index)
    }
  }

  /// Returns the index of the value of the first member with this name; -1 if there is none.
  func member(named name: String, seed: UInt64, in table: [UInt32]) -> Int {
    var name = name
    let key = name.withUTF8 { Int(table[slot(of: $0, seed: seed, in: table)]) }
    return key == 0 ? -1 : key + 1
  }

  /// Returns the slot that holds the name, or the empty slot where the search for it ends.
  private func slot(of name: UnsafeBufferPointer<UInt8>, seed: UInt64, in table: [UInt32]) -> Int {
    let mask = table.count &- 1
    var slot = Int(truncatingIfNeeded: Self.hash(name, seed)) & mask
    while true {
      let key = Int(table[slot])
      if key == 0 { return slot }
      if self[key].length == name.count, bytes.matches(name, at: self[key].offset) { return slot }
      slot = (slot &+ 1) & mask
    }
  }

  /// Returns a hash that depends on a random seed, so that an attacker cannot choose names that collide.
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

/// A block of memory that text is written into.
struct TextBuffer {
  private let block: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes that have been written.
  private(set) var count = 0

  fileprivate init(_ block: UnsafeMutableBufferPointer<UInt8>) { self.block = block }

  /// Writes a byte. The block has room for the escaped text, and unescaping never makes text longer; the precondition guards
  /// against an error in this reasoning.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    precondition(count < block.count)
    block[count] = byte
    count &+= 1
  }

  /// Writes a scalar as UTF-8. Every `Unicode.Scalar` has an encoding, so the optional is never nil.
  mutating func append(_ scalar: Unicode.Scalar) { for byte in UTF8.encode(scalar).unsafelyUnwrapped { append(byte) } }
}
