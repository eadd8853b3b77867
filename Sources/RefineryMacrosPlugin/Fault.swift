#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// An error of the compiler: what is wrong with a declaration, and what to write instead.
  struct Fault: DiagnosticMessage {
    let message: String
    var diagnosticID: MessageID { MessageID(domain: "RefineryMacros", id: message) }
    var severity: DiagnosticSeverity { .error }
  }

  extension MacroExpansionContext {
    /// Reports an error at the beginning of a node: the compiler takes no place within one.
    func report(_ message: String, at node: some SyntaxProtocol) {
      diagnose(Diagnostic(node: Syntax(node), message: Fault(message: message)))
    }
  }

  extension AttributeSyntax {
    /// The name without its module.
    var shortName: String {
      attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? attributeName.as(MemberTypeSyntax.self)?.name.text ?? ""
    }

    /// The expression of an argument; with nil, of the first argument without a label.
    func argument(_ label: String?) -> ExprSyntax? {
      arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == label }?.expression
    }
  }

  extension TokenSyntax {
    /// The name without backticks.
    var unquoted: String { identifier?.name ?? text }
  }

  extension AttributeListSyntax {
    func first(named name: String) -> AttributeSyntax? {
      lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.shortName == name }
    }
  }
#endif
