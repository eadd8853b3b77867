#if XML
  import FoundationEssentials
  import RefineryCore
  import XMLCoder

  /// Writes documents with XMLCoder.
  struct XMLWriting {
    let strategies: XMLNodeDecoder.Strategies
    let namespace: String?

    /// The model as the only member of an object, so that XMLCoder writes every kind of value. It ends the process for a root
    /// element that is a text or a number.
    private struct Document<Root: Encodable>: Encodable {
      let name: String
      let root: Root

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: XMLKey.self)
        try container.encode(root, forKey: XMLKey(stringValue: name))
      }
    }

    /// The first name that XML does not have. The rule for names cannot throw.
    private final class Fault {
      var path: [any CodingKey]?
    }

    private static let start = "<_>"
    private static let end = "</_>"

    /// Returns the document of a model.
    func document<Root: Encodable>(of model: Root, root: String) throws -> Data {
      guard root.isXMLName else { throw unencodable(model, [XMLKey(stringValue: root)], "A name is not one of XML.") }
      let fault = Fault()
      let encoder = XMLEncoder()
      encoder.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(text(of: date, at: encoder.codingPath))
      }
      encoder.keyEncodingStrategy = .custom { path in
        guard let key = path.last else { return XMLKey(stringValue: "") }
        let isRoot = path.count == 1
        let name = isRoot || key.isData ? key.stringValue : strategies.keys.name(of: key.stringValue)
        if fault.path == nil, !name.isEmpty, !name.isXMLName { fault.path = path }
        return XMLKey(stringValue: name)
      }
      // Parsers read a carriage return as the end of a line, and every white space in an attribute as a space.
      encoder.charactersEscapedInElements.append(("\r", "&#13;"))
      encoder.charactersEscapedInAttributes += [("\r", "&#13;"), ("\n", "&#10;"), ("\t", "&#9;")]
      let data = try encoder.encode(Document(name: root, root: model), withRootKey: "_")
      if let path = fault.path { throw unencodable(model, path, "A name is not one of XML.") }
      let bytes = [UInt8](data)
      do {
        guard try XMLParsing.root(of: bytes).children.count == 1 else {
          throw unencodable(model, [], "A document has one root element.")
        }
      } catch let error as XMLMalformed {
        throw EncodingError.invalidValue(
          model, .init(codingPath: [], debugDescription: "The document is not one of XML.", underlyingError: error))
      }
      return document(bytes.dropFirst(Self.start.utf8.count).dropLast(Self.end.utf8.count), root: root)
    }

    private func document(_ element: ArraySlice<UInt8>, root: String) -> Data {
      var data = Data(#"<?xml version="1.0" encoding="UTF-8"?>"#.utf8)
      data.append(contentsOf: "<\(root)".utf8)
      if let namespace {
        let escaped = namespace.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        data.append(contentsOf: " xmlns=\"\(escaped)\"".utf8)
      }
      data.append(contentsOf: element.dropFirst(1 + root.utf8.count))
      return data
    }

    private func text(of date: Date, at path: [any CodingKey]) throws -> String {
      let text: String?
      switch strategies.dates {
      case .iso8601: text = InternetDate.text(of: date)
      case .secondsSince1970: text = JSONValue.Number(date.timeIntervalSince1970)?.text
      case .millisecondsSince1970: text = InternetDate.milliseconds(of: date).map { String($0) }
      case .custom(let encode, _):
        let json = try encode(date)
        text = json.string ?? json.number?.text
      }
      guard let text else { throw unencodable(date, path, "The date cannot be written.") }
      return text
    }

    private func unencodable(_ value: Any, _ path: [any CodingKey], _ reason: String) -> EncodingError {
      .invalidValue(value, .init(codingPath: path, debugDescription: reason))
    }
  }

  extension CodingKey {
    /// Whether this is the key of a dictionary of the standard library, which is data.
    fileprivate var isData: Bool { String(reflecting: Self.self) == "Swift._DictionaryCodingKey" }
  }

  extension String {
    /// Whether this is the name of an element or an attribute.
    fileprivate var isXMLName: Bool { utf8.first?.isXMLNameStart ?? false && utf8.allSatisfy(\.isXMLNameByte) }
  }
#endif
