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
