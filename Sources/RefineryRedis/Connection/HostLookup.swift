#if Redis
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// Looks up the addresses of a host on a thread of its own, because the look-up may hang for longer than any command may
  /// wait.
  final class HostLookup: Sendable {
    private let host: String
    private let onEnd: @Sendable () -> Void
    private let outcome = Mutex<[String]?>(nil)

    /// Starts the thread. `onEnd` is called on it when it has ended.
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
        end([])
        return
      }
      #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
      #else
        pthread_detach(thread)
      #endif
    }

    /// The addresses, none if the host is not known; nil until the look-up has ended.
    var result: [String]? { outcome.withLock { $0 } }

    private func end(_ addresses: [String]) {
      outcome.withLock { $0 = addresses }
      onEnd()
    }

    private static func main(_ this: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let this else { return nil }
      let lookup = Unmanaged<HostLookup>.fromOpaque(this).takeRetainedValue()
      lookup.end(addresses(of: lookup.host))
      return nil
    }

    /// Returns the addresses of a host as texts, those of IPv4 first: a server often listens only on these.
    private static func addresses(of host: String) -> [String] {
      var hints = addrinfo()
      hints.ai_family = AF_UNSPEC
      #if canImport(Darwin)
        hints.ai_socktype = SOCK_STREAM
      #else
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      #endif
      var found: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo(host, nil, &hints, &found) == 0, let first = found else { return [] }
      defer { freeaddrinfo(first) }
      var addresses: [(isV6: Bool, text: String)] = []
      for entry in sequence(first: first, next: { $0.pointee.ai_next }) {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let (address, length) = (entry.pointee.ai_addr, entry.pointee.ai_addrlen)
        guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { continue }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        addresses.append((entry.pointee.ai_family == AF_INET6, String(decoding: bytes, as: UTF8.self)))
      }
      return addresses.filter { !$0.isV6 }.map(\.text) + addresses.filter(\.isV6).map(\.text)
    }

    /// Whether a host is an address, which needs no look-up.
    static func isAddress(_ host: String) -> Bool {
      var v4 = in_addr()
      var v6 = in6_addr()
      return inet_pton(AF_INET, host, &v4) == 1 || inet_pton(AF_INET6, host, &v6) == 1
    }
  }
#endif
