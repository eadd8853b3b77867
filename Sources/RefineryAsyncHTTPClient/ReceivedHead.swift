#if AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import RefineryCore

  /// The head of a response, converted from the engine's types.
  struct ReceivedHead {
    let fields: HTTPResponse
    /// The length of the content in bytes, if it is known.
    let length: Int?
    private let version: TransportConfiguration.Version?

    /// Returns nil for an invalid status, or for a content coding that a decoding engine does not support.
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
#endif
