import CSession
import Foundation
import RefineryCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How long a session uses a connection for new requests.
enum KeptConnections {
  /// For one request.
  case none
  /// A random time between half of this and all of it.
  case upTo(Duration)
  case forEver
}

/// Ends a kept connection of a session before its next request if the server has sent something on it, or if it is too old.
///
/// Bytes that a server sends before the next request belong to no request (RFC 9112 section 9.2). libcurl before version 8
/// would return them as the response to the next request.
enum SessionGuard {
  /// Must be called on the queue that moves the session's bytes, before the session's first task. Returns false if this
  /// Foundation or this libcurl does not allow it.
  static func watches(_ session: URLSession, keeping connections: KeptConnections) -> Bool {
    guard let engine = Mirror(reflecting: session).descendant("multiHandle"),
      let handle = Mirror(reflecting: engine).descendant("rawHandle") as? UnsafeMutableRawPointer
    else { return false }
    let life: Int64 =
      switch connections {
      case .none: -1
      case .upTo(let life): Int64(clamping: AlarmClock.nanoseconds(life))
      case .forEver: .max
      }
    let list = Unmanaged.passRetained(TransferList(of: engine as AnyObject))
    let isWatched = refinery_guard(handle, life, newestTransfer, list.toOpaque())
    if !isWatched { list.release() }
    return isWatched
  }

  private static let newestTransfer: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context else { return nil }
    return Unmanaged<TransferList>.fromOpaque(context).takeUnretainedValue().newest()
  }
}
