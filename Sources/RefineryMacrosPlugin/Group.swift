#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The declaration around a row that `@Endpoints` marks.
  struct Group {
    /// The path before the paths of its rows; nil if there is none.
    let prefix: String?

    init(_ attribute: AttributeSyntax) { prefix = attribute.prefix }

    /// The group around what is expanded; nil if there is none.
    init?(_ context: some MacroExpansionContext) {
      let attributes = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)?.attributes
      guard let attribute = attributes?.first(named: "Endpoints") else { return nil }
      self.init(attribute)
    }
  }
#endif
