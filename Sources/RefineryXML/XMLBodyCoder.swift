#if XML
  public import FoundationEssentials
  public import RefineryCore
  import XMLCoder

  /// XML 1.0, for servers that write or need it: S3 and services like it, feeds, SOAP.
  ///
  /// A property is a child element of its name; without one, it is an attribute when reading. A list is the repeated elements
  /// of its name. Prefixes of namespaces are ignored. Models are plain `Codable` types; for writing attributes, use
  /// `@Attribute` or `DynamicNodeEncoding` of XMLCoder.
  ///
  /// A path begins with the name of the root element: `ListBucketResult.Contents` is the list of all `Contents` elements.
  ///
  /// ```swift
  /// let list = try XMLBodyCoder().decode([Object].self, from: body, at: ["ListBucketResult", "Contents"])
  /// ```
  /// A body with a document type declaration, with elements nested more than 128 deep or in another encoding than UTF-8, UTF-16
  /// and ISO-8859-1 is refused. No entity is expanded, and no file or address is opened.
  public struct XMLBodyCoder: Coder {
    /// `application/xml`, or another XML type such as `application/atom+xml`.
    public let contentType: String
    /// `application/xml, text/xml`, or the types given to the initializer.
    public let accept: String

    private let root: String?
    private let namespace: String?
    private let strategies: XMLNodeDecoder.Strategies

    /// Creates a coder.
    ///
    /// - Parameters:
    ///   - root: the name of the root element in what is written; by default, the name of the type.
    ///   - namespace: the namespace of what is written, as `xmlns` of the root element. By default, there is none.
    ///   - dates: how dates are read and written. A strategy of your own reads and writes `JSONValue.string`.
    ///   - keys: how names of properties are converted to names of elements and attributes. `KeyStrategy.custom` is used
    ///     in both directions. The name of the root element is not converted.
    ///   - contentType: the media type of what is written.
    ///   - accept: the media types that are read.
    public init(
      root: String? = nil, namespace: String? = nil, dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten,
      contentType: String = "application/xml", accept: String = "application/xml, text/xml"
    ) {
      self.root = root
      self.namespace = namespace
      strategies = XMLNodeDecoder.Strategies(dates: dates, keys: keys)
      self.contentType = contentType
      self.accept = accept
    }

    /// Encodes a model as a document in UTF-8.
    ///
    /// XML has no null. Under both policies a nil property is left out, as a server expects that replaces the whole resource.
    /// To clear a member by PATCH, use a `Field`: its null is an empty element.
    ///
    /// - Throws: `MappingError` of kind `unencodable`: for a list, since a document has one root element,
    ///   and for names and characters that XML does not have.
    public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy? = nil) throws -> Data {
      guard !(Value.self is any XMLRepeated.Type) else {
        throw MappingError(.unencodable, expected: "one root element, so a model that has the list as a property")
      }
      do {
        return try XMLWriting(strategies: strategies, namespace: namespace)
          .document(of: value, root: root ?? String(describing: Value.self))
      } catch let error as CancellationError {
        throw error
      } catch {
        throw MappingError(encoding: error)
      }
    }

    /// Decodes a value from a document. At an empty path, it is the root element, and a list is the child elements of the root.
    ///
    /// At another path, a list is all elements of that path. If there are none, the list is missing, unless the call has the
    /// option `Options.acceptsAbsentList`. For another value, the first of several elements counts.
    ///
    /// - Throws: `MappingError`.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
      guard !isEmpty(data) else {
        if let optional = type as? any XMLOptional.Type, let none = optional.none as? Value { return none }
        throw MappingError.emptyBody(expecting: type)
      }
      do {
        return try value(type, in: XMLParsing.root(of: XMLText.utf8(data)), at: path)
      } catch let error as CancellationError {
        throw error
      } catch let error as XMLMalformed {
        throw MappingError(.malformed, underlying: error)
      } catch {
        throw MappingError(decoding: error, expecting: type)
      }
    }

    private func value<Value: Decodable>(_ type: Value.Type, in root: XMLNode, at path: [String]) throws -> Value {
      func decode(_ source: XMLNodeDecoder.Source) throws -> Value {
        try XMLNodeDecoder(source: source, strategies: strategies, codingPath: path.map { XMLKey(stringValue: $0) }).value(type)
      }
      guard let first = path.first else { return try decode(.element(root)) }
      var nodes = root.name == first ? [root] : []
      var attribute: String?
      for (index, name) in path.enumerated().dropFirst() {
        // An attribute has no members, so it can only be the last of the path.
        attribute = index == path.count - 1 ? nodes.first?.attributes.first { $0.name == name }?.value : nil
        nodes = nodes.flatMap { $0.children(named: name) }
      }
      if let node = nodes.first { return try decode(type is any XMLRepeated.Type ? .list(nodes) : .element(node)) }
      if let attribute { return try decode(.text(attribute)) }
      throw MappingError(.missing, at: path)
    }
  }

  /// An optional, which may be read from an empty body.
  private protocol XMLOptional {
    static var none: Self { get }
  }

  extension Optional: XMLOptional {}
#endif
