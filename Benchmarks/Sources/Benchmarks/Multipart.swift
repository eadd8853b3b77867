import Foundation
import Refinery

/// Reads and writes multipart bodies in chunks of 64 KiB, beside copying the same bytes. Returns what missed its target: at
/// most 60 times the time of copying with parts of 1 KiB, 10 times with parts of 64 KiB, and 16 allocations a part.
func compareMultipart() async throws -> [String] {
  print("\nMultipart bodies, beside copying the same bytes")
  var failures: [String] = []
  for size in [1_024, 65_536] {
    let form = multipartForm(size)
    let content = try await form.makeBody().collect()
    let chunks = stride(from: 0, to: content.count, by: 65_536).map { Data(content[$0..<min($0 + 65_536, content.count)]) }
    let costs = try await measureTogether(
      [
        {
          var copy: [UInt8] = []
          copy.reserveCapacity(content.count)
          for chunk in chunks { copy.append(contentsOf: chunk) }
          guard copy.count == content.count else { throw BytesMissing() }
        },
        {
          var bytes = 0
          for try await part in try MultipartParts(Body(ChunkList(chunks: chunks)), contentType: form.contentType) {
            for try await chunk in part.body { bytes += chunk.count }
          }
          guard bytes == form.parts.count * size else { throw BytesMissing() }
        },
        {
          var bytes = 0
          for try await chunk in try form.makeBody() { bytes += chunk.count }
          guard bytes == content.count else { throw BytesMissing() }
        },
      ], passes: 1, rounds: 50)
    let rates = costs.map { Int(Double(content.count) / $0.nanoseconds * 1e3) }
    report("copy, parts of \(size) bytes", costs[0])
    report("read, parts of \(size) bytes", costs[1], beside: costs[0])
    report("write, parts of \(size) bytes", costs[2], beside: costs[0])
    let perPart = costs.map { Int($0.nanoseconds) / form.parts.count }
    print(
      "copied at \(rates[0]) MB/s, read at \(rates[1]) MB/s, \(perPart[1]) ns a part, "
        + "written at \(rates[2]) MB/s, \(perPart[2]) ns a part")
    // As ratios, because the speed is that of the machine.
    let (limit, count) = (size == 1_024 ? 60.0 : 10, Double(form.parts.count))
    for (work, cost) in [("reading", costs[1]), ("writing", costs[2])] {
      let ratio = cost.nanoseconds / costs[0].nanoseconds
      if ratio > limit { failures.append("\(work) parts of \(size) bytes takes \(Int(ratio)) times as long as copying them") }
      if size == 1_024, cost.allocations / count > 16 { failures.append("\(work) a part makes more than 16 allocations") }
    }
  }
  return failures
}

private struct BytesMissing: Error {}

/// Chunks that are there without waiting.
private struct ChunkList: AsyncSequence, Sendable {
  typealias Element = Data

  let chunks: [Data]

  func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<Data>

    mutating func next() async throws -> Data? { rest.popFirst() }
  }
}

/// About 8 MB of parts of this size. Their bytes are random, so one of 256 may begin a boundary.
private func multipartForm(_ size: Int) -> MultipartForm {
  var number: UInt32 = 1
  let bytes = Data(
    (0..<size).map { _ in
      number = number &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: number >> 24)
    })
  return MultipartForm((0..<8_000_000 / size).map { .data("file\($0)", bytes, filename: "\($0).bin") })
}
