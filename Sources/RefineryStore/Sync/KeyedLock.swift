import RefineryCore
import Synchronization

/// A lock per key: one task at a time holds a key; the others wait in line.
final class KeyedLock: Sendable {
  /// The tasks that wait for each key that is held.
  private let lines = Mutex<[String: [OneShotContinuation<Void>]]>([:])

  /// Runs `body` while holding the key.
  ///
  /// - Throws: what `body` throws; `CancellationError` when the task is cancelled while it waits.
  func pass<Output>(_ key: String, _ body: () async throws -> Output) async throws -> Output {
    try await enter(key)
    defer { leave(key) }
    return try await body()
  }

  /// Takes a key if it is free.
  func enterIfFree(_ key: String) -> Bool {
    lines.withLock { lines in
      guard lines[key] == nil else { return false }
      lines[key] = []
      return true
    }
  }

  /// How many tasks wait for a key.
  func waiting(for key: String) -> Int { lines.withLock { $0[key]?.count ?? 0 } }

  private func enter(_ key: String) async throws {
    try Task.checkCancellation()
    let turn = OneShotContinuation<Void>()
    let isFree = lines.withLock { lines in
      if lines[key] == nil {
        lines[key] = []
        return true
      }
      lines[key]?.append(turn)
      return false
    }
    if isFree { return }
    try await turn.value {
      lines.withLock { lines in
        guard let place = lines[key]?.firstIndex(where: { $0 === turn }) else { return false }
        lines[key]?.remove(at: place)
        return true
      }
    }
  }

  /// Passes the key to the next task in line, or frees it.
  func leave(_ key: String) {
    let next = lines.withLock { lines -> OneShotContinuation<Void>? in
      guard lines[key]?.isEmpty == false else {
        lines[key] = nil
        return nil
      }
      return lines[key]?.removeFirst()
    }
    next?.resume(with: .success(()))
  }
}
