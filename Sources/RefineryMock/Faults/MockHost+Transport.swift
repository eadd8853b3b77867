import FoundationEssentials
import HTTPTypes
package import RefineryCore
import RefineryParts

/// In process, a fault is what a transport would make of it: an error with the code and the phase that all transports have for
/// it, or a changed response. A response that is sent twice arrives once.
extension MockHost: Transport {
  package var capabilities: TransportCapabilities { [.streamsDownloads, .backPressure] }

  package func send(_ request: Request) async throws -> Response {
    var received = MockRequest(
      method: request.head.method, target: request.head.path ?? "/", fields: request.head.headerFields)
    let delivery: MockDelivery
    do {
      if let body = request.body {
        received.content = try await body.collect(upTo: contentLimit)
        received.fields[.contentLength] = "\(received.content.count)"
      }
      delivery = await exchange(received)
    } catch BodyError.tooLarge {
      delivery = refuseContent(of: received)
    }
    if delivery.delay > .zero { try await request.context.sleep(for: delivery.delay) }
    if case .noHead = delivery.course {
      throw TransportError(.connectionLost, phase: .waiting, reason: Self.reason)
    }
    return Response(
      status: HTTPResponse.Status(code: delivery.status), headers: delivery.fields,
      body: try await body(of: delivery, for: request))
  }

  private static let reason = "by a fault of the mock server"

  private func body(of delivery: MockDelivery, for request: Request) async throws -> Body {
    // No more than the length that the head states.
    var content = delivery.content.prefix(delivery.length ?? 0)
    var lost: TransportError?
    if case .cut(let count) = delivery.course {
      content = content.prefix(count)
      lost = TransportError(.connectionLost, phase: .receiving, reason: Self.reason)
    }
    let (whole, failure, context) = (Data(content), lost, request.context)
    guard case .whole = request.options.delivery else {
      return Body(length: delivery.length, isReplayable: false) {
        var rest = whole[...]
        return {
          guard !rest.isEmpty else {
            if let failure { throw failure }
            return nil
          }
          if let pause = delivery.pace?.pause { try await context.sleep(for: pause) }
          defer { rest = rest.dropFirst(delivery.pace?.bytes ?? rest.count) }
          return Data(rest.prefix(delivery.pace?.bytes ?? rest.count))
        }
      }
    }
    if let pace = delivery.pace {
      // The product of the longest pause and any content fits into a duration.
      try await context.sleep(for: pace.pause * (Double(whole.count) / Double(pace.bytes)).rounded(.up))
    }
    if let failure { throw failure }
    return Body(whole)
  }
}
