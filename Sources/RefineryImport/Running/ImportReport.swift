package import RefineryOpenAPI

/// What an import says of what it did not carry.
package struct ImportReport {
  private let findings: [Finding]

  package init(_ table: TableImport) { findings = table.findings }

  /// One line for each finding of these kinds, sorted by kind and then as found: `left: openapi.yaml#/webhooks/…: the reason`.
  package func lines(of kinds: [Finding.Kind]) -> [String] {
    kinds.flatMap { kind in
      findings.filter { $0.kind == kind }.map { "\(kind.rawValue): \($0.pointer): \($0.reason)" }
    }
  }
}
