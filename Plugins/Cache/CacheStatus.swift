package import HTTPTypes
public import RefineryCore
import RefineryParts

/// What one cache did with a request: a member of the `Cache-Status` field (RFC 9211).
///
/// Caches between the client and the server also write members, so a response may have several. The first member is from the
/// cache nearest to the server. The last one is from ``CacheMiddleware``.
///
/// ```swift
/// let reply = try await api.reply(to: Person.read(5))
/// print(reply.source, reply.cacheStatus.last?.isHit ?? false)
/// ```
public struct CacheStatus: Sendable, Equatable, CustomStringConvertible {
  /// The name of the cache.
  public let cache: String
  /// Whether the cache responded without forwarding the request.
  public internal(set) var isHit = false
  /// Why the request was forwarded (RFC 9211 section 2.2), such as `uri-miss`, `vary-miss`, `request` or `stale`; nil for a
  /// hit.
  public internal(set) var forwarded: String?
  /// The status of the response to the forwarded request, if it differs from the status of this response.
  public internal(set) var forwardStatus: Int?
  /// The number of seconds for which the response stays fresh; negative if it is stale.
  public internal(set) var timeToLive: Int?
  /// Whether the cache stored the response.
  public internal(set) var isStored = false
  /// Whether the request was combined with others.
  public internal(set) var isCollapsed = false
  /// Further details; each cache defines its own.
  public internal(set) var detail: String?

  init(cache: String) { self.cache = cache }

  /// The member, as it is written in the field: `Refinery; hit; ttl=30`.
  public var description: String {
    var text = ""
    // One allocation for most members.
    text.reserveCapacity(80)
    text += StructuredField.tokenOrString(cache)
    if isHit { text += "; hit" }
    if let forwarded { text += "; fwd=\(StructuredField.tokenOrString(forwarded))" }
    if let forwardStatus { text += "; fwd-status=\(forwardStatus)" }
    if let timeToLive {
      text += "; ttl="
      text += String(timeToLive)
    }
    if isStored { text += "; stored" }
    if isCollapsed { text += "; collapsed" }
    if let detail { text += "; detail=\(StructuredField.tokenOrString(detail))" }
    return text
  }

  /// Reads all members of the `Cache-Status` lines. Returns an empty list if they are malformed.
  package static func members(of fields: HTTPFields) -> [CacheStatus] {
    guard let text = fields[.cacheStatus], let list = StructuredField.list(text) else { return [] }
    return list.compactMap { member in
      switch member.value {
      case .string(let name), .token(let name): CacheStatus(name, member.parameters)
      default: nil
      }
    }
  }

  private init(_ name: String, _ parameters: StructuredMap<StructuredValue>) {
    func text(_ name: String) -> String? {
      switch parameters[name] {
      case .string(let text)?, .token(let text)?: text
      default: nil
      }
    }
    func number(_ name: String) -> Int? { if case .integer(let number)? = parameters[name] { number } else { nil } }
    cache = name
    isHit = parameters["hit"] == .boolean(true)
    forwarded = text("fwd")
    forwardStatus = number("fwd-status")
    timeToLive = number("ttl")
    isStored = parameters["stored"] == .boolean(true)
    isCollapsed = parameters["collapsed"] == .boolean(true)
    detail = text("detail")
  }
}

extension Reply {
  /// What each cache did with the request (RFC 9211). The cache nearest to the server comes first.
  public var cacheStatus: [CacheStatus] { CacheStatus.members(of: headers) }
}

extension HTTPField.Name {
  static let cacheStatus = HTTPField.Name("Cache-Status") ?? .age
}

extension ResponseSource {
  /// A stored response that was fresh.
  public static let freshCache = ResponseSource("cache (fresh)")
  /// A stored response that the server has just confirmed with 304.
  public static let validatedCache = ResponseSource("cache (validated)")
  /// A stale stored response whose use was permitted.
  public static let staleCache = ResponseSource("cache (stale)")
}
