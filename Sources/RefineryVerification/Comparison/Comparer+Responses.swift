import RefineryOpenAPI

extension Comparer {
  mutating func compareResponses(of old: Operation, _ new: Operation) {
    var (oldLeft, newLeft) = (old.responses, new.responses)
    for (oldResponse, newResponse) in Self.pairs(&oldLeft, &newLeft, by: \.statuses.text) {
      compare(oldResponse, newResponse)
    }
    // Another status for success is one drift, not two.
    let missing = oldLeft.filter(\.statuses.isSuccess)
    let added = newLeft.filter(\.statuses.isSuccess)
    if missing.count == 1, added.count == 1 {
      let covers = added[0].statuses.covers(missing[0].statuses)
      ledger.record(
        .statusChanged, covers ? .harmless : .breaking,
        "the operation responds with \(added[0].statuses.text) now, not with \(missing[0].statuses.text)",
        old: missing[0].pointer, new: added[0].pointer, .response)
      compare(missing[0], added[0])
      oldLeft.removeAll(where: \.statuses.isSuccess)
      newLeft.removeAll(where: \.statuses.isSuccess)
    }
    for response in oldLeft {
      let cover = Self.cover(of: response, in: new.responses)
      let isBreaking = response.statuses.isSuccess && cover == nil
      ledger.record(
        .statusMissing, isBreaking ? .breaking : .harmless, "the operation no longer responds with \(response.statuses.text)",
        old: response.pointer, new: new.pointer, .response, detail: "\(old.pointer) \(response.statuses.text)")
      if let cover { compare(response, cover) }
    }
    for response in newLeft {
      ledger.record(
        .statusNew, .harmless, "the operation may respond with \(response.statuses.text) now", old: old.pointer,
        new: response.pointer, .response, detail: "\(new.pointer) \(response.statuses.text)")
    }
  }

  /// The response that covers the statuses of another one, as `2XX` covers 200.
  private static func cover(of response: Response, in responses: [Response]) -> Response? {
    responses.first { $0.statuses.covers(response.statuses) && $0.statuses != .default }
      ?? responses.first { $0.statuses == .default && response.statuses != .default }
  }

  private mutating func compare(_ old: Response, _ new: Response) {
    let subject = "the response \(new.statuses.text)"
    compareContent(old.content, new.content, .response, subject, old.pointer, new.pointer)
    compareHeaders(old, new, subject)
  }

  private mutating func compareHeaders(_ old: Response, _ new: Response, _ subject: String) {
    var (oldLeft, newLeft) = (old.headers, new.headers)
    for (oldHeader, newHeader) in Self.pairs(&oldLeft, &newLeft, by: { $0.name.lowercased() }) {
      let place = Place(root: "the header field `\(newHeader.name)` of \(subject)")
      if oldHeader.isRequired != newHeader.isRequired {
        ledger.record(
          .headerRequired, newHeader.isRequired ? .harmless : .breaking,
          "\(place) is \(newHeader.isRequired ? "always there now" : "no longer always there")", old: oldHeader.pointer,
          new: newHeader.pointer, .response)
      }
      if let oldSchema = oldHeader.schema, let newSchema = newHeader.schema {
        compare(oldSchema, newSchema, .response, place)
      }
    }
    for header in oldLeft {
      ledger.record(
        .headerMissing, header.isRequired ? .breaking : .harmless, "\(subject) no longer has the header field `\(header.name)`",
        old: header.pointer, new: new.pointer, .response, detail: header.name)
    }
    for header in newLeft {
      ledger.record(
        .headerNew, .harmless, "\(subject) has the new header field `\(header.name)`", old: old.pointer, new: header.pointer,
        .response, detail: header.name)
    }
  }
}

extension Response.Statuses {
  /// Whether every status of another set is in this one.
  func covers(_ other: Response.Statuses) -> Bool {
    switch (self, other) {
    case (.default, _): true
    case (.range(let first), .code(let code)): code / 100 == first
    default: self == other
    }
  }
}
