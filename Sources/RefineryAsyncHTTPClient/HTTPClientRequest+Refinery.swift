#if AsyncHTTPClient
  import AsyncHTTPClient
  import FoundationEssentials
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import RefineryCore
  import RefineryTransport

  extension HTTPClient.Request {
    /// Converts a validated request and its body to the engine's type.
    ///
    /// A body in memory of up to 128 KiB is sent as one piece. A larger body, a file or a stream is sent in several pieces, as
    /// fast as the socket accepts them. The idle timeout starts again with each piece. With large pieces, it would end a slow
    /// upload.
    ///
    /// - Throws: `TransportError` of code `invalidRequest` if the request's parts do not form a URL or the body's file cannot
    ///   be opened, and of `unsupported` for https over a Unix domain socket.
    init(
      _ request: RefineryCore.Request, unixSocket: String?, for delegate: ResponseDelegate, on loops: any EventLoopGroup
    ) throws(TransportError) {
      let head = request.head
      let body = request.hasContent ? request.body : nil
      let scheme = (head.scheme ?? "").lowercased()
      if unixSocket != nil, scheme != "http" {
        throw TransportError(.unsupported, phase: .beforeSending, reason: "https over a Unix domain socket is not supported")
      }
      let place = unixSocket.map { "http+unix://\($0)" } ?? "\(scheme)://\(head.authority ?? "")"
      do {
        try self.init(
          url: place + (head.path ?? "/"), method: HTTPMethod(rawValue: head.method.rawValue),
          headers: Self.headers(of: head, hasBody: body != nil))
      } catch {
        throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the URL is malformed")
      }
      guard let body else { return }
      if let data = body.data, data.count <= HTTPClientUpload.pieceSize {
        self.body = .byteBuffer(ByteBuffer(bytes: data))
      } else {
        // The engine sends the head before it requests the body, so the file must be opened before.
        let file = try body.file.map { file throws(TransportError) in try OpenFile(reading: file) }
        self.body = .stream(contentLength: body.length.map { Int64($0) }) { writer in
          HTTPClientUpload(body, for: delegate, to: writer).begin(with: file, on: loops.any())
        }
      }
    }

    private static func headers(of head: HTTPRequest, hasBody: Bool) -> HTTPHeaders {
      var fields: [(String, String)] = []
      fields.reserveCapacity(head.headerFields.count + 5)
      fields.append(("Host", head.authority ?? ""))
      var (hasAgent, hasType) = (false, false)
      for field in head.headerFields.withJoinedCookies {
        fields.append((field.name.rawName, field.value))
        switch field.name {
        case .userAgent: hasAgent = true
        case .contentType: hasType = true
        default: break
        }
      }
      if !hasAgent { fields.append(("User-Agent", "Refinery")) }
      if hasBody, !hasType { fields.append(("Content-Type", "application/octet-stream")) }
      return HTTPHeaders(fields)
    }
  }
#endif
