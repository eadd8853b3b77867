#if CodeGeneration
  import SwiftDiagnostics
  import SwiftParser
  import SwiftParserDiagnostics
  import SwiftSyntax

  /// A file that was parsed.
  struct Source {
    let path: String
    let tree: SourceFileSyntax
    private let lines: SourceLocationConverter

    init(_ file: SourceFile) {
      path = file.path
      tree = Parser.parse(source: file.text)
      lines = SourceLocationConverter(fileName: file.path, tree: tree)
    }

    /// Its syntax errors.
    var errors: [ModelError] {
      guard tree.hasError else { return [] }
      return ParseDiagnosticsGenerator.diagnostics(for: tree).map { found in
        ModelError(file: path, line: found.location(converter: lines).line, subject: "", reason: found.message)
      }
    }

    func line(of node: some SyntaxProtocol) -> Int { lines.location(for: node.positionAfterSkippingLeadingTrivia).line }

    func error(_ node: some SyntaxProtocol, _ subject: String, _ reason: String) -> ModelError {
      ModelError(file: path, line: line(of: node), subject: subject, reason: reason)
    }
  }
#endif
