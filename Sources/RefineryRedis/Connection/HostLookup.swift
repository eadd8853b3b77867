#if Redis
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// Looks up the address of a host on a thread of its own, because the look-up may hang for longer than any command may wait.
  final class HostLookup: Sendable {
    enum Outcome: Sendable {
      case address(String)
      case failed
    }

    private let host: String
    private let onEnd: @Sendable () -> Void
    private let outcome = Mutex<Outcome?>(nil)

    /// Starts the thread. `onEnd` is called on it when there is an outcome.
    init(of host: String, onEnd: @escaping @Sendable () -> Void) {
      self.host = host
      self.onEnd = onEnd
      let this = Unmanaged.passRetained(self)
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      guard pthread_create(&thread, nil, { HostLookup.main($0) }, this.toOpaque()) == 0 else {
        this.release()
        end(.failed)
        return
      }
      #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
      #else
        pthread_detach(thread)
      #endif
    }

    /// The outcome; nil until there is one.
    var result: Outcome? { outcome.withLock { $0 } }

    private func end(_ outcome: Outcome) {
      self.outcome.withLock { $0 = outcome }
      onEnd()
    }

    private static func main(_ this: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let this else { return nil }
      let lookup = Unmanaged<HostLookup>.fromOpaque(this).takeRetainedValue()
      lookup.end(address(of: lookup.host).map { .address($0) } ?? .failed)
      return nil
    }

    /// Returns the first address of a host as text; nil if it has none.
    private static func address(of host: String) -> String? {
      var hints = addrinfo()
      hints.ai_family = AF_UNSPEC
      #if canImport(Darwin)
        hints.ai_socktype = SOCK_STREAM
      #else
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      #endif
      var found: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo(host, nil, &hints, &found) == 0, let first = found else { return nil }
      defer { freeaddrinfo(first) }
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let status = getnameinfo(
        first.pointee.ai_addr, first.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      guard status == 0 else { return nil }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a host is an address, which needs no look-up.
    static func isAddress(_ host: String) -> Bool {
      var v4 = in_addr()
      var v6 = in6_addr()
      return inet_pton(AF_INET, host, &v4) == 1 || inet_pton(AF_INET6, host, &v6) == 1
    }
  }
#endif
