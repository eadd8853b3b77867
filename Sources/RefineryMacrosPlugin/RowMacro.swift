#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// `@GET` and the others: the row beside the function, and the function's body, which makes a call on the row.
  struct RowMacro: PeerMacro, BodyMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      guard let function = declaration.as(FunctionDeclSyntax.self) else {
        context.report("a row is a function that returns a Call", at: node)
        return []
      }
      guard let row = Row(function, node, in: context, report: { context.report($0, at: $1) }) else {
        // The list of the group names it, too; the mistake is reported once.
        return ["static let \(raw: function.name.text)Endpoint = Endpoint(\"\", .get, \"\")"]
      }
      return ["\(raw: row.endpoint)"]
    }

    static func expansion(
      of node: AttributeSyntax, providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
      in context: some MacroExpansionContext
    ) -> [CodeBlockItemSyntax] {
      // What is wrong with the row was reported with the row itself.
      guard let function = declaration.as(FunctionDeclSyntax.self),
        let row = Row(function, node, in: context, report: { _, _ in })
      else { return ["fatalError()"] }
      return row.body.map { "\(raw: $0)" }
    }
  }
#endif
