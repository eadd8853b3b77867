#if Curl
  import CCurl
  import FoundationEssentials
  import Glibc
  import RefineryCore

  /// A request's content, in the form that libcurl sends.
  enum Content: Sendable {
    case none
    case bytes(Data)
    case file(URL, length: Int)
    case stream(UploadSource)

    /// Content up to this size is copied before the request starts. Longer content is read while it is sent.
    private static let copiedBytes = 64 * 1024

    static func of(_ request: Request) -> Content {
      guard let body = request.body, body.length != 0 else { return .none }
      if let data = body.data { return .bytes(data) }
      if let file = body.file { return .file(file, length: body.length ?? 0) }
      return .stream(UploadSource(body))
    }

    var isStream: Bool { if case .stream = self { true } else { false } }

    /// Whether libcurl sends the content as an upload, to which it would add `Expect`.
    var isUpload: Bool {
      switch self {
      case .none: false
      case .bytes(let data): data.count > Self.copiedBytes
      case .file, .stream: true
      }
    }

    /// Describes the content to the C code, and opens its file, if it has one. Small content is copied later, with the head.
    func describe(in wire: UnsafeMutablePointer<refinery_transfer>) throws(TransportError) {
      switch self {
      case .none: return
      case .bytes(let data):
        wire.pointee.content = Int32((isUpload ? REFINERY_PROVIDED : REFINERY_BYTES).rawValue)
        wire.pointee.content_length = Int64(data.count)
      case .file(let file, let length):
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
          throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the body's file cannot be read")
        }
        wire.pointee.content = Int32(REFINERY_FILE.rawValue)
        wire.pointee.file = descriptor
        wire.pointee.content_length = Int64(length)
      case .stream(let source):
        wire.pointee.content = Int32(REFINERY_PROVIDED.rawValue)
        wire.pointee.content_length = source.length.map { Int64($0) } ?? -1
        wire.pointee.waits_for_content = true
      }
    }

    func provide(_ bytes: UnsafeMutableRawPointer, _ capacity: Int, from offset: Int) -> Int {
      switch self {
      case .none, .file: return Int(REFINERY_ABORT)
      case .stream(let source): return source.provide(bytes, capacity)
      case .bytes(let data):
        let count = min(capacity, data.count - offset)
        guard count > 0 else { return 0 }
        let start = data.startIndex + offset
        let room = UnsafeMutableRawBufferPointer(start: bytes, count: count)
        return data.copyBytes(to: room, from: start..<(start + count))
      }
    }

    func close() {
      if case .stream(let source) = self { source.close() }
    }
  }
#endif
