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
  /// Until so long after its first request.
  case upTo(Duration)
  case forEver
}

/// Ends a kept connection of a session before its next request if the server has sent something on it, or if it is too old.
///
/// What a server sends before the next request is the response to none (RFC 9112 section 9.2). libcurl before version 8 would
/// return it as the response to the next request.
final class SessionGuard: Sendable {
  // Its functions may be called on any thread, and it is never freed.
  private nonisolated(unsafe) let guardian: OpaquePointer

  /// Must be called on the queue that moves the session's bytes, before the session's first task. Returns nil if this Foundation
  /// or this libcurl does not allow it.
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
    // The session and its engine are never released.
    let context = Unmanaged.passUnretained(engine as AnyObject).toOpaque()
    guard let guardian = refinery_guard(handle, life, Self.newestTransfer, context) else { return nil }
    self.guardian = guardian
  }

  /// For a minute, new connections look their names up again: the engine would use an address for that long even if nobody
  /// answers there any more.
  func forgetNames() { refinery_guard_forgets_names(guardian) }

  private static let newestTransfer: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context else { return nil }
    let engine = Unmanaged<AnyObject>.fromOpaque(context).takeUnretainedValue()
    let transfers = Mirror(reflecting: engine).descendant("easyHandles") as? any LastOfList
    guard let newest = transfers?.lastElement else { return nil }
    return Mirror(reflecting: newest).descendant("rawHandle") as? UnsafeMutableRawPointer
  }
}

/// Reads the last element of an array whose elements have a type of Foundation's own.
private protocol LastOfList {
  var lastElement: Any? { get }
}

extension Array: LastOfList {
  var lastElement: Any? { last }
}
