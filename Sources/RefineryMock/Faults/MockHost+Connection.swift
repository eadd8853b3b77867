import Dispatch
import FoundationEssentials
import HTTPTypes
package import RefineryLoopback
import Synchronization

extension MockHost {
  /// Responds to a request on its connection. It is the handler of a `LoopbackServer`.
  package func handle(_ received: LoopbackRequest, on connection: LoopbackConnection) -> LoopbackConnection.Ending {
    guard let method = HTTPRequest.Method(rawValue: received.method) else {
      let problem = MockDelivery(SelectedFaults.problem(400, "The method is not a token."), SelectedFaults(), method: .get)
      return send(problem, on: connection, isLast: true)
    }
    var request = MockRequest(method: method, target: received.target, fields: received.fields)
    switch connection.readContent(upTo: contentLimit) {
    case .incomplete: return .close
    case .tooLong:
      let ending = send(refuseContent(of: request), on: connection, isLast: true)
      connection.discardInput()
      return ending
    case .whole(let content): request.content = Data(content)
    }
    let (whole, isControl) = (request, MockControl.has(request.target))
    let delivery = BlockingResult.wait {
      guard isControl else { return MockOrigins.isForeign(whole) ? refusePage(whole) : await exchange(whole) }
      return MockDelivery(await control.respond(to: whole), SelectedFaults(), method: whole.method)
    }
    guard var delivery else { return .close }
    if received.isOld, received.keepsConnection, delivery.fields[.connection] == nil {
      delivery.fields[.connection] = "keep-alive"
    }
    let isLast = !received.keepsConnection || Self.closes(delivery.fields)
    return send(delivery, on: connection, isLast: isLast)
  }

  private static func closes(_ fields: HTTPFields) -> Bool {
    (fields[.connection] ?? "").split(separator: ",").contains { $0.trimmed.lowercased() == "close" }
  }

  private func send(
    _ delivery: MockDelivery, on connection: LoopbackConnection, isLast: Bool
  ) -> LoopbackConnection.Ending {
    if Self.waits(delivery.delay, on: connection) { return .close }
    var sent = delivery.content
    var ending = isLast ? LoopbackConnection.Ending.close : .keepAlive
    switch delivery.course {
    case .noHead(let isReset): return isReset ? .reset : .close
    case .cut(let count):
      sent = sent.prefix(count)
      ending = .close
    case .whole, .twice: break
    }
    let head = delivery.head(isLast: isLast)
    // In one write with the end of the first response: a client that already waits for its next response could not tell them
    // apart.
    let second = delivery.course == .twice ? head + sent : Data()
    guard let pace = delivery.pace, !sent.isEmpty else {
      return connection.send(head + sent + second) ? ending : .close
    }
    guard connection.send(head) else { return .close }
    var rest = sent
    while !rest.isEmpty {
      if Self.waits(pace.pause, on: connection) { return .close }
      let piece = rest.prefix(pace.bytes)
      rest = rest.dropFirst(pace.bytes)
      guard connection.send(rest.isEmpty ? piece + second : piece) else { return .close }
    }
    return ending
  }

  /// Waits in real time. Returns true if the client or the server closes meanwhile.
  private static func waits(_ duration: Duration, on connection: LoopbackConnection) -> Bool {
    guard duration > .zero else { return false }
    // The rules allow at most a day, whose milliseconds fit into 32 bits.
    let milliseconds = (duration / .milliseconds(1)).rounded(.up)
    return connection.waitForHangUp(milliseconds: Int(milliseconds))
  }
}

extension MockDelivery {
  /// The status line and the fields as bytes.
  fileprivate func head(isLast: Bool) -> Data {
    var head = Data("HTTP/1.1 \(status) \(ReasonPhrase.text(of: status))\r\n".utf8)
    for field in fields where !(isLast && field.name == .connection) {
      head.append(contentsOf: "\(field.name.rawName): ".utf8)
      field.withUnsafeBytesOfValue { head.append(contentsOf: $0) }
      head.append(contentsOf: "\r\n".utf8)
    }
    if isLast { head.append(contentsOf: "Connection: close\r\n".utf8) }
    head.append(contentsOf: "\r\n".utf8)
    return head
  }
}

/// The result of asynchronous work for a thread that waits for it.
private final class BlockingResult<Output: Sendable>: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let output = Mutex<Output?>(nil)

  static func wait(_ work: @escaping @Sendable () async -> Output) -> Output? {
    let result = BlockingResult()
    Task.detached {
      let output = await work()
      result.output.withLock { $0 = output }
      result.done.signal()
    }
    result.done.wait()
    return result.output.withLock { $0 }
  }
}
