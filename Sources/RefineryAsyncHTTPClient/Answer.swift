#if AsyncHTTPClient
  import FoundationEssentials
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import RefineryCore

  /// The head of a response in its own types.
  struct AnswerHead {
    let fields: HTTPResponse
    /// How many bytes the content has, where that is known.
    let length: Int?
    private let version: TransportConfiguration.Version?

    /// Nil for a status that HTTP does not have, or a content coding that a decoding engine does not know.
    init?(_ head: HTTPResponseHead, isHead: Bool, isDecoded: Bool) {
      guard (100...999).contains(head.status.code) else { return nil }
      var fields = HTTPResponse(
        status: HTTPResponse.Status(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase))
      fields.headerFields.reserveCapacity(head.headers.count)
      var length: Int?
      for (name, value) in head.headers {
        guard let name = HTTPField.Name(name) else { continue }
        if name.canonicalName.utf8.count == 14, name == .contentLength { length = Int(value) }
        fields.headerFields.append(HTTPField(name: name, value: value))
      }
      let isBare = isHead || head.status.code == 204 || head.status.code == 304
      if isDecoded, !isBare, let coding = fields.headerFields[.contentEncoding]?.lowercased(), coding != "identity" {
        guard coding == "gzip" || coding == "deflate" else { return nil }
        fields.headerFields[.contentEncoding] = nil
        fields.headerFields[.contentLength] = nil
        length = nil
      }
      self.length = isBare ? 0 : length
      version = head.version.major >= 2 ? .http2 : .http1
      self.fields = fields
    }

    func response(_ body: Body) -> Response {
      var response = Response(head: fields, body: body)
      response.version = version
      return response
    }
  }

  /// What has arrived of a body. One part is copied once; of more, each is.
  struct Content {
    var count = 0
    var expected: Int?
    /// Nobody but the count tells when all of it is there.
    var endsByCount = false
    private var first: ByteBuffer?
    private var collected = Data()

    var isComplete: Bool { endsByCount && expected.map { count >= $0 } ?? false }

    var data: Data { first?.data ?? collected }

    mutating func append(_ part: ByteBuffer) {
      if first == nil, collected.isEmpty {
        first = part
        return
      }
      if let first {
        collected.reserveCapacity(max(expected ?? 0, first.readableBytes + part.readableBytes))
        first.append(to: &collected)
        self.first = nil
      }
      part.append(to: &collected)
    }
  }

  extension ByteBuffer {
    var data: Data {
      withUnsafeReadableBytes { Data($0) }
    }

    fileprivate func append(to data: inout Data) {
      withUnsafeReadableBytes { data.append(contentsOf: $0) }
    }
  }
#endif
