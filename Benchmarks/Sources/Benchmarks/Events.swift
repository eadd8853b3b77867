import Foundation
import Refinery

/// Parses event streams in chunks of 64 KiB, beside copying the same bytes. Returns what missed its target: at most 40 times
/// the time of copying with events of 120 bytes of data.
func compareEvents() async throws -> [String] {
  print("\nParsing an event stream, beside copying the same bytes")
  var failures: [String] = []
  for size in [40, 120, 1_000, 16_000] {
    let (chunks, count) = eventChunks(size)
    let bytes = chunks.reduce(0) { $0 + $1.count }
    let costs = try await measureTogether(
      [
        {
          var copy: [UInt8] = []
          copy.reserveCapacity(bytes)
          for chunk in chunks { copy.append(contentsOf: chunk) }
          guard copy.count == bytes else { throw EventsMissing() }
        },
        {
          var parser = EventParser()
          var found = 0
          for chunk in chunks {
            parser.push(chunk)
            while try parser.next() != nil { found += 1 }
          }
          guard found == count else { throw EventsMissing() }
        },
      ], passes: 1, rounds: 50)
    let rates = costs.map { Double(bytes) / $0.nanoseconds * 1e3 }
    report("copy, \(size) bytes of data each", costs[0])
    report("parse, \(size) bytes of data each", costs[1], beside: costs[0])
    print("copied at \(Int(rates[0])) MB/s, parsed at \(Int(rates[1])) MB/s, \(Int(costs[1].nanoseconds) / count) ns an event")
    // As a ratio, because the speed is that of the machine.
    let ratio = costs[1].nanoseconds / costs[0].nanoseconds
    if size == 120, ratio > 40 { failures.append("parsing events takes \(Int(ratio)) times as long as copying them") }
  }
  return failures
}

private struct EventsMissing: Error {}

/// About 8 MB of events with an `id`, a name and one line of data.
private func eventChunks(_ size: Int) -> (chunks: [Data], count: Int) {
  let data = String(repeating: #"{"id":12345,"text":"Hello world"}"#, count: size / 33 + 1).prefix(size)
  var text = Data()
  var count = 0
  while text.count < 8_000_000 {
    count += 1
    text += Data("id: \(count)\nevent: delta\ndata: \(data)\n\n".utf8)
  }
  let chunks = stride(from: 0, to: text.count, by: 65_536).map { Data(text[$0..<min($0 + 65_536, text.count)]) }
  return (chunks, count)
}
