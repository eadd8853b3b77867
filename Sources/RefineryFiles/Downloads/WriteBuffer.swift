import FoundationEssentials
import RefineryCore

/// Collects small chunks, so that several are written at once.
struct WriteBuffer {
  /// The size above which bytes are written: 256 KiB.
  private static let size = 256 * 1024
  /// The time after which fewer bytes are written, too. It is checked when a chunk arrives.
  private static let interval = Duration.milliseconds(200)

  private let clock: CallClock
  private var last: Duration?
  private(set) var data = Data()

  init(clock: CallClock) { self.clock = clock }

  var count: Int { data.count }

  mutating func append(_ chunk: Data) {
    if data.isEmpty { data = chunk } else { data.append(chunk) }
  }

  /// Whether the bytes must be written now. The first bytes are written at once, so that the caller sees progress.
  var isDue: Bool { data.count >= Self.size || last.map { clock.now - $0 >= Self.interval } ?? true }

  mutating func take() -> Data {
    last = clock.now
    defer { data = Data() }
    return data
  }
}
