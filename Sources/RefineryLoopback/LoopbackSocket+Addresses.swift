import Foundation

// `LoopbackSocket` has functions with these names, so it calls these functions.
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(descriptor, address, length)
}

extension LoopbackSocket {
  /// The system provided no socket.
  package struct CannotListen: Error {}

  /// Listens. The port is 0 for a Unix domain socket.
  package static func listen(
    on address: LoopbackServer.Address = .ipv4(), backlog: Int32 = 1024
  ) throws(CannotListen) -> (descriptor: Int32, port: Int) {
    let descriptor = stream(of: address)
    guard descriptor >= 0 else { throw CannotListen() }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    let isListening = withSystemAddress(of: address) { pointer, length in
      bind(descriptor, pointer, length) == 0 && systemListen(descriptor, backlog) == 0
    }
    guard isListening == true else {
      free(descriptor)
      throw CannotListen()
    }
    return (descriptor, port(of: descriptor, address))
  }

  /// A port of 127.0.0.1 on which nothing listens.
  package static func freePort() throws(CannotListen) -> Int {
    let listener = try listen()
    free(listener.descriptor)
    return listener.port
  }

  /// A connection to 127.0.0.1; nil if it is refused.
  package static func connect(to port: Int) -> Int32? {
    let descriptor = stream(of: .ipv4(port: port))
    guard descriptor >= 0 else { return nil }
    let isConnected = withSystemAddress(of: .ipv4(port: port)) { systemConnect(descriptor, $0, $1) == 0 }
    if isConnected != true { free(descriptor) }
    return isConnected == true ? descriptor : nil
  }

  /// Starts connecting to 127.0.0.1 without waiting for the result.
  package static func beginConnecting(to port: Int) -> Int32 {
    let descriptor = stream(of: .ipv4(port: port))
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = withSystemAddress(of: .ipv4(port: port)) { systemConnect(descriptor, $0, $1) }
    return descriptor
  }

  package static func remove(_ path: String) { unlink(path) }

  private static func withSystemAddress<Output>(
    of address: LoopbackServer.Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Output
  ) -> Output? {
    func pass<System>(_ system: System) -> Output {
      withUnsafePointer(to: system) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<System>.size)) }
      }
    }
    switch address {
    case .ipv4(let port):
      var system = sockaddr_in()
      system.sin_family = sa_family_t(AF_INET)
      system.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
      system.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return pass(system)
    case .ipv6(let port):
      var system = sockaddr_in6()
      system.sin6_family = sa_family_t(AF_INET6)
      system.sin6_port = UInt16(truncatingIfNeeded: port).bigEndian
      system.sin6_addr = in6addr_loopback
      return pass(system)
    case .unix(let path):
      var system = sockaddr_un()
      system.sun_family = sa_family_t(AF_UNIX)
      guard path.utf8.count < MemoryLayout.size(ofValue: system.sun_path) else { return nil }
      withUnsafeMutableBytes(of: &system.sun_path) { $0.copyBytes(from: path.utf8) }
      return pass(system)
    }
  }

  private static func port(of descriptor: Int32, _ address: LoopbackServer.Address) -> Int {
    if case .unix = address { return 0 }
    // The port is at the same offset in both address families.
    var system = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    return withUnsafeMutablePointer(to: &system) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
      return Int(UInt16(bigEndian: pointer.pointee.sin6_port))
    }
  }

  private static func stream(of address: LoopbackServer.Address) -> Int32 {
    let family =
      switch address {
      case .ipv4: AF_INET
      case .ipv6: AF_INET6
      case .unix: AF_UNIX
      }
    #if canImport(Darwin)
      let descriptor = socket(family, SOCK_STREAM, 0)
      suppressSignal(of: descriptor)
      return descriptor
    #elseif canImport(Musl)
      return socket(family, Int32(SOCK_STREAM | SOCK_CLOEXEC), 0)
    #else
      return socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
  }
}
