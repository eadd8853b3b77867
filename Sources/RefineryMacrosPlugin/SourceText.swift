#if Macros
  import SwiftSyntax

  // The compiler parses what a macro writes. Parsing and formatting it here as well would take half of the time of an
  // expansion, so the text is one token.

  extension DeclSyntax {
    init(text: String) { self.init(MissingDeclSyntax(attributes: [], modifiers: [], placeholder: .identifier(text))) }
  }

  extension CodeBlockItemSyntax {
    init(text: String) { self.init(item: .expr(ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(text))))) }
  }

  extension String {
    /// Whether it is a name only in backticks.
    var isReservedWord: Bool { reservedWords.contains(self) }
  }

  /// The words of The Swift Programming Language, "Lexical Structure", that are reserved in declarations, statements and
  /// expressions. Asking the parser of swift-syntax for each name took a fifth of the time of an expansion.
  private let reservedWords: Set = [
    "Any", "Self", "actor", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
    "try", "typealias", "var", "where", "while",
  ]

  /// Text as a literal of Swift.
  func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\u{20}"..."\u{7E}": literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }
#endif
