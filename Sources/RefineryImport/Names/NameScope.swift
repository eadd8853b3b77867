/// Names of which each is given once.
struct NameScope {
  private var taken: Set<String>

  /// - Parameter reserved: names that mean something else here.
  init(reserved: Set<String> = []) { taken = reserved }

  /// Whether a name is free.
  func isFree(_ name: String) -> Bool { !taken.contains(name) }

  /// Takes a name as it is.
  mutating func reserve(_ name: String) { taken.insert(name) }

  /// Takes the first of these names that is free, or else the first one with a number.
  mutating func take(_ proposals: String...) -> String { take(proposals) }

  /// Takes the first of these names that is free, or else the first one with a number.
  mutating func take(_ proposals: [String]) -> String {
    let proposals = proposals.filter { !$0.isEmpty }
    let first = proposals.first ?? "value"
    var name = proposals.first { isFree($0) } ?? first
    var number = 2
    while !isFree(name) {
      name = "\(first)\(number)"
      number += 1
    }
    taken.insert(name)
    return name
  }
}

extension NameScope {
  /// Takes a name for each of some texts. A text that is its own name has it, whatever comes before it; one whose name is
  /// taken keeps its underscores, if it has any: `created_at` beside `createdAt`.
  mutating func names(of texts: [String], _ name: (String) -> String) -> [String] {
    var names = texts.map(name)
    var isNamed = texts.map { _ in false }
    for index in texts.indices where names[index] == texts[index] && texts[index].isName && isFree(texts[index]) {
      reserve(texts[index])
      isNamed[index] = true
    }
    for index in texts.indices where !isNamed[index] {
      names[index] = take(names[index], texts[index].isIdentifier ? texts[index] : "")
    }
    return names
  }
}

extension String {
  /// Whether it can be the name of a property as it is. A capital begins the names of types.
  fileprivate var isIdentifier: Bool {
    guard let first = unicodeScalars.first, first.properties.isXIDStart else { return false }
    return unicodeScalars.allSatisfy { $0.properties.isXIDContinue } && (!first.properties.isUppercase || self == uppercased())
  }

  /// Whether Swift takes it as a name.
  var isName: Bool {
    guard let first = unicodeScalars.first, first.properties.isXIDStart || first == "_" else { return false }
    return unicodeScalars.allSatisfy(\.properties.isXIDContinue)
  }

  /// The name as a declaration writes it: in backticks if it is a reserved word.
  var escaped: String { reservedWords.contains(self) ? "`\(self)`" : self }
}

/// The words of The Swift Programming Language, "Lexical Structure", that are reserved in declarations, statements and
/// expressions.
private let reservedWords: Set = [
  "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
  "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
  "guard",
  "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
  "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
  "true",
  "try", "typealias", "var", "where", "while",
]

/// Types of Swift and of Refinery that a model's name would hide in its namespace.
let standardTypes: Set = [
  "Any", "Array", "Bool", "Body", "Boxed", "CalendarDate", "Call", "Client", "Codable", "CodingKey", "Data", "Date", "Decimal",
  "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Endpoint", "EndpointGroup", "EndpointTable",
  "Equatable",
  "Error", "Field", "Float", "FormCoder", "HTTPField", "HTTPRequest", "Hashable", "Int", "Int64", "JSONCoder", "JSONValue",
  "MemberCoding", "Members", "MultipartForm", "Never", "ObjectModel", "Okay", "OpenEnum", "Optional", "Options", "PathValue",
  "PathValues", "Protocol", "Query", "QueryEncoder", "QueryValue", "Result", "ScopedCall", "Self", "Sendable", "Set",
  "StatusSet",
  "String", "Type", "UInt64", "URITemplate", "URL", "UUID", "UnionBranch", "UnionModel", "Unread", "Void",
]
