#if XML
  import FoundationEssentials
  import RefineryCore
  import XMLCoder

  /// Decodes a value from elements.
  struct XMLNodeDecoder: Decoder {
    /// What a value is read from.
    enum Source {
      case element(XMLNode)
      /// The value of an attribute, or the text of an element that has attributes.
      case text(String)
      /// The elements of one name.
      case list([XMLNode])
    }

    struct Strategies {
      let dates: DateStrategy
      let keys: KeyStrategy
    }

    let source: Source
    let strategies: Strategies
    let codingPath: [any CodingKey]
    /// Where the members of the type that is decoded are; nil if it does not say it.
    var place: ((any CodingKey) -> XMLDecoder.NodeDecoding)?
    /// Whether keys are data: the type that is decoded is a dictionary.
    var keepsKeys = false
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      guard case .element(let node) = source else {
        throw mismatch([String: Any].self, "There is text in the place of an element.")
      }
      guard type is any XMLChoiceCodingKey.Type else { return KeyedDecodingContainer(XMLMembers(of: node, decoder: self)) }
      // The name of the element itself is the case of an enumeration.
      let choice = XMLNode(name: "")
      choice.children = [node]
      return KeyedDecodingContainer(XMLMembers(of: choice, decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      switch source {
      case .element(let node): XMLElements(of: node.children, decoder: self)
      case .list(let nodes): XMLElements(of: nodes, decoder: self)
      case .text: throw mismatch([Any].self, "There is text in the place of a list.")
      }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// Decodes a value of any type.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
      switch type {
      case is String.Type: return try cast(text(as: type))
      case is Date.Type: return try cast(date())
      case is Data.Type: return try cast(data())
      case is JSONValue.Type: return try cast(json)
      case let type as any XMLScalar.Type: return try cast(scalar(type))
      default:
        var decoder = self
        decoder.place = (type as? any DynamicNodeDecoding.Type).map { type in { type.nodeDecoding(for: $0) } }
        decoder.keepsKeys = type is any XMLKeyedByData.Type
        return try type.init(from: decoder)
      }
    }

    /// The decoder of a member or an element.
    func at(_ key: any CodingKey, _ source: Source) -> XMLNodeDecoder {
      XMLNodeDecoder(source: source, strategies: strategies, codingPath: codingPath + [key])
    }

    // MARK: - Values

    private func cast<Value, Wanted>(_ value: Value) throws -> Wanted {
      guard let value = value as? Wanted else { throw mismatch(Wanted.self, "The value has another type.") }
      return value
    }

    private func text(as type: any Any.Type) throws -> String {
      switch source {
      case .text(let text): return text
      case .element(let node) where node.children.isEmpty: return node.text
      default: throw mismatch(type, "There are elements in the place of text.")
      }
    }

    private func trimmed(as type: any Any.Type) throws -> String {
      let text = try text(as: type)
      let bytes = text.utf8
      guard bytes.first?.isXMLSpace ?? false || bytes.last?.isXMLSpace ?? false else { return text }
      let first = bytes.firstIndex { !$0.isXMLSpace } ?? bytes.endIndex
      let last = bytes.lastIndex { !$0.isXMLSpace }.map { bytes.index(after: $0) } ?? first
      return String(text[first..<last])
    }

    private func scalar<Value: XMLScalar>(_ type: Value.Type) throws -> Value {
      let text = try trimmed(as: type)
      if let value = Value(xml: text) { return value }
      guard type is any FixedWidthInteger.Type, Double(text)?.rounded() == Double(text), Double(text) != nil else {
        throw mismatch(type, "The text has another form.")
      }
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "The number does not fit."))
    }

    private func date() throws -> Date {
      let text = try trimmed(as: Date.self)
      func invalid(_ error: (any Error)? = nil) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: "The text is not a date.", underlyingError: error))
      }
      switch strategies.dates {
      case .iso8601:
        guard let date = InternetDate.date(text) else { throw invalid() }
        return date
      case .secondsSince1970:
        guard let seconds = Double(xml: text), seconds.isFinite else { throw invalid() }
        return Date(timeIntervalSince1970: seconds)
      case .millisecondsSince1970:
        guard let milliseconds = Double(xml: text), milliseconds.isFinite else { throw invalid() }
        return Date(timeIntervalSince1970: milliseconds / 1000)
      case .custom(_, let decode):
        do { return try decode(.string(text)) } catch { throw invalid(error) }
      }
    }

    private func data() throws -> Data {
      guard let data = Data(base64Encoded: try text(as: Data.self), options: .ignoreUnknownCharacters) else {
        throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "The text is not Base64."))
      }
      return data
    }

    private var json: JSONValue {
      switch source {
      case .element(let node): node.json
      case .text(let text): .xml(text)
      case .list(let nodes): .array(nodes.map(\.json))
      }
    }

    func mismatch(_ type: any Any.Type, _ reason: String) -> DecodingError {
      .typeMismatch(type, .init(codingPath: codingPath, debugDescription: reason))
    }
  }

  extension XMLNodeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { if case .element(let node) = source { node.isNil } else { false } }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
  }

  /// The name of a member, or the index of an element.
  struct XMLKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue name: String) {
      stringValue = name
      intValue = nil
    }

    init(intValue index: Int) {
      stringValue = "Index \(index)"
      intValue = index
    }
  }
#endif
