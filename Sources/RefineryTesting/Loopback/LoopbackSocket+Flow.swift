#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension LoopbackSocket {
  /// Whether the socket can take more bytes within the time.
  static func hasRoom(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  /// Sends what fits now. Returns the number of bytes, 0 if none fit, negative if the peer has closed.
  static func sendSome(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    let count = bytes.withUnsafeBytes { unsafe in
      #if canImport(Glibc)
        Glibc.send(descriptor, unsafe.baseAddress, unsafe.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      #elseif canImport(Musl)
        Musl.send(descriptor, unsafe.baseAddress, unsafe.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      #else
        Darwin.send(descriptor, unsafe.baseAddress, unsafe.count, Int32(MSG_DONTWAIT))
      #endif
    }
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : count
  }

  /// The number of bytes that have arrived and are not read yet.
  static func waitingBytes(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    _ = ioctl(descriptor, UInt(FIONREAD), &count)
    return Int(count)
  }

  /// Waits until the socket is shut down or reset, or the time is over; true if it was shut down or reset. Reads nothing.
  static func isShutDown(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  /// Copies bytes both ways until one side ends.
  static func relay(_ first: Int32, _ second: Int32) {
    var entries = [
      pollfd(fd: first, events: Int16(POLLIN), revents: 0), pollfd(fd: second, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      if poll(&entries, 2, -1) < 0 {
        if errno == EINTR { continue }
        return
      }
      for (index, other) in [second, first].enumerated() where entries[index].revents != 0 {
        let count = receive(entries[index].fd, into: &buffer)
        guard count > 0, send(buffer[..<count], to: other) else { return }
      }
    }
  }
}
