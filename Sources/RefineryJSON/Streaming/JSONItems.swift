import FoundationEssentials

/// Items that are whole, as one list.
struct JSONItems {
  /// A JSON array of them.
  let list: Data
  /// Which items they are.
  let indices: Range<Int>
  /// Where the first one begins, in bytes from the start of the stream.
  let offset: Int

  /// One of them.
  struct Item {
    let data: Data
    let index: Int
    let offset: Int
  }

  /// Each by itself, for when they cannot be read together.
  func separate() -> [Item] {
    var items: [Item] = []
    let bytes = list.bytes
    let end = list.count - 1
    var position = 1
    while items.count < indices.count {
      position = bytes.skippingSpace(from: position, to: end)
      if position < end, bytes.byte(position) == UInt8(ascii: ",") {
        position = bytes.skippingSpace(from: position + 1, to: end)
      }
      guard position < end, var scan = ElementScan(first: bytes.byte(position)) else { break }
      let behind = scan.end(in: bytes, from: position, to: end) ?? end
      let range = list.startIndex + position..<list.startIndex + behind
      items.append(Item(data: Data(list[range]), index: indices.lowerBound + items.count, offset: offset + position - 1))
      position = behind
    }
    return items
  }
}
