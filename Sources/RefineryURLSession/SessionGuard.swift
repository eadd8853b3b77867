import CSession
import Foundation
import RefineryCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// For how long a session uses a connection for new requests.
enum KeptConnections {
  /// For one request.
  case none
  /// For a random time between half of this and all of it.
  case upTo(Duration)
  case forEver
}

/// Ends a kept connection of a session before its next request if the server has sent something on it, or if it is too old.
///
/// Bytes that a server sends before the next request are the response to none (RFC 9112 section 9.2). libcurl before version 8
/// would return them as the response to the next request.
final class SessionGuard: Sendable {
  // Its functions may be called on any thread, and it is never freed.
  private nonisolated(unsafe) let guardian: OpaquePointer

  /// Must be called on the queue that moves the session's bytes, before the session's first task. Returns nil if this
  /// Foundation or this libcurl does not allow it.
  init?(of session: URLSession, keeping connections: KeptConnections) {
    guard let engine = Mirror(reflecting: session).descendant("multiHandle"),
      let handle = Mirror(reflecting: engine).descendant("rawHandle") as? UnsafeMutableRawPointer
    else { return nil }
    let life: Int64 =
      switch connections {
      case .none: -1
      case .upTo(let life): Int64(clamping: AlarmClock.nanoseconds(life))
      case .forEver: .max
      }
    let list = Unmanaged.passRetained(TransferList(of: engine as AnyObject))
    guard let guardian = refinery_guard(handle, life, Self.newestTransfer, list.toOpaque()) else {
      list.release()
      return nil
    }
    self.guardian = guardian
  }

  /// For a minute, new connections look their names up again: the engine would use an address for that long even if the server
  /// is no longer there.
  func forgetNames() { refinery_guard_forgets_names(guardian) }

  private static let newestTransfer: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context else { return nil }
    return Unmanaged<TransferList>.fromOpaque(context).takeUnretainedValue().newest()
  }
}
