import Foundation

// `LoopbackSocket` has functions with the names of the system's, so it calls these functions.
private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

/// Sends without the signal that ends the process when the peer has closed. On Darwin, the socket has an option for that.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, flags: Int32 = 0) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, flags)
  #else
    send(descriptor, bytes.baseAddress, bytes.count, flags | Int32(MSG_NOSIGNAL))
  #endif
}

/// Blocking sockets on this machine, as far as a test server needs them.
package enum LoopbackSocket {
  /// The next connection, or nil if the listener is shut down.
  package static func accept(on listener: Int32) -> Int32? {
    while true {
      let descriptor = systemAccept(listener)
      if descriptor >= 0 {
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        suppressSignal(of: descriptor)
        return descriptor
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      // Until connections are closed, the system has no descriptor or memory for another one.
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: poll(nil, 0, 10)
      default: return nil
      }
    }
  }

  /// Lets sending fail without a signal when the peer has closed.
  static func suppressSignal(of descriptor: Int32) {
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Fills `buffer` with bytes that have arrived; returns 0 if the peer has closed, negative on failure.
  package static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0 && errno == EINTR { continue }
      return count
    }
  }

  /// Sends all bytes; false if the peer has closed.
  package static func send(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    let bytes = Array(bytes)
    return bytes.withUnsafeBytes { unsafe in
      var sent = 0
      while sent < unsafe.count {
        let count = systemSend(descriptor, UnsafeRawBufferPointer(rebasing: unsafe[sent...]))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// Waits until the socket is ready for `events`, or is shut down or reset. Returns false when the time is over. A negative
  /// time has no limit.
  package static func waits(for events: Int32 = 0, on descriptor: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  /// Waits until the peer closes or the time is over; true if it closed. A negative time has no limit. Bytes that arrive
  /// meanwhile stay unread, and do not end the wait.
  package static func waitForHangUp(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    let start = ContinuousClock.now
    guard waits(for: POLLIN, on: descriptor, milliseconds: milliseconds) else { return false }
    var byte: UInt8 = 0
    guard recv(descriptor, &byte, 1, Int32(MSG_PEEK)) > 0 else { return true }
    let passed = Int32(clamping: Int((ContinuousClock.now - start) / .milliseconds(1)))
    return waits(for: closed, on: descriptor, milliseconds: milliseconds < 0 ? -1 : max(0, milliseconds - passed))
  }

  /// The event of a peer that sends nothing more. Darwin reports it unasked, as `POLLHUP`.
  private static var closed: Int32 {
    #if os(Linux)
      // `POLLRDHUP`, which the C library declares only with an option.
      0x2000
    #else
      0
    #endif
  }

  /// Closes with a reset instead of an orderly end.
  package static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Wakes the threads that are blocked on the socket.
  package static func shutDown(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Says that nothing more is sent.
  package static func endSending(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Frees the descriptor.
  package static func free(_ descriptor: Int32) { close(descriptor) }

  /// Sends what fits now. Returns the number of bytes, 0 if none fit, negative if the peer has closed.
  package static func sendSome(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    let count = bytes.withUnsafeBytes { unsafe in
      systemSend(descriptor, unsafe, flags: Int32(MSG_DONTWAIT))
    }
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : count
  }

  /// The number of bytes that have arrived and are not read yet.
  package static func waitingBytes(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    _ = ioctl(descriptor, UInt(FIONREAD), &count)
    return Int(count)
  }

  /// Copies bytes both ways until one side ends.
  package static func relay(_ first: Int32, _ second: Int32) {
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
