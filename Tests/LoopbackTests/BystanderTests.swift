import Foundation
import HTTPTypes
import RefineryCore
import Synchronization
import TestSupport
import Testing

@testable import RefineryLoopback

/// Sockets of this process that belong to no call. Each has one byte to read.
private final class Bystanders: Sendable {
  private let isOver = Atomic(false)
  private let lost = Atomic(0)
  private let opened = Atomic(0)
  private let threads = LoopbackThreads()

  init() throws {
    let (listener, port) = try LoopbackSocket.listen()
    threads.run { [self] in
      while !isOver.load(ordering: .relaxed) { openAndCheck(listener, port) }
      LoopbackSocket.free(listener)
    }
  }

  /// Opens connections, so that descriptors which a call has just closed are used again, and looks what became of them.
  private func openAndCheck(_ listener: Int32, _ port: Int) {
    var pairs: [(own: Int32, peer: Int32)] = []
    for _ in 0..<64 {
      guard let own = LoopbackSocket.connect(to: port) else { continue }
      guard let peer = LoopbackSocket.accept(on: listener) else { return LoopbackSocket.free(own) }
      _ = LoopbackSocket.send([1], to: own)
      pairs.append((own, peer))
    }
    for pair in pairs {
      let isWhole =
        LoopbackSocket.waits(for: POLLIN, on: pair.peer, milliseconds: 5000) && LoopbackSocket.waitingBytes(pair.peer) == 1
      if !isWhole { lost.add(1, ordering: .relaxed) }
      LoopbackSocket.free(pair.own)
      LoopbackSocket.free(pair.peer)
    }
    opened.add(pairs.count, ordering: .relaxed)
  }

  /// Ends, and returns how many connections were opened and how many were lost.
  func end() -> (opened: Int, lost: Int) {
    isOver.store(true, ordering: .relaxed)
    threads.join()
    return (opened.load(ordering: .relaxed), lost.load(ordering: .relaxed))
  }
}

/// A call that ends while it connects. Before version 8, libcurl closes the socket of such a call before it reports that the
/// call no longer needs it. By then the descriptor may belong to another part of the process.
extension Sockets.BystanderTests {
  @Test("the end of a call that connects leaves all other sockets of the process alone", arguments: Engine.allCases)
  func connecting(engine: Engine) async throws {
    let nowhere = try LoopbackDeadEnd()
    let bystanders = try Bystanders()
    try await engine.using({ $0.connectTimeout = nil }) { transport in
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<2000 {
          if index >= 16 { await group.next() }
          group.addTask {
            let call = Task { _ = try await transport.send(request(to: nowhere.authority)) }
            for _ in 0..<(index % 50) { await Task.yield() }
            call.cancel()
            _ = await call.result
          }
        }
      }
    }
    let (opened, lost) = bystanders.end()
    #expect(opened > 0)
    #expect(lost == 0, "\(lost) of \(opened) connections lost their byte, or were shut down")
  }
}

private func request(to authority: String) -> Request {
  Request(
    endpoint: Endpoint("Loopback", .get, "loopback"),
    head: HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/"), body: nil, options: Options(),
    context: CallContext(timeout: .seconds(30)))
}
