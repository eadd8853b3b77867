public import FoundationEssentials
public import RefineryCore
import RefineryJSON
import RefineryTesting

/// Recorded traffic as a file, and what was hidden in it.
public struct TrafficFile: Sendable, Redacted {
  /// A body in a separate file, because the format cannot contain it. The main file has its path.
  public struct Attachment: Sendable, Equatable {
    /// The path from the folder of the file.
    public let path: String
    /// The content.
    public let data: Data
  }

  /// The content of the file.
  public internal(set) var data = Data()
  /// Bodies that the format cannot contain, such as images in an `.http` file. Write them next to the file.
  public internal(set) var attachments: [Attachment] = []
  /// The hidden values, one line each: `exchange 3 request header Authorization: not on the list of what may be shown`.
  public internal(set) var hidden: [String] = []
  /// Parts that were left out because the format cannot contain them, one line each.
  public internal(set) var notes: [String] = []

  /// The number of bytes.
  public var description: String { "TrafficFile(\(data.count) bytes, \(hidden.count) hidden)" }
}

extension Traffic {
  /// The exchanges as a file of a format.
  ///
  /// If nothing is hidden, a HAR file that was read is written byte by byte as it was. Curl commands and `.http` files are
  /// written in a normal form: a file in this form is read and written without a change. They do not contain responses.
  ///
  /// - Parameters:
  ///   - format: the format of the file.
  ///   - redaction: decides which values may be written; nil writes everything. Members of HAR that this package does not know
  ///     are redacted, too.
  ///   - folder: the path of the folder for ``TrafficFile/attachments``, relative to the folder of the file.
  public func file(
    as format: TrafficFormat, redaction: Redaction? = .traffic, attachmentsIn folder: String = "bodies"
  ) -> TrafficFile {
    let redactor = redaction.map { TrafficRedactor($0, for: exchanges) }
    var file = TrafficFile()
    var shown = exchanges
    for index in shown.indices {
      guard let redactor else { continue }
      let earlier = shown[index].hidden.count
      shown[index] = redactor.redacted(shown[index])
      file.hidden += shown[index].hidden.dropFirst(earlier).map { "exchange \(index + 1) \($0)" }
    }
    switch format {
    case .har:
      file.data = har(shown, redactor, &file.hidden)
    case .cassette:
      file.data = Cassette.document(of: shown.map(\.replayable))
      if shown.contains(where: \.isAdapted) {
        file.notes.append("the header fields about content coding and transfer are left out, because the content is decoded")
      }
    case .curl: CurlWriter(folder: folder).write(shown, to: &file)
    case .http: HTTPFileWriter(folder: folder).write(shown, to: &file)
    }
    if format == .curl || format == .http, shown.contains(where: { $0.response != nil }) {
      file.notes.append("the responses are left out, because the format has none")
    }
    return file
  }

  private func har(_ shown: [TrafficExchange], _ redactor: TrafficRedactor?, _ hidden: inout [String]) -> Data {
    guard let redactor else { return HARWriter.file(envelope, shown) { _ in nil } }
    let entries = HAREntryRedaction(redactor: redactor)
    let style = envelope?.style ?? HARStyle()
    let around = envelope.map { entries.envelope($0) }
    if let around, let envelope, !around.json.isIdentical(to: envelope.json) {
      hidden.append("the members around the entries: they look like tokens, or name a secret")
    }
    return HARWriter.file(around, shown) { index in
      guard let entry = shown[index].entry,
        let changed = entries.changed(entry, exchanges[index], shown[index], style)
      else { return nil }
      if shown[index].hidden.count == exchanges[index].hidden.count {
        hidden.append("exchange \(index + 1) members that only HAR has: they look like tokens, or name a secret")
      }
      return changed
    }
  }
}

extension TrafficExchange {
  /// Whether its content has no longer the coding that its header fields name.
  fileprivate var isAdapted: Bool {
    guard !isRecorded, let fields = response?.head.headerFields else { return false }
    return fields[.contentEncoding] != nil || fields[.transferEncoding] != nil
  }

  /// The exchange for a cassette that replays: the header fields of its response describe the decoded content.
  var replayable: CassetteExchange {
    var exchange = recorded
    guard !isRecorded, case .response(var head, let content, let isCut) = exchange.outcome else { return exchange }
    let isCoded = head.headerFields[.contentEncoding] != nil
    head.headerFields[.contentEncoding] = nil
    head.headerFields[.transferEncoding] = nil
    if case .data(let data) = content, isCoded || head.headerFields[.contentLength] != nil, method != "HEAD",
      head.status.code != 304
    {
      head.headerFields[.contentLength] = String(data.count)
    }
    exchange.outcome = .response(head, content, isCut: isCut)
    return exchange
  }
}
