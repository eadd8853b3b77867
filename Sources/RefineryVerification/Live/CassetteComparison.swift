package import FoundationEssentials
package import RefineryCore
package import RefineryTesting

extension Comparison {
  /// The drifts between a table and the calls that a cassette has recorded.
  ///
  /// - Throws: ``CassetteError``.
  package init(_ table: EndpointTable, recordedIn file: URL, coder: (any Coder)? = nil) throws(CassetteError) {
    self.init(table, calls: try Cassette.calls(in: file), coder: coder)
  }

  /// The drifts between a table and recorded calls. Rows without a call are notes.
  package init(_ table: EndpointTable, calls: [RecordedCall], coder: (any Coder)? = nil) {
    var check = ExchangeCheck(table, coder: coder)
    for call in calls { check.check(call) }
    self.init(check, notes: check.unchecked.map { "\($0): no call is recorded" })
  }

  init(_ check: ExchangeCheck, notes: [String]) {
    drifts = check.drifts
    self.notes = notes
    comparisons = check.checked.count
  }
}
