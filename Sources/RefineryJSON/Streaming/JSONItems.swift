import FoundationEssentials

/// Complete items in one list.
struct JSONItems {
  /// A JSON array of the items.
  let list: Data
  /// The numbers of the items.
  let indices: Range<Int>
  /// The offset of the first item from the start of the stream, in bytes.
  let offset: Int

  /// A single item.
  struct Item {
    let data: Data
    let index: Int
    let offset: Int
  }

  /// Splits the list into single items.
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
      guard position < end, var scan = ElementScanner(first: bytes.byte(position)) else { break }
      let behind = scan.end(in: bytes, from: position, to: end) ?? end
      let range = list.startIndex + position..<list.startIndex + behind
      items.append(Item(data: Data(list[range]), index: indices.lowerBound + items.count, offset: offset + position - 1))
      position = behind
    }
    return items
  }
}
