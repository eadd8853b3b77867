#if Redis
  import Foundation
  import RefineryLoopback
  import Synchronization

  /// A server that speaks Redis's protocol and sends what a test says, also what breaks the protocol.
  ///
  /// It replies to the greeting of a connection itself.
  final class ScriptedRedis: Sendable {
    private let listener: Int32
    private let port: Int
    private let threads = LoopbackThreads()
    private let open = Mutex<(connections: Int, descriptors: [Int: Int32])>((0, [:]))

    /// - Parameter reply: the bytes for a command on a connection, whose number begins with 1.
    init(_ reply: @escaping @Sendable (_ command: [String], _ connection: Int) -> [UInt8]) throws {
      (listener, port) = try LoopbackSocket.listen()
      threads.run { [self] in
        while let socket = LoopbackSocket.accept(on: listener) {
          let number = open.withLock { open in
            open.connections += 1
            open.descriptors[open.connections] = socket
            return open.connections
          }
          threads.run { [self] in serve(socket, number, reply) }
        }
      }
    }

    var url: String { "redis://127.0.0.1:\(port)" }
    /// The number of connections so far.
    var connections: Int { open.withLock { $0.connections } }

    func stop() {
      LoopbackSocket.shutDown(listener)
      open.withLock { open in for socket in open.descriptors.values { LoopbackSocket.shutDown(socket) } }
      threads.join()
      LoopbackSocket.free(listener)
    }

    private func serve(_ socket: Int32, _ number: Int, _ reply: ([String], Int) -> [UInt8]) {
      var received: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      read: while true {
        let count = LoopbackSocket.receive(socket, into: &buffer)
        guard count > 0 else { break }
        received += buffer[..<count]
        while let command = Self.takeCommand(from: &received) {
          let bytes =
            switch command[0] {
            case "CLIENT": Array("+OK\r\n".utf8)
            case "PING": Array("+PONG\r\n".utf8)
            default: reply(command, number)
            }
          guard LoopbackSocket.send(bytes, to: socket) else { break read }
        }
      }
      open.withLock { open in
        open.descriptors[number] = nil
        LoopbackSocket.free(socket)
      }
    }

    /// Removes the first command if it is complete.
    private static func takeCommand(from received: inout [UInt8]) -> [String]? {
      var rest = received[...]
      func takeNumber() -> Int? {
        guard let end = rest.firstIndex(of: 0x0D), end + 1 < rest.endIndex else { return nil }
        defer { rest = rest[(end + 2)...] }
        return Int(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
      }
      guard let count = takeNumber() else { return nil }
      var arguments: [String] = []
      for _ in 0..<count {
        guard let length = takeNumber(), rest.count >= length + 2 else { return nil }
        arguments.append(String(decoding: rest.prefix(length), as: UTF8.self))
        rest = rest.dropFirst(length + 2)
      }
      received = Array(rest)
      return arguments
    }
  }
#endif
