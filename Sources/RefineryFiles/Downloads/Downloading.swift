import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryParts

/// One download, over all its connections.
final class Downloading {
  /// The size of the first range, and the smallest of parallel ranges: 1 MiB.
  private static let pieceSize = 1024 * 1024

  private let transfer: Transfer
  private let target: URL
  private var file: PartFile { transfer.file }
  private var options: DownloadOptions { transfer.options }
  /// The version of the file that the written bytes belong to; nil at the start.
  private var representation: Representation?
  /// The number of bytes from the start of the file that are written without a gap.
  private var count = 0
  /// Whether ranges may be requested.
  private var usesRanges: Bool
  /// The response that is being read.
  private var last: StreamedResponse?
  /// The head of the response with the first bytes.
  private var head: HTTPResponse?

  init(_ transfer: Transfer, to target: URL, usesRanges: Bool) {
    self.transfer = transfer
    self.target = target
    self.usesRanges = usesRanges
  }

  func run() async throws -> DownloadedFile {
    do {
      do {
        if let part = try await file.openPart(), usesRanges {
          representation = part.representation
          count = part.count
        }
      } catch {
        throw CallError(.building, transfer.call.endpoint, underlying: error)
      }
      return try await complete(try await receive())
    } catch {
      // Content that cannot be used, or cannot be continued, is not kept.
      let isUnusable = (error as? CallError)?.isUnusableContent ?? false
      await file.abandon(keepsPart: options.keepsPart && usesRanges && !isUnusable)
      throw error
    }
  }

  /// The result of one connection.
  private enum Outcome {
    case complete(HTTPResponse)
    /// More ranges are needed.
    case incomplete
    /// The file must be read from its start, because the server does not continue it.
    case restart(CallError)
  }

  /// Reads until the file is complete. Returns the head of the last response.
  private func receive() async throws -> HTTPResponse {
    var connections = ConnectionCount(transfer.policy, at: count)
    var hasRestarted = false
    while true {
      try Task.checkCancellation()
      do {
        switch try await connect() {
        case .complete(let head): return head
        case .incomplete: continue
        case .restart(let error):
          representation = nil
          // The first restart does not count as a failed connection.
          if hasRestarted { try await transfer.pause(&connections, after: error, at: count) }
          hasRestarted = true
        }
      } catch let error as CallError {
        if let total = representation?.total, count == total, let head = error.response, error.stage == .sending,
          error.underlying is TransportError
        {
          // The connection was lost after the last byte.
          last = nil
          return head
        }
        guard transfer.covers(error) else { throw error }
        try await transfer.pause(&connections, after: error, at: count)
      } catch let exhausted as PieceFailed {
        throw exhausted.cause
      }
    }
  }

  private func connect() async throws -> Outcome {
    last = nil
    if usesRanges, count > 0, let representation, representation.validator != nil {
      if options.parallel > 1, let head { return try await readPieces(after: head, of: representation) }
      return try await resume(representation)
    }
    if usesRanges, options.parallel > 1 { return try await readStart() }
    return try await readWhole(transfer.open())
  }

  /// Requests the bytes after the written ones.
  private func resume(_ representation: Representation) async throws -> Outcome {
    let response: StreamedResponse
    do {
      response = try await transfer.open(RequestedRange(start: count), of: representation)
    } catch let error as CallError where error.refusesRange {
      if error.status != 416 { usesRanges = false }
      let range = error.headers?[.contentRange].flatMap { ContentRange($0) }
      // If the file had changed, the server would have sent the whole file (RFC 9110 section 13.1.5).
      if error.status == 416, let head = error.response, range?.unit == "bytes", range?.completeLength == count,
        representation.total == count
      {
        return .complete(head)
      }
      return .restart(error)
    }
    // The range is empty if the part is complete.
    let end = max(representation.total ?? .max, count)
    switch RangeResponse(response.head, asked: count..<end, of: representation) {
    case .whole:
      return try await readWhole(response)
    case .changed:
      return .restart(response.failure(.mapping, DownloadFault.changed))
    case .wrong:
      // The server's ranges cannot be trusted.
      usesRanges = false
      return .restart(response.failure(.mapping, DownloadFault.wrongRange))
    case .part(let end):
      last = response
      await file.reportProgress()
      let start = count
      try await transfer.copy(response, to: &count, upTo: end)
      try await transfer.checkContent(response, start..<end)
      guard count == representation.total else {
        response.finish()
        return .incomplete
      }
      return .complete(response.head)
    }
  }

  /// Reads the whole file from a response.
  private func readWhole(_ response: StreamedResponse) async throws -> Outcome {
    let head = response.head
    guard head.status != .partialContent else { throw response.failure(.mapping, DownloadFault.unexpectedRange) }
    let isSuccess = head.status == .ok || head.status == .nonAuthoritativeInformation
    let codes = transfer.client.options(of: transfer.call).successCodes
    let isDeclared = codes != SuccessCodesKey.defaultValue && ![204, 205, 304].contains(head.status.code)
    guard isSuccess || isDeclared else { throw response.failure(.status, BadStatus(head.status.code)) }
    let canBeDecoded = transfer.client.transport.capabilities.contains(.decodesContent)
    try await start(Representation(whole: head, canBeDecoded: canBeDecoded), response)
    try await transfer.copy(response, to: &count, upTo: representation?.total)
    return .complete(head)
  }

  /// Starts the file again with the content of a response.
  private func start(_ representation: Representation, _ response: StreamedResponse) async throws {
    if let limit = options.limit, let total = representation.total, total > limit {
      throw response.failure(.mapping, BodyError.tooLarge(limit: limit, observed: total))
    }
    last = response
    head = response.head
    count = 0
    self.representation = representation
    do {
      try await file.restart(representation)
    } catch {
      throw response.failure(.sending, error)
    }
  }

  /// Requests the first bytes of the file, which show whether the rest can be read in pieces.
  private func readStart() async throws -> Outcome {
    let asked = 0..<Self.pieceSize
    let response: StreamedResponse
    do {
      response = try await transfer.open(RequestedRange(start: 0, end: asked.upperBound))
    } catch let error as CallError where error.refusesRange {
      // An empty file has no range.
      usesRanges = false
      return .restart(error)
    }
    guard response.head.status == .partialContent else { return try await readWhole(response) }
    guard let found = Representation(start: response.head, asked: asked),
      case .part(let end) = RangeResponse(response.head, asked: asked, of: found)
    else {
      usesRanges = false
      return .restart(response.failure(.mapping, DownloadFault.wrongRange))
    }
    try await start(found, response)
    try await transfer.copy(response, to: &count, upTo: end)
    try await transfer.checkContent(response, 0..<end)
    guard count != found.total else { return .complete(response.head) }
    response.finish()
    return .incomplete
  }

  /// Requests the bytes after the written ones, in several pieces at the same time.
  ///
  /// - Parameter head: the head of the response with the first bytes.
  private func readPieces(after head: HTTPResponse, of representation: Representation) async throws -> Outcome {
    guard let total = representation.total, count < total else { return .complete(head) }
    do {
      try await fetchPieces(count..<total, of: representation)
    } catch let refused as RangesRefused {
      // The file is read again from its start, because its bytes may be of two versions.
      usesRanges = false
      count = 0
      return .restart(refused.cause)
    } catch let error as CallError {
      throw PieceFailed(cause: error)
    }
    count = total
    return .complete(head)
  }

  private func fetchPieces(_ range: Range<Int>, of representation: Representation) async throws {
    let pieces = max(1, min(options.parallel, range.count / Self.pieceSize))
    let transfer = transfer
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<pieces {
        let start = range.lowerBound + range.count / pieces * index
        let end = index == pieces - 1 ? range.upperBound : range.lowerBound + range.count / pieces * (index + 1)
        group.addTask { try await transfer.fetch(start..<end, of: representation) }
      }
      for try await _ in group {}
    }
  }

  /// Checks the digests of the file and puts it in its place.
  private func complete(_ head: HTTPResponse) async throws -> DownloadedFile {
    let state = await file.state
    var digests: [FileDigest] = []
    do {
      for stated in [options.digest.map { [$0] } ?? [], representation?.digests ?? []] {
        if let digest = try await transfer.check(stated, of: 0..<count), !digests.contains(digest) { digests.append(digest) }
      }
    } catch {
      throw failure(error is FileFault ? .sending : .mapping, error)
    }
    do {
      try await file.commit()
    } catch {
      throw failure(.sending, error)
    }
    last?.finish()
    return DownloadedFile(
      file: target, size: count, head: head, digests: digests, resumed: state.resumed, requests: transfer.requests.value)
  }

  private func failure(_ stage: CallError.Stage, _ error: any Error) -> any Error {
    if error is CancellationError { return error }
    return last?.failure(stage, error) ?? CallError(stage, transfer.call.endpoint, underlying: error)
  }
}

/// A piece of the file could not be read, even after all permitted connections.
private struct PieceFailed: Error {
  let cause: CallError
}
