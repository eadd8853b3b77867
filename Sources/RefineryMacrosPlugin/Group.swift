#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The declaration around a row that `@Endpoints` marks.
  struct Group {
    /// The path before the paths of its rows; nil if there is none.
    let prefix: String?

    init?(_ context: some MacroExpansionContext) {
      guard let attributes = context.enclosing?.asProtocol((any WithAttributesSyntax).self)?.attributes,
        let attribute = attributes.first(named: "Endpoints")
      else { return nil }
      prefix = attribute.prefix
    }
  }
#endif
