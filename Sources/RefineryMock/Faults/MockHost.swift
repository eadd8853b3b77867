import FoundationEssentials
import HTTPTypes
package import RefineryCore
import RefineryGzip

/// Gives the responses of a mock server: makes its faults, and keeps its journal.
///
/// It responds on a connection of a `LoopbackServer`, byte by byte as a fault says, and in process, as a `Transport`.
package struct MockHost: Sendable {
  /// The largest content of a request, before and after its content coding is removed: 16 MiB.
  package static let standardContentLimit = 16 * 1024 * 1024

  package let faults: MockFaults
  package let journal: MockJournal
  let clock: CallClock
  let contentLimit: Int
  let control: MockControl
  private let onCall: @Sendable (MockCall) -> Void
  private let row: @Sendable (MockRequest) -> String?
  private let respond: @Sendable (MockRequest) async -> MockResponse

  /// A host of responses that two closures make.
  ///
  /// - Parameters:
  ///   - clock: the clock of rate limits and of the journal. On a connection, delays always take real time; in process, they
  ///     are sleeps of the call's clock.
  ///   - contentLimit: the largest content of a request; a longer one gets status 413.
  ///   - onCall: gets each call when its response is known, before it is sent.
  ///   - row: returns the name of the row that a request is for; nil if there is none. It must not change anything.
  ///   - respond: acts on a request and returns its response. Not called if a fault responds.
  ///   - reset: called by the control path `/__refinery/reset`, after the faults and the journal have been emptied.
  package init(
    faults: MockFaults = MockFaults(), journal: MockJournal = MockJournal(), clock: CallClock = .continuous,
    contentLimit: Int = standardContentLimit, onCall: @escaping @Sendable (MockCall) -> Void = { _ in },
    row: @escaping @Sendable (MockRequest) -> String?,
    respond: @escaping @Sendable (MockRequest) async -> MockResponse, reset: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.faults = faults
    self.journal = journal
    self.clock = clock
    self.contentLimit = max(0, contentLimit)
    self.onCall = onCall
    self.row = row
    self.respond = respond
    control = MockControl(faults: faults, journal: journal, reset: reset)
  }

  /// Responds to a request: finds its row, selects its faults, and keeps it in the journal.
  func exchange(_ received: MockRequest) async -> MockDelivery {
    let (request, refusal) = decoded(received)
    let row = self.row(request)
    // A browser asks first whether a page may send its request. That question has no faults.
    let isPreflight = request.method == .options && HTTPField.Name("Origin").flatMap { request.fields[$0] } != nil
    let selected =
      refusal == nil && !isPreflight ? faults.select(for: request, of: row, at: clock) : SelectedFaults()
    var response: MockResponse
    if let early = refusal ?? selected.response { response = early } else { response = await respond(request) }
    // Before the names of the fields are exposed to pages.
    for field in selected.fields { response.fields[field.name] = nil }
    response.fields.append(contentsOf: selected.fields)
    MockOrigins.permit(request, &response)
    let delivery = MockDelivery(response, selected, method: request.method)
    keep(received, content: request.content, row, delivery, selected.faults)
    return delivery
  }

  /// The response to a request whose content is too long to be read.
  func refuseContent(of request: MockRequest) -> MockDelivery {
    refuse(request, SelectedFaults.problem(413, "The content has more than \(contentLimit) bytes."))
  }

  /// The response to a request that a page of another host makes.
  func refusePage(_ request: MockRequest) -> MockDelivery {
    refuse(request, SelectedFaults.problem(403, "Web pages of other hosts cannot use this server."))
  }

  private func refuse(_ request: MockRequest, _ problem: MockResponse) -> MockDelivery {
    var problem = problem
    MockOrigins.permit(request, &problem)
    let delivery = MockDelivery(problem, SelectedFaults(), method: request.method)
    keep(request, content: Data(), row(request), delivery, [])
    return delivery
  }

  private func keep(
    _ request: MockRequest, content: Data, _ row: String?, _ delivery: MockDelivery, _ faults: [MockFault]
  ) {
    let call = journal.append { number in
      MockCall(
        number: number, row: row, method: request.method, target: request.target, fields: request.fields, content: content,
        status: delivery.hasHead ? delivery.status : nil, faults: faults, time: clock.now)
    }
    onCall(call)
  }

  /// The request without its content coding, and the response if that is impossible.
  private func decoded(_ request: MockRequest) -> (MockRequest, refusal: MockResponse?) {
    var plain = request
    let coding = (request.fields[.contentEncoding] ?? "").lowercased()
    switch coding {
    case "", "identity": return (request, nil)
    case "gzip", "x-gzip":
      do {
        plain.content = try Gzip.decompress(request.content, upTo: contentLimit)
        plain.fields[.contentEncoding] = nil
        if plain.fields[.contentLength] != nil { plain.fields[.contentLength] = "\(plain.content.count)" }
        return (plain, nil)
      } catch is BodyError {
        plain.content = Data()
        return (plain, SelectedFaults.problem(413, "The decoded content has more than \(contentLimit) bytes."))
      } catch {
        plain.content = Data()
        return (plain, SelectedFaults.problem(400, "The content is not gzip data."))
      }
    default:
      plain.content = Data()
      var refusal = SelectedFaults.problem(415, "The content coding is not supported; use gzip or none.")
      refusal.fields[.acceptEncoding] = "gzip"
      return (plain, refusal)
    }
  }
}
