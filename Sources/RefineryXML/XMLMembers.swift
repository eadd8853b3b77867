#if XML
  import RefineryCore
  import XMLCoder

  /// The child elements, attributes and text of an element, as members of a model.
  struct XMLMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let node: XMLNode
    private let decoder: XMLNodeDecoder
    private let elements: [String: [XMLNode]]
    private let attributes: [String: String]

    init(of node: XMLNode, decoder: XMLNodeDecoder) {
      self.node = node
      self.decoder = decoder
      var elements: [String: [XMLNode]] = [:]
      for child in node.children { elements[child.name, default: []].append(child) }
      self.elements = elements
      attributes = Dictionary(node.attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// Each name once, in the order of the document.
    var allKeys: [Key] {
      var known: Set<String> = []
      return (node.attributes.map(\.name) + node.children.map(\.name)).filter { known.insert($0).inserted }
        .compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool { source(of: key, isList: true) != nil }

    func decodeNil(forKey key: Key) -> Bool {
      switch source(of: key, isList: false) {
      case .element(let node)?: node.isNil
      case nil: true
      default: false
      }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      let isList = type is any XMLRepeated.Type
      if let source = source(of: key, isList: isList, isAttribute: type is any XMLAttributeMark.Type) {
        if case .element(let node) = source, type is JSONValue.Type, let all = elements[node.name], all.count > 1 {
          return try decoder.at(key, .list(all)).value(type)
        }
        return try decoder.at(key, source).value(type)
      }
      // A document cannot contain an empty list in another way.
      if isList { return try decoder.at(key, .list([])).value(type) }
      if let wrapper = type as? any XMLAbsentAttribute.Type, let absent = wrapper.absent as? Value { return absent }
      throw missing(key)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      try valueIfPresent(type, key)
    }

    private func valueIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
      switch source(of: key, isList: false) {
      case nil: return nil
      // An empty element is not a number; it is a text.
      case .element(let node)? where node.isNil || node.isEmpty && type is any XMLScalar.Type: return nil
      default: return try decode(type, forKey: key)
      }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested>
    {
      guard let source = source(of: key, isList: false) else { throw missing(key) }
      return try decoder.at(key, source).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      guard let source = source(of: key, isList: true) else { throw missing(key) }
      return try decoder.at(key, source).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder {
      guard let source = source(of: key, isList: false) else { throw missing(key) }
      return decoder.at(key, source)
    }

    /// Where the value of a key is: in child elements of its name; without them, in an attribute. The key "" is the element
    /// itself, for the text of an element that has attributes.
    private func source(of key: Key, isList: Bool, isAttribute: Bool = false) -> XMLNodeDecoder.Source? {
      let name = key.stringValue
      if name.isEmpty { return node.children.isEmpty ? .text(node.text) : .element(node) }
      let member = decoder.keepsKeys ? name : decoder.strategies.keys.name(of: name)
      let place = isAttribute ? .attribute : decoder.place?(key)
      if place != .attribute, let found = elements[member] { return isList ? .list(found) : .element(found[0]) }
      return place == .element ? nil : attributes[member].map { .text($0) }
    }

    private func missing(_ key: Key) -> DecodingError {
      .keyNotFound(key, .init(codingPath: codingPath, debugDescription: "There is no element or attribute of this name."))
    }
  }

  // The defaults of the protocol for these types do not know the rule for empty elements.
  extension XMLMembers {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try scalarIfPresent(key) }

    private func scalarIfPresent<Value: XMLScalar>(_ key: Key) throws -> Value? { try valueIfPresent(Value.self, key) }
  }

  /// The elements of a list.
  struct XMLElements: UnkeyedDecodingContainer {
    private let nodes: [XMLNode]
    private let decoder: XMLNodeDecoder
    private(set) var currentIndex = 0

    init(of nodes: [XMLNode], decoder: XMLNodeDecoder) {
      self.nodes = nodes
      self.decoder = decoder
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { nodes.count }
    var isAtEnd: Bool { currentIndex >= nodes.count }

    mutating func decodeNil() throws -> Bool {
      guard try element().decodeNil() else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.value(type) } }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
      try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next { try $0.unkeyedContainer() } }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    private mutating func next<Value>(_ read: (XMLNodeDecoder) throws -> Value) throws -> Value {
      let value = try read(element())
      currentIndex += 1
      return value
    }

    private func element() throws -> XMLNodeDecoder {
      let key = XMLKey(intValue: currentIndex)
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          Any.self, .init(codingPath: codingPath + [key], debugDescription: "The list has no further element."))
      }
      return decoder.at(key, .element(nodes[currentIndex]))
    }
  }
#endif
