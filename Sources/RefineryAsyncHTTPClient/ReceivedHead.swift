#if AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import RefineryCore

  /// The head of a response. The event loop reads only the parts that it needs; the caller's task converts the rest.
  struct ReceivedHead {
    /// The length of the content in bytes, if it is known.
    let length: Int?
    private let head: HTTPResponseHead
    /// Whether the engine decodes the content. Fields about the coding then do not apply.
    private let isDecoded: Bool

    var status: Int { Int(head.status.code) }

    /// Returns nil for an invalid status, for status 101, which no request asked for, and for a content coding that a decoding
    /// engine does not support. The engine skips all other interim responses.
    init?(_ head: HTTPResponseHead, isHead: Bool, decodesContent: Bool) {
      guard (200...999).contains(head.status.code) else { return nil }
      self.head = head
      if isHead || head.status.code == 204 || head.status.code == 304 {
        length = 0
        isDecoded = false
        return
      }
      let codings = decodesContent ? head.headers["content-encoding"].map { $0.lowercased() } : []
      isDecoded = codings != [] && codings != ["identity"]
      guard !isDecoded || codings == ["gzip"] || codings == ["deflate"] else { return nil }
      let stated = head.headers.last { $0.name.utf8.count == 14 && $0.name.lowercased() == "content-length" }
      length = isDecoded ? nil : stated.flatMap { Int($0.value) }
    }

    func response(_ body: Body) -> Response {
      var fields = HTTPFields()
      fields.reserveCapacity(head.headers.count)
      for (name, value) in head.headers {
        guard let name = HTTPField.Name(name) else { continue }
        fields.append(HTTPField(name: name, value: value))
      }
      if isDecoded {
        fields[.contentEncoding] = nil
        fields[.contentLength] = nil
      }
      var response = Response(
        head: HTTPResponse(
          status: HTTPResponse.Status(code: status, reasonPhrase: head.status.reasonPhrase), headerFields: fields),
        body: body)
      response.version = head.version.major >= 2 ? .http2 : .http1
      return response
    }
  }

  /// A response, before the caller's task converts its head and copies its content.
  struct ReceivedResponse {
    let head: ReceivedHead
    var content = ReceivedContent()
    /// The body, if it is streamed.
    var stream: Body?

    var response: Response { head.response(stream ?? Body(content.data)) }
  }
#endif
