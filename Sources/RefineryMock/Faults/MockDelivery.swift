import FoundationEssentials
import HTTPTypes

/// The bytes of one response as its faults change them, and what happens to the connection.
struct MockDelivery {
  /// What happens to the response on its way.
  enum Course: Equatable {
    case whole
    /// It is sent twice.
    case twice
    /// So many bytes of the content arrive, and then the connection is closed.
    case cut(after: Int)
    /// The head does not arrive whole. If `isReset`, nothing arrives.
    case noHead(isReset: Bool)
  }

  var status: Int
  /// The fields, with `Content-Length`.
  var fields: HTTPFields
  /// The content that is sent. It is empty in the response to HEAD.
  var content: Data
  /// The length that the head states; nil if it states none.
  let length: Int?
  var course = Course.whole
  let delay: Duration
  private(set) var pace: (bytes: Int, pause: Duration)?

  /// Whether a head is sent at all.
  var hasHead: Bool { if case .noHead = course { false } else { true } }

  init(_ response: MockResponse, _ selected: SelectedFaults, method: HTTPRequest.Method) {
    // A response has a final status, of three digits.
    status = (200...999).contains(response.status) ? response.status : 500
    fields = response.fields
    content = response.content
    delay = selected.delay
    fields[.transferEncoding] = nil
    let isBare = status == 204 || status == 304
    let hasContent = method != .head && !isBare
    for fault in selected.faults {
      switch fault {
      case .empty: content = Data()
      // No JSON document ends so, whatever is before it.
      case .malformed: content = content.dropLast() + Data(",}".utf8)
      case .damagedGzip:
        fields[.contentEncoding] = "gzip"
        // A gzip header, and a block of the type that RFC 1951 reserves for errors.
        content = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x07]) + content
      case .mediaType(let type): fields[.contentType] = type
      case .dribble(let bytes, let pause): pace = (bytes, pause)
      default: break
      }
    }
    // The server may leave the content out for HEAD, and then states its length.
    let stated = method == .head && content.isEmpty ? response.fields[.contentLength].flatMap { Int($0) } : nil
    var announced = max(content.count, stated ?? 0)
    for fault in selected.faults {
      switch fault {
      case .truncated(let bytes):
        // At least one byte is missing.
        announced = max(announced, 1)
        course = .cut(after: min(bytes ?? content.count / 2, announced - 1))
      case .droppedAfterHead:
        announced = max(announced, 1)
        course = .cut(after: 0)
      case .droppedBeforeHead: course = .noHead(isReset: false)
      case .reset: course = .noHead(isReset: true)
      case .contentLength(let difference):
        announced = max(0, announced + difference)
        if difference > 0, hasContent { course = .cut(after: content.count) }
      case .duplicated: course = .twice
      default: break
      }
    }
    length = isBare ? nil : announced
    fields[.contentLength] = length.map(String.init)
    if !hasContent {
      content = Data()
      // After the head nothing is missing, so the head itself is cut.
      if case .cut = course { course = .noHead(isReset: false) }
    }
  }
}
