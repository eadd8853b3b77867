package import FoundationEssentials
import HTTPTypes
import RefineryCore

/// One exchange of a cassette with its response, for tools that read recordings.
package struct RecordedCall: Sendable {
  /// The name of its row.
  package let row: String
  package let method: String
  /// The path and the query.
  package let target: String
  package let status: Int
  package let contentType: String?
  /// The content with secrets hidden; nil if it was withheld, or cut off.
  package let content: Data?

  package init(row: String, method: String, target: String, status: Int, contentType: String?, content: Data?) {
    self.row = row
    self.method = method
    self.target = target
    self.status = status
    self.contentType = contentType
    self.content = content
  }
}

extension Cassette {
  /// The exchanges of a file that have a response, in the order of the recording.
  package static func calls(in file: URL) throws(CassetteError) -> [RecordedCall] {
    let cassette = CassetteFile(url: file)
    try cassette.check()
    return try cassette.read().compactMap { entry in
      guard case .response(let head, let content, let isCut) = entry.outcome else { return nil }
      return RecordedCall(
        row: entry.request.row, method: entry.request.method, target: entry.request.target, status: head.status.code,
        contentType: head.headerFields[.contentType], content: isCut ? nil : content.data)
    }
  }

  /// Whether a text of a cassette is a mark that hides a secret.
  package static func isMark(_ text: String) -> Bool {
    guard text.hasPrefix("redacted-") else { return false }
    return text.dropFirst("redacted-".count).allSatisfy(\.isNumber)
  }
}
