import FoundationEssentials
import RefineryCore

/// Collects small chunks, so that a file is not written for each.
struct WriteBuffer {
  /// The size above which bytes are written: 256 KiB.
  private static let size = 256 * 1024
  /// How long a byte waits for others, if others arrive.
  private static let interval = Duration.milliseconds(200)

  private let clock: CallClock
  private var last: Duration?
  private(set) var data = Data()

  init(clock: CallClock) { self.clock = clock }

  var count: Int { data.count }

  mutating func append(_ chunk: Data) {
    if data.isEmpty { data = chunk } else { data.append(chunk) }
  }

  /// Whether it is time to write: at once for the first bytes, so that progress is seen.
  var isDue: Bool { data.count >= Self.size || last.map { clock.now - $0 >= Self.interval } ?? true }

  mutating func take() -> Data {
    last = clock.now
    defer { data = Data() }
    return data
  }
}
