import FoundationEssentials
public import RefineryCore
import RefineryParts
import Synchronization

/// Stores responses for ``CacheMiddleware``: ``MemoryCacheStore``, `SQLiteCacheStore`, `RedisCacheStore`, or your own.
///
/// A store may remove any response at any time. If it throws, the call continues as if nothing were stored. It compares targets
/// and identities by their bytes; two Swift strings with different bytes may be equal. `CacheStoreContract` in
/// RefineryContracts has checks for a store of your own.
///
/// A slow or locked store does not delay calls: ``CacheMiddleware`` waits for it no longer than its `storeLimit`, 50 ms by
/// default. Work that takes longer ends in the background. Until a read is fast again, calls are sent as if nothing were
/// stored, and one read at a time tests the store. In the same way, responses are not stored until a change is fast again. A
/// removal is never left out. Until it has ended, the cache does not use the responses of its target. If a removal fails, the
/// store must not return these responses later.
public protocol CacheStore: Sendable, Redacted {
  /// Returns the stored responses of a key, one for each variant, in any order.
  func responses(for key: CacheKey) async throws -> [StoredResponse]

  /// Stores a response. It replaces the stored response with the same key and the same ``StoredResponse/variant``.
  func store(_ response: StoredResponse, for key: CacheKey) async throws

  /// Removes the responses of a key.
  func remove(_ key: CacheKey) async throws

  /// Removes all responses of a target, whatever their identity.
  func removeAll(target: String) async throws

  /// Whether each wait in this store is so short that it needs no time limit. If false, the cache limits each wait with a
  /// timer, which needs two additional tasks. Default: false.
  var returnsPromptly: Bool { get }
}

extension CacheStore {
  /// False: the cache limits each wait with a timer.
  public var returnsPromptly: Bool { false }
}

/// Keeps responses in memory, up to a number of bytes. When the store is full, it removes the least recently used responses.
///
/// A read costs one lock and a look-up.
public final class MemoryCacheStore: CacheStore {
  package let byteLimit: Int
  private let state: Mutex<State>

  /// Creates an empty store.
  ///
  /// - Parameter byteLimit: the maximum number of bytes: bodies, header fields, and about 0.5 kB for each response. 64 MiB by
  ///   default. A larger response is not stored. If the limit is zero or negative, nothing is stored.
  public init(byteLimit: Int = 64 * 1024 * 1024) {
    self.byteLimit = byteLimit
    state = Mutex(State())
  }

  package var count: Int { state.withLock { $0.entries.count } }
  /// The approximate number of bytes that the responses use, for a metric.
  public var byteCount: Int { state.withLock { $0.bytes } }
  /// True: the store waits only for a lock.
  public var returnsPromptly: Bool { true }

  /// Removes everything.
  public func removeAll() { state.withLock { $0 = State() } }

  /// Returns the responses of a key, and marks them as most recently used.
  public func responses(for key: CacheKey) -> [StoredResponse] {
    state.withLock { state in
      let ids = state.ids(key)
      for id in ids { state.touch(id) }
      return ids.compactMap { state.entries[$0]?.response }
    }
  }

  /// Stores a response.
  public func store(_ response: StoredResponse, for key: CacheKey) {
    let size = response.size + key.target.utf8.count + key.identity.utf8.count
    // A slice would keep its whole buffer in memory.
    let body = response.body.withUnsafeBytes { Data($0) }
    let own = StoredResponse(
      requestTime: response.requestTime, responseTime: response.responseTime, head: response.head, body: body,
      variant: response.variant, targets: response.targets)
    state.withLock { state in
      for id in state.ids(key) where state.entries[id]?.response.variant == response.variant { state.remove(id) }
      guard size <= byteLimit else { return }
      // Limits the variants, so that look-ups stay fast if a server varies by many values.
      let others = state.ids(key)
      if others.count >= Self.maximumVariants, let oldest = others.first { state.remove(oldest) }
      state.add(Entry(key: key, response: own, size: size))
      while state.bytes > byteLimit, let oldest = state.oldest { state.remove(oldest) }
    }
  }

  /// Removes the responses of a key.
  public func remove(_ key: CacheKey) {
    state.withLock { state in
      for id in state.ids(key) { state.remove(id) }
    }
  }

  /// Removes all responses of a target.
  public func removeAll(target: String) {
    state.withLock { state in
      for id in (state.targets[ExactText(target)] ?? [:]).values.joined() { state.remove(id) }
    }
  }

  package static let standardLimit = 64 * 1024 * 1024
  private static let maximumVariants = 32

  private struct Entry {
    let key: CacheKey
    let response: StoredResponse
    let size: Int
    /// The neighbours in the order of use.
    var older: Int?
    var newer: Int?
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    /// The numbers of entries, by target and identity, the oldest first.
    var targets: [ExactText: [ExactText: [Int]]] = [:]
    var oldest: Int?
    var newest: Int?
    var bytes = 0
    var lastID = 0

    func ids(_ key: CacheKey) -> [Int] { targets[ExactText(key.target)]?[ExactText(key.identity)] ?? [] }

    mutating func add(_ entry: Entry) {
      lastID += 1
      entries[lastID] = entry
      targets[ExactText(entry.key.target), default: [:]][ExactText(entry.key.identity), default: []].append(lastID)
      bytes += entry.size
      append(lastID)
    }

    mutating func remove(_ id: Int) {
      unlink(id)
      guard let entry = entries.removeValue(forKey: id) else { return }
      bytes -= entry.size
      let (target, identity) = (ExactText(entry.key.target), ExactText(entry.key.identity))
      targets[target]?[identity]?.removeAll { $0 == id }
      if targets[target]?[identity]?.isEmpty == true { targets[target]?[identity] = nil }
      if targets[target]?.isEmpty == true { targets[target] = nil }
    }

    mutating func touch(_ id: Int) {
      guard newest != id else { return }
      unlink(id)
      append(id)
    }

    private mutating func append(_ id: Int) {
      entries[id]?.older = newest
      entries[id]?.newer = nil
      if let newest { entries[newest]?.newer = id } else { oldest = id }
      newest = id
    }

    private mutating func unlink(_ id: Int) {
      guard let entry = entries[id] else { return }
      if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
      if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
    }
  }
}
