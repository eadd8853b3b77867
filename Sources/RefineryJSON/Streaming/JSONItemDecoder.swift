public import FoundationEssentials

/// Decodes the items of a stream one by one while its bytes arrive: the elements of a long array, lines, or a sequence.
///
/// It needs memory for the largest item, the latest bytes, and the complete items in them (up to 64 KiB at a time). Bytes may
/// arrive in pieces of any size. They must be UTF-8, with or without a byte order mark. Items are decoded as with
/// ``JSONModelDecoder``, with ``JSONReadable`` if they conform, at nearly the speed of one whole document.
///
/// ```swift
/// var people = JSONItemDecoder<Person>(.array(at: ["data", "people"]))
/// for try await chunk in chunks {
///   people.push(chunk)
///   while let person = try people.next() { print(person.name) }
/// }
/// people.finish()
/// while let person = try people.next() { print(person.name) }
/// ```
public struct JSONItemDecoder<Element> {
  private var splitter: ItemSplitter
  private let readList: (Data) throws -> [Element]
  private let readItem: (Data) throws -> Element
  private var elements: [Element] = []
  private var place = 0
  /// Items that could not be decoded together, in reverse order.
  private var single: [JSONItems.Item] = []

  /// Creates a decoder with functions that decode the items.
  ///
  /// - Parameters:
  ///   - format: how the items follow each other.
  ///   - limit: the maximum number of bytes of an item.
  ///   - list: decodes a JSON array of several items. If it throws or returns another number of items, they are decoded one by
  ///     one.
  ///   - item: decodes one item.
  package init(
    _ format: JSONItemFormat = .array(), limit: Int = 16 << 20, list: @escaping (Data) throws -> [Element],
    item: @escaping (Data) throws -> Element
  ) {
    splitter = ItemSplitter(format, limit: limit)
    readList = list
    readItem = item
  }

  /// Adds the next bytes of the stream. They are kept until ``next()`` has returned all items before them.
  public mutating func push(_ bytes: Data) { splitter.push(bytes) }

  /// Ends the stream: ``next()`` returns the remaining items, or throws if the stream has ended too early.
  public mutating func finish() { splitter.finish() }

  /// Returns the next item; nil if it needs more bytes, or after ``finish()`` at the end.
  ///
  /// - Throws: ``JSONItemError``. If the error concerns only one item, the next call returns the following item. Any other
  ///   error is thrown again.
  public mutating func next() throws(JSONItemError) -> Element? {
    while place == elements.count {
      guard let more = try nextElements() else { return nil }
      elements = more
      place = 0
    }
    defer { place += 1 }
    return elements[place]
  }

  /// Returns the next complete items, several at once; nil if more bytes are needed, or after ``finish()`` at the end.
  package mutating func nextElements() throws(JSONItemError) -> [Element]? {
    if place < elements.count {
      defer { place = elements.count }
      return Array(elements[place...])
    }
    elements = []
    place = 0
    while true {
      if let item = single.popLast() { return [try read(item)] }
      guard let items = try splitter.next() else { return nil }
      if let list = try? readList(items.list), list.count == items.indices.count { return list }
      // One of them is invalid. Decoding them one by one determines which.
      single = items.separate().reversed()
    }
  }

  private mutating func read(_ item: JSONItems.Item) throws(JSONItemError) -> Element {
    do {
      return try readItem(item.data)
    } catch {
      guard case DecodingError.dataCorrupted(let context) = error, let malformed = context.underlyingError as? JSONMalformed
      else {
        throw JSONItemError(
          .undecodable, index: item.index, offset: item.offset, path: splitter.path, underlying: error, isConfined: true)
      }
      // If the brackets of an element are wrong, the start of the next element is unknown. A number has no brackets.
      let isConfined = splitter.isOfTexts || !context.codingPath.isEmpty || malformed.reason == .invalidNumber
      let fault = JSONItemError(
        .malformed(malformed.reason), index: item.index, offset: item.offset + malformed.offset, path: splitter.path,
        underlying: error, isConfined: isConfined)
      if !isConfined {
        single = []
        splitter.fault = fault
      }
      throw fault
    }
  }
}

extension JSONItemDecoder where Element: Decodable {
  /// Creates a decoder of items, which are decoded with ``JSONReadable`` if they conform.
  ///
  /// - Parameters:
  ///   - format: how the items follow each other.
  ///   - limit: the maximum number of bytes of an item. The default is 16 MiB.
  ///   - decoder: decodes the items.
  public init(_ format: JSONItemFormat = .array(), limit: Int = 16 << 20, decoder: JSONModelDecoder = JSONModelDecoder()) {
    self.init(
      format, limit: limit, list: { try decoder.decode([Element].self, from: $0) },
      item: { try decoder.decode(Element.self, from: $0) })
  }
}
