#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Blocking sockets on 127.0.0.1, the little of them that a test server needs.
enum LoopbackSocket {
  /// Listens on a free port of 127.0.0.1; nil when the system refuses.
  static func listen() -> (descriptor: Int32, port: Int)? {
    let descriptor = stream()
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && start(descriptor) && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      return nil
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// The next connection, or nil when the listener has been shut down.
  static func accept(on listener: Int32) -> Int32? {
    while true {
      #if canImport(Glibc)
        let descriptor = Glibc.accept(listener, nil, nil)
      #elseif canImport(Musl)
        let descriptor = Musl.accept(listener, nil, nil)
      #else
        let descriptor = Darwin.accept(listener, nil, nil)
      #endif
      if descriptor >= 0 {
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
      }
      if errno != EINTR && errno != ECONNABORTED { return nil }
    }
  }

  /// Fills `buffer` with what has arrived; 0 when the peer has closed, negative on failure.
  static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0 && errno == EINTR { continue }
      return count
    }
  }

  /// Sends all bytes; false when the peer is gone.
  static func send(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    let bytes = Array(bytes)
    return bytes.withUnsafeBytes { unsafe in
      var sent = 0
      while sent < unsafe.count {
        #if canImport(Glibc)
          let count = Glibc.send(descriptor, unsafe.baseAddress.map { $0 + sent }, unsafe.count - sent, Int32(MSG_NOSIGNAL))
        #elseif canImport(Musl)
          let count = Musl.send(descriptor, unsafe.baseAddress.map { $0 + sent }, unsafe.count - sent, Int32(MSG_NOSIGNAL))
        #else
          let count = Darwin.send(descriptor, unsafe.baseAddress.map { $0 + sent }, unsafe.count - sent, 0)
        #endif
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// Waits until the peer hangs up or the time is over; true when it hung up. Negative time waits for ever.
  static func waitForHangUp(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, milliseconds) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
  }

  /// Closes with a reset in place of an orderly end.
  static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Wakes whoever is blocked on the socket.
  static func shutDown(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Frees the descriptor.
  static func free(_ descriptor: Int32) { close(descriptor) }

  private static func stream() -> Int32 {
    #if canImport(Darwin)
      socket(AF_INET, SOCK_STREAM, 0)
    #elseif canImport(Musl)
      socket(AF_INET, Int32(SOCK_STREAM | SOCK_CLOEXEC), 0)
    #else
      socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
  }

  private static func start(_ descriptor: Int32) -> Bool {
    #if canImport(Glibc)
      Glibc.listen(descriptor, 1024) == 0
    #elseif canImport(Musl)
      Musl.listen(descriptor, 1024) == 0
    #else
      Darwin.listen(descriptor, 1024) == 0
    #endif
  }
}

/// A thread with a small stack that runs one closure.
final class LoopbackThread: Sendable {
  #if canImport(Darwin)
    // A pointer there; a thread's handle may be joined from any other thread.
    private nonisolated(unsafe) let handle: pthread_t?
  #else
    private let handle: pthread_t?
  #endif

  init(_ run: @escaping @Sendable () -> Void) {
    handle = start(Work(run))
  }

  /// Waits until the closure has returned. To be called once.
  func join() {
    if let handle { pthread_join(handle, nil) }
  }
}

private final class Work: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func start(_ work: Work) -> pthread_t? {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setstacksize(&attributes, 512 * 1024)
  defer { pthread_attr_destroy(&attributes) }
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let pointer = Unmanaged.passRetained(work).toOpaque()
  guard pthread_create(&thread, &attributes, enter, pointer) == 0 else {
    Unmanaged<Work>.fromOpaque(pointer).release()
    return nil
  }
  return thread
}

#if canImport(Darwin)
  private func enter(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }
#endif
