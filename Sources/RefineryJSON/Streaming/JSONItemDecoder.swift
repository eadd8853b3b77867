public import FoundationEssentials

/// Reads the items of a stream one by one while its bytes arrive: the elements of a long array, lines, a sequence.
///
/// It takes no more memory than the largest item, the bytes at hand and the items that lie whole in them (64 KiB at a time).
/// Bytes may come in pieces of any size; they are UTF-8, with or without byte order mark. Items are read as
/// ``JSONModelDecoder`` reads them, by ``JSONReadable`` where they conform, at nearly the speed of the document as a whole.
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
  /// How many bytes an item may have unless told otherwise: 16 MiB.
  public static var defaultLimit: Int { 16 * 1024 * 1024 }

  private var splitter: Splitter
  private let readList: (Data) throws -> [Element]
  private let readItem: (Data) throws -> Element
  private var elements: [Element] = []
  private var place = 0
  /// Items that could not be read together, the next one last.
  private var single: [JSONItems.Item] = []

  /// A decoder of items that are read by functions of yours.
  ///
  /// - Parameters:
  ///   - format: how the items follow each other.
  ///   - limit: how many bytes an item may have.
  ///   - list: reads a JSON array of some items. If it throws, or gives another number of them, they are read one by one.
  ///   - item: reads one item.
  public init(
    _ format: JSONItemFormat = .array(), limit: Int = defaultLimit, list: @escaping (Data) throws -> [Element],
    item: @escaping (Data) throws -> Element
  ) {
    splitter = Splitter(format, limit: limit)
    readList = list
    readItem = item
  }

  /// Takes the next bytes of the stream. They wait until ``next()`` has asked for all items before them.
  public mutating func push(_ bytes: Data) { splitter.push(bytes) }

  /// Says that there are no more bytes: ``next()`` gives what is left then, or says that the stream has ended too early.
  public mutating func finish() { splitter.finish() }

  /// The next item; nil where more bytes are needed, or after ``finish()`` at the end.
  ///
  /// - Throws: ``JSONItemError``. If it is confined to an item, the items behind that one can be asked for; any other is thrown
  ///   again.
  public mutating func next() throws(JSONItemError) -> Element? {
    while place == elements.count {
      guard let more = try nextElements() else { return nil }
      elements = more
      place = 0
    }
    defer { place += 1 }
    return elements[place]
  }

  /// The next items that are whole, some at once; nil where more bytes are needed, or after ``finish()`` at the end.
  ///
  /// - Throws: as ``next()`` does.
  public mutating func nextElements() throws(JSONItemError) -> [Element]? {
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
      // One of them is at fault: which one, only reading each by itself tells.
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
      // In an array nobody knows where the next item begins if the brackets of this one are wrong.
      let isConfined = splitter.isOfTexts || !context.codingPath.isEmpty
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
  /// A decoder of models.
  ///
  /// - Parameters:
  ///   - format: how the items follow each other.
  ///   - limit: how many bytes an item may have.
  ///   - decoder: reads the items.
  public init(_ format: JSONItemFormat = .array(), limit: Int = defaultLimit, decoder: JSONModelDecoder = JSONModelDecoder()) {
    self.init(
      format, limit: limit, list: { try decoder.decode([Element].self, from: $0) },
      item: { try decoder.decode(Element.self, from: $0) })
  }
}

extension JSONItemDecoder where Element: JSONReadable {
  /// A decoder of models that read themselves.
  ///
  /// - Parameters:
  ///   - format: how the items follow each other.
  ///   - limit: how many bytes an item may have.
  ///   - decoder: reads the items.
  public init(_ format: JSONItemFormat = .array(), limit: Int = defaultLimit, decoder: JSONModelDecoder = JSONModelDecoder()) {
    self.init(
      format, limit: limit, list: { try decoder.decode([Element].self, from: $0) },
      item: { try decoder.decode(Element.self, from: $0) })
  }
}

extension JSONItemDecoder where Element: Decodable & JSONReadable {
  /// A decoder of models that read themselves in two ways: as ``JSONReadable`` if the decoder's settings allow it.
  ///
  /// - Parameters:
  ///   - format: how the items follow each other.
  ///   - limit: how many bytes an item may have.
  ///   - decoder: reads the items.
  public init(_ format: JSONItemFormat = .array(), limit: Int = defaultLimit, decoder: JSONModelDecoder = JSONModelDecoder()) {
    self.init(
      format, limit: limit, list: { try decoder.decode([Element].self, from: $0) },
      item: { try decoder.decode(Element.self, from: $0) })
  }
}
