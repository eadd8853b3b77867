#if XML
  import RefineryCore

  /// An element of a document. Names have no prefix, and declarations of namespaces are left out.
  final class XMLNode {
    let name: String
    /// The first attribute of a name counts, and one without a prefix before one with a prefix.
    var attributes: [(name: String, value: String)] = []
    var children: [XMLNode] = []
    /// The text between the child elements, joined; empty if the element has children and the rest is white space.
    var text = ""
    /// Whether the element has `xsi:nil="true"` (XML Schema part 1, section 2.6.2).
    var isNil = false

    init(name: String) { self.name = name }

    /// The child elements of this name, in the order of the document.
    func children(named name: String) -> [XMLNode] { children.filter { $0.name == name } }

    /// Whether there is nothing in it.
    var isEmpty: Bool { attributes.isEmpty && children.isEmpty && text.isEmpty }

    /// The element as JSON: its text, with `true` and `false` as booleans; or an object of its attributes and child elements,
    /// with an array for each repeated name and the text as the member "".
    var json: JSONValue {
      if isNil { return .null }
      if attributes.isEmpty, children.isEmpty { return .xml(text) }
      var names: [String] = []
      var members: [String: [JSONValue]] = [:]
      func add(_ name: String, _ value: JSONValue) {
        if members[name] == nil { names.append(name) }
        members[name, default: []].append(value)
      }
      for child in children { add(child.name, child.json) }
      for attribute in attributes where members[attribute.name] == nil { add(attribute.name, .xml(attribute.value)) }
      if !text.isEmpty { add("", .string(text)) }
      return .object(
        JSONValue.Object(
          names.map { name in
            let values = members[name] ?? []
            return (key: name, value: values.count == 1 ? values[0] : .array(values))
          }))
    }
  }

  extension JSONValue {
    static func xml(_ text: String) -> JSONValue {
      switch text {
      case "true": .bool(true)
      case "false": .bool(false)
      default: .string(text)
      }
    }
  }
#endif
