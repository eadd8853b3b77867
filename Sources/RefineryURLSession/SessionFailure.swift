import Foundation
import RefineryCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Converts the engine's errors. It uses the error code if that is specific. Otherwise it uses the progress of the exchange,
/// and then the text, because most of libcurl's failures share one code.
enum SessionFailure {
  static func error(for error: NSError, hasHead: Bool) -> any Error {
    let text = reason(error)
    let phase: TransportError.Phase = hasHead ? .receiving : .waiting
    let code = error.domain == NSURLErrorDomain ? error.code : NSURLErrorUnknown
    switch code {
    case NSURLErrorCancelled:
      return TransportError(.closed, phase: phase, reason: "the engine cancelled the request")
    case NSURLErrorTimedOut where !hasHead && text.contains("onnect"):
      return TransportError(.cannotConnect, phase: .beforeSending, reason: text)
    case NSURLErrorTimedOut:
      return TimedOut(.idle)
    case NSURLErrorBadURL:
      return TransportError(
        .invalidRequest, phase: .beforeSending,
        reason: "the engine refuses the URL; on Linux the host cannot be an IPv6 address: use a host name or another transport")
    case NSURLErrorFileDoesNotExist, NSURLErrorNoPermissionsToReadFile,
      NSURLErrorDataLengthExceedsMaximum:
      return TransportError(.invalidRequest, phase: .beforeSending, reason: text)
    default:
      let (kind, isUnsent) = kind(code, text)
      return TransportError(kind, phase: isUnsent && !hasHead ? .beforeSending : phase, reason: text)
    }
  }

  private static func kind(_ code: Int, _ text: String) -> (TransportError.Code, isUnsent: Bool) {
    let words = text.lowercased()
    func says(_ phrases: String...) -> Bool { phrases.contains { words.contains($0) } }
    if code == NSURLErrorCannotFindHost || says("resolve host", "resolve proxy") { return (.cannotFindHost, true) }
    // If the first address refuses the connection, the engine reports every later failure of the second address as "cannot
    // connect". Only the text shows whether a request may have been sent.
    if says("failed to connect", "could not connect", "couldn't connect") { return (.cannotConnect, true) }
    // A reset during the handshake is not a fault of TLS. The server may be restarting, so middleware may retry.
    if code == NSURLErrorSecureConnectionFailed, says("reset by peer") { return (.connectionLost, true) }
    // libcurl 8 names the handshake, even if the connection ended during it.
    if says("tls connect error") { return (.tlsFailed, true) }
    if says("ssl_read", "ssl_write", "unexpected eof") { return (.connectionLost, false) }
    if code == NSURLErrorSecureConnectionFailed
      || (NSURLErrorClientCertificateRequired...NSURLErrorServerCertificateHasBadDate).contains(code)
      || says("ssl", "tls", "certificate")
    {
      return (.tlsFailed, true)
    }
    if says(
      "http/0.9", "status line", "header", "content encoding", "content-encoding", "chunk", "writing", "decompress",
      "weird server reply", "unsupported protocol")
    {
      return (.malformedResponse, false)
    }
    if code == NSURLErrorNetworkConnectionLost || code == NSURLErrorBadServerResponse
      || says(
        "closed", "reset", "recv failure", "send failure", "empty reply", "http/2", "partial file", "bytes missing",
        "broken pipe", "read function", "rewind", "callback aborted")
    {
      return (.connectionLost, false)
    }
    return (.other, false)
  }

  /// Returns the engine's message on one line, without URLs.
  private static func reason(_ error: NSError) -> String {
    let words = error.localizedDescription.split(whereSeparator: \.isWhitespace).map { word in
      word.contains("://") || word.contains("?") ? Redaction.mark : String(word)
    }
    return String(Redaction.escaped(words.joined(separator: " ")).prefix(200)) + " (\(error.code))"
  }
}
