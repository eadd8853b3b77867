import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization

/// A body that comes in chunks, and counts how many of them were asked for and whether its reader went away.
final class Source: Sendable {
  struct Lost: Error {}

  private struct State {
    var given = 0
    var isLetGo = false
  }

  private let chunks: [String]
  private let ending: Ending
  private let state = Mutex(State())

  /// How the body ends once all chunks are out.
  enum Ending { case whole, lost, never }

  init(_ chunks: [String], _ ending: Ending = .whole) {
    self.chunks = chunks
    self.ending = ending
  }

  var given: Int { state.withLock { $0.given } }
  var isLetGo: Bool { state.withLock { $0.isLetGo } }

  func answer(_ contentType: String? = "application/json", status: HTTPResponse.Status = .ok) -> StubTransport.StubResponse {
    var headers = HTTPFields()
    headers[.contentType] = contentType
    return StubTransport.StubResponse { [headers] _ in
      Response(status: status, headers: headers, body: Body(Chunks(source: self)))
    }
  }

  private func next() async throws -> Data? {
    let index = state.withLock { state in
      defer { state.given += 1 }
      return state.given
    }
    if index < chunks.count { return Data(chunks[index].utf8) }
    switch ending {
    case .whole: return nil
    case .lost: throw TransportError(.connectionLost, phase: .receiving, reason: "gone")
    case .never:
      try await ContinuousClock().sleep(for: .seconds(86_400))
      return nil
    }
  }

  private struct Chunks: AsyncSequence {
    let source: Source
    func makeAsyncIterator() -> Iterator { Iterator(source: source, lease: Lease(source: source)) }

    struct Iterator: AsyncIteratorProtocol {
      let source: Source
      let lease: Lease
      mutating func next() async throws -> Data? { try await source.next() }
    }
  }

  private final class Lease: Sendable {
    let source: Source
    init(source: Source) { self.source = source }
    deinit { source.state.withLock { $0.isLetGo = true } }
  }
}

extension AsyncSequence where Element: Sendable {
  /// All elements.
  func gathered() async throws -> [Element] {
    var all: [Element] = []
    for try await element in self { all.append(element) }
    return all
  }
}
