import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryParts

/// The values that all connections of a download share.
struct Transfer: Sendable {
  let client: Client
  let call: Call<Data>
  let file: PartFile
  let policy: Reconnection
  let options: DownloadOptions
  /// How many requests were sent.
  let requests = Observed(0)

  /// Sends the request for a range, or for the whole file.
  ///
  /// - Parameter representation: the file that the range belongs to, if it is known. If the file has changed, the response has
  ///   the whole file.
  func open(_ range: RequestedRange? = nil, of representation: Representation? = nil) async throws -> StreamedResponse {
    var call = call
    if let range {
      let codes = client.options(of: call).successCodes.adding(206...206)
      call = call.header(.range, range.text).header(.ifRange, representation?.validator?.text).options {
        $0.successCodes = codes
      }
    }
    requests.change { $0 += 1 }
    return try await client.open(call, accept: "*/*")
  }

  /// Writes the content of a response to the file.
  ///
  /// - Parameters:
  ///   - position: the position of the next byte. When the function returns or throws, all bytes before this position are
  ///     written.
  ///   - end: the position at which the content must end; nil if the response does not state it.
  func copy(_ response: StreamedResponse, to position: inout Int, upTo end: Int?) async throws {
    var buffer = WriteBuffer(clock: client.clock)
    var failure: (any Error)?
    do {
      while let chunk = try await response.next() {
        let after = position + buffer.count + chunk.count
        if let end, after > end { throw response.failure(.mapping, DownloadFault.tooLong(expected: end)) }
        if let limit = options.limit, after > limit {
          throw response.failure(.mapping, BodyError.tooLarge(limit: limit, observed: after))
        }
        buffer.append(chunk)
        if buffer.isDue { try await write(buffer.take(), to: &position, response) }
      }
    } catch {
      failure = error
    }
    // Bytes that have arrived are kept, even if the connection was lost.
    try await write(buffer.take(), to: &position, response)
    if let failure { throw failure }
    if let end, position < end {
      let reason = "the response ended \(end - position) bytes too early"
      throw response.failure(.sending, TransportError(.connectionLost, phase: .receiving, reason: reason))
    }
  }

  private func write(_ data: Data, to position: inout Int, _ response: StreamedResponse) async throws {
    guard !data.isEmpty else { return }
    do {
      try await file.write(data, at: position)
    } catch {
      throw response.failure(.sending, error)
    }
    position += data.count
  }

  /// Checks the digest that a response states for its own content.
  func checkContent(_ response: StreamedResponse, _ range: Range<Int>) async throws {
    let stated = response.head.headerFields.contentDigests
    do {
      _ = try await check(stated, of: range)
    } catch {
      throw error is CancellationError ? error : response.failure(error is FileFault ? .sending : .mapping, error)
    }
  }

  /// Checks the stated digest with the most preferred algorithm that can be computed. Returns this digest; nil if none can be
  /// computed.
  func check(_ stated: [FileDigest], of range: Range<Int>) async throws -> FileDigest? {
    for algorithm in options.algorithms {
      guard let digest = stated.last(where: { $0.algorithm == algorithm.name }) else { continue }
      guard try await file.digest(algorithm, of: range) == digest else {
        throw DownloadFault.wrongDigest(algorithm: algorithm.name)
      }
      return digest
    }
    return nil
  }

  /// Whether another connection can help after this error.
  func covers(_ error: CallError) -> Bool {
    guard let request = error.request, request.head.method == .get, policy.permits(request) else { return false }
    // The disk was slower than the network, and the transport cannot slow down the server.
    if error.stage == .sending, (error.underlying as? TransportError)?.code == .bufferOverflow { return true }
    return policy.covers(error)
  }

  /// Waits for the next connection.
  ///
  /// - Throws: the error if no further connection is permitted; `CancellationError`.
  func pause(_ connections: inout ConnectionCount, after error: CallError, at position: Int) async throws {
    connections.ended(at: position)
    try await client.clock.sleep(for: connections.wait(after: error, random: client.clock.random()))
  }

  /// Reads a piece of the file on separate connections.
  ///
  /// - Throws: ``RangesRefused`` if the server does not send this range of this file.
  func fetch(_ piece: Range<Int>, of representation: Representation) async throws {
    var position = piece.lowerBound
    var connections = ConnectionCount(policy, at: position)
    while position < piece.upperBound {
      try Task.checkCancellation()
      do {
        let asked = position..<piece.upperBound
        let response = try await open(RequestedRange(start: position, end: piece.upperBound), of: representation)
        guard case .part(let end) = RangeResponse(response.head, asked: asked, of: representation) else {
          throw RangesRefused(cause: response.failure(.mapping, DownloadFault.wrongRange))
        }
        try await copy(response, to: &position, upTo: end)
        try await checkContent(response, asked.lowerBound..<end)
        response.finish()
      } catch let error as CallError {
        if error.refusesRange { throw RangesRefused(cause: error) }
        guard covers(error) else { throw error }
        try await pause(&connections, after: error, at: position)
      }
    }
  }
}

/// The range of a request, from a position to the end of the file or to another position.
struct RequestedRange: Sendable, Equatable {
  let start: Int
  var end: Int?

  /// The value of `Range` (RFC 9110 section 14.2), whose last position is inclusive.
  var text: String { "bytes=\(start)-\(end.map { "\($0 - 1)" } ?? "")" }
}

extension CallError {
  /// Whether the server refused a range: with status 416, or with a part without the row's media type. A server may leave out
  /// the media type of a part (RFC 9110 section 15.3.7).
  var refusesRange: Bool { status == 416 || status == 206 && hasWrongMediaType }

  private var hasWrongMediaType: Bool { (underlying as? MappingError)?.kind == .wrongMediaType }

  /// Whether the file itself cannot be used. A response of another media type, such as an error page of a proxy, does not
  /// count: it is not the file.
  var isUnusableContent: Bool { stage == .mapping && !hasWrongMediaType }
}

/// The server does not support ranges of the file, so one request must read the whole file.
struct RangesRefused: Error {
  let cause: CallError
}
