#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@GET` and the others: the body of a row's function, which makes a call on the row. `@Endpoints` writes the row.
  struct RowMacro: BodyMacro {
    static let formatMode = FormatMode.disabled

    static func expansion(
      of node: AttributeSyntax, providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
      in context: some MacroExpansionContext
    ) -> [CodeBlockItemSyntax] {
      guard let function = declaration.as(FunctionDeclSyntax.self) else {
        context.report("a row is a function that returns a Call", at: node)
        return []
      }
      guard let group = Group(context) else {
        context.report("this row would be in no table: mark the extension or the type around it with @Endpoints", at: node)
        return [CodeBlockItemSyntax(text: "fatalError()")]
      }
      // Without a row, a mistake was reported here, so what stands in place of the body does not run: the app is not compiled.
      let row = Row(function, node, in: group) { context.report($0, at: $1) }
      return (row?.body ?? ["fatalError()"]).map { CodeBlockItemSyntax(text: "\n  \($0)") } + [CodeBlockItemSyntax(text: "\n")]
    }
  }
#endif
