import HTTPTypes
import RefineryCore

/// A transport that counts the bytes that pass through it, and holds them back while a call is paused.
///
/// It is directly before the real transport, so the chain is not affected: whole bodies stay whole, and a broken transfer is
/// retried as usual. The network transfer itself is never suspended, because URLSession would then send the request again.
struct ControlledTransport: Transport {
  /// How many bytes a transport with back-pressure buffers for a paused call: 1 MiB.
  private static let window = 1 << 20

  let inner: any Transport
  let gate: PauseGate

  var capabilities: TransportCapabilities { inner.capabilities }
  var name: String { inner.name }

  func send(_ request: Request) async throws -> Response {
    try await gate.pass()
    var wire = request
    wire.body = sending(request.body)
    let limit = request.options.responseLimit
    let isGathered = request.options.delivery == .whole && capabilities.contains(.streamsDownloads)
    if isGathered {
      // A transport without back-pressure continues to receive during a pause, at most up to the limit of the whole body.
      let buffer = capabilities.contains(.backPressure) ? min(limit, Self.window) : limit
      wire.options.delivery = .streamed(buffer: buffer)
      wire.options.responseLimit = limit
    }
    var response = try await inner.send(wire)
    response.body = try await receiving(response, to: request)
    // The content of an error may exceed the limit. The status is more important, so the reader decides how much to read.
    if isGathered, request.options.successCodes.contains(response.head.status.code) {
      response.body = Body(try await response.body.collect(upTo: limit))
    }
    return response
  }

  private func sending(_ body: Body?) -> Body? {
    gate.count { progress in
      progress = TransferProgress()
      progress.toSend = body?.length ?? (body == nil ? 0 : nil)
    }
    guard let body else { return nil }
    let isWhole = body.data != nil || body.file != nil
    guard !isWhole || capabilities.contains(.streamsUploads) else {
      gate.count { $0.sent = body.length ?? 0 }
      return body
    }
    return body.held(by: gate, readsAhead: false) { [gate] count in
      gate.count { $0.sent = count == 0 ? 0 : $0.sent + count }
    }
  }

  private func receiving(_ response: Response, to request: Request) async throws -> Body {
    let body = response.body
    gate.count { progress in
      progress.received = 0
      progress.toReceive = body.length ?? response.promisedLength(to: request)
    }
    if body.data != nil || body.file != nil {
      try await gate.pass { gate.count { $0.received = body.length ?? 0 } }
      return body
    }
    return body.held(by: gate, readsAhead: true) { [gate] count in
      gate.count { $0.received = count == 0 ? 0 : $0.received + count }
    }
  }
}

extension Response {
  /// Returns the length of the content from the response's header fields; nil if they do not contain it.
  fileprivate func promisedLength(to request: Request) -> Int? {
    guard request.head.method != .head, head.status != .notModified, head.headerFields[.contentEncoding] == nil else {
      return nil
    }
    return head.headerFields[.contentLength].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}
