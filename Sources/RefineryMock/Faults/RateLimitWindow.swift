import HTTPTypes

/// The requests of one row in the window of a rate limit.
struct RateLimitWindow: Sendable {
  private var start: Duration?
  private var used = 0

  /// Counts a request. Returns the fields of its response, and whether it exceeds the quota.
  mutating func take(_ quota: Int, _ window: Duration, at now: Duration) -> (fields: HTTPFields, isExceeded: Bool) {
    if start.map({ now < $0 || now - $0 >= window }) ?? true { (start, used) = (now, 0) }
    let isExceeded = used >= quota
    if !isExceeded { used += 1 }
    let left = window - (now - (start ?? now))
    // The next request within the rest of a second is still in the window.
    let seconds = left.components.seconds + (left.components.attoseconds > 0 ? 1 : 0)
    var fields = HTTPFields()
    // draft-ietf-httpapi-ratelimit-headers
    if let policy = HTTPField.Name("RateLimit-Policy") { fields[policy] = "\"mock\";q=\(quota);w=\(window.components.seconds)" }
    if let limit = HTTPField.Name("RateLimit") { fields[limit] = "\"mock\";r=\(quota - used);t=\(seconds)" }
    if isExceeded { fields[.retryAfter] = "\(seconds)" }
    return (fields, isExceeded)
  }
}
