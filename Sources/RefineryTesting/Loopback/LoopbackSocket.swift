#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Blocking sockets on this machine, as far as a test server needs them.
enum LoopbackSocket {
  /// The next connection, or nil if the listener is shut down.
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

  /// Fills `buffer` with bytes that have arrived; returns 0 if the peer has closed, negative on failure.
  static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0 && errno == EINTR { continue }
      return count
    }
  }

  /// Sends all bytes; false if the peer has closed.
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

  /// Waits until the peer closes or the time is over; true if it closed. A negative time has no limit.
  static func waitForHangUp(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, milliseconds) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
  }

  /// Closes with a reset instead of an orderly end.
  static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Wakes the threads that are blocked on the socket.
  static func shutDown(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Frees the descriptor.
  static func free(_ descriptor: Int32) { close(descriptor) }
}
