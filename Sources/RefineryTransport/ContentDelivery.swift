package import FoundationEssentials
package import RefineryCore

/// How the content of a response is returned: whole or as a stream, and how much of it.
package struct ContentDelivery: Sendable {
  /// The buffer of a stream; nil if the content is returned whole.
  package let buffer: ChunkBuffer?
  private let limit: Int?
  private let options: Options

  /// - Parameter resumeWriter: see ``ChunkBuffer``.
  package init(of request: Request, resumeWriter: (@Sendable () -> Void)? = nil) {
    options = request.options
    limit = request.responseLimit
    if case .streamed(let size) = options.delivery {
      buffer = ChunkBuffer(capacity: size, resumeWriter: resumeWriter)
    } else {
      buffer = nil
    }
  }

  /// The error of a response whose head announces too much content. An error response that is streamed is read up to the limit.
  package func excess(announced length: Int?, status: Int) -> BodyError? {
    guard buffer == nil || options.successCodes.contains(status) else { return nil }
    return length.flatMap { excess(received: $0) }
  }

  /// The error of a response of which this many bytes of content have arrived, if they are too many.
  package func excess(received count: Int) -> BodyError? {
    guard let limit, count > limit else { return nil }
    return .tooLarge(limit: limit, observed: count)
  }

  /// The body of a response whose exchange failed: see ``CutContent``.
  ///
  /// - Throws: the error, unless it is that of an error response with too much content.
  package func cut(_ received: @autoclosure () -> Data, by error: any Error, status: Int) throws -> Body {
    guard let body = CutContent.body(received(), then: error, status: status, of: options) else { throw error }
    return body
  }

  /// The error of an exchange that ended without a head and without another error.
  package static var noHead: TransportError {
    TransportError(.malformedResponse, phase: .waiting, reason: "the engine reported no response")
  }
}
