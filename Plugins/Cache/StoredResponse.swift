public import FoundationEssentials
public import HTTPTypes
public import RefineryCore
import RefineryParts

/// A response in a ``CacheStore``. It is complete, and its body is in memory.
///
/// A stored response may contain personal data of the user whose credential was sent. A store must not print it.
public struct StoredResponse: Sendable, Redacted {
  /// When the request was sent.
  public let requestTime: Date
  /// When the response arrived.
  public let responseTime: Date
  /// Status and header fields, with the changes of later 304 responses.
  public let head: HTTPResponse
  /// The content.
  public let body: Data
  /// The request fields that `Vary` names, in lower case, with their values. A value is nil if the request did not have the
  /// field. A new response replaces a stored one with the same key and the same values.
  public let variant: [String: String?]
  /// The fields that can replace `Cache-Control` (RFC 9213), the most specific one first.
  public let targets: [HTTPField.Name]
  let freshness: Freshness

  /// Creates a stored response. Use this in a store that loads responses, for example from a file.
  public init(
    requestTime: Date, responseTime: Date, head: HTTPResponse, body: Data, variant: [String: String?],
    targets: [HTTPField.Name] = []
  ) {
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.head = head
    self.body = body
    self.variant = variant
    self.targets = targets
    freshness = Freshness(
      head, requestTime: CacheTime.seconds(of: requestTime), responseTime: CacheTime.seconds(of: responseTime), targets)
  }

  /// The approximate number of bytes of memory that it uses.
  package var size: Int {
    head.headerFields.reduce(body.count + 512) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
  }
}

extension HTTPFields {
  /// Returns these fields without `Age`. A later field replaces the fields with the same name. Returns nil if the result would
  /// have more than 5,000 fields: a server can add new names with each response, and `HTTPFields` ends the process at 65,535
  /// fields.
  func updated(by later: some Collection<HTTPField>) -> HTTPFields? {
    let replaced = Set(later.map(\.name)).union([.age])
    let kept = filter { !replaced.contains($0.name) }
    return kept.count + later.count <= 5_000 ? HTTPFields(kept + later) : nil
  }
}

/// The key of stored responses: the target, and the identity that the response was made for.
///
/// An unsafe request makes a target invalid for every identity, so a store must be able to find all keys of a target.
public struct CacheKey: Sendable, Hashable, Redacted {
  /// Scheme, host, port, path and query.
  public let target: String
  /// The identity that the response was made for. A response of one identity is never used for another. The text can contain
  /// the values of credential fields, so a store must protect it and must not print it. A text of ``CacheMiddleware`` is ASCII.
  public let identity: String

  /// Creates a key.
  public init(target: String, identity: String) {
    self.target = target
    self.identity = identity
  }
}

/// Converts times to whole seconds since 1970, limited so that no sum overflows. Seconds do not depend on a time zone (RFC 9111
/// section 4.2).
enum CacheTime {
  /// Returns the last whole second that is not after a date, as section 4.2 requires; zero if it is out of range.
  static func seconds(of date: Date) -> Int {
    Int(exactly: date.timeIntervalSince1970.rounded(.down)).flatMap { $0.magnitude < 1 << 50 ? $0 : nil } ?? 0
  }

  /// Reads a date in upper or lower case (section 4.2); nil if it is malformed or in a zone other than GMT.
  static func seconds(_ text: String, now: Int) -> Int? {
    if let date = HTTPDate.date(text, now: Date(timeIntervalSince1970: Double(now))) { return seconds(of: date) }
    var isInWord = false
    let canonical = text.map { character -> String in
      defer { isInWord = character.isLetter }
      return isInWord ? character.lowercased() : character.uppercased()
    }.joined().replacing("Gmt", with: "GMT")
    return HTTPDate.date(canonical, now: Date(timeIntervalSince1970: Double(now))).map { seconds(of: $0) }
  }

  /// Whether a date has exactly the spaces of its form (RFC 9110 section 5.6.7). `HTTPDate` also reads other white space.
  static func hasValidSpaces(_ text: String) -> Bool {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    // A day of one digit in asctime's form has two spaces before it: `Sun Nov  6 08:49:37 1994`.
    let isPadded = words.count == 6 && words[2].isEmpty && words[3].utf8.count == 1
    return !text.utf8.contains(0x09) && !words.enumerated().contains { $1.isEmpty && !(isPadded && $0 == 2) }
  }
}

/// The freshness of a response (RFC 9111 section 4.2).
struct Freshness: Sendable {
  let control: CacheControl
  /// The time of `Date`; without it, the time when the response arrived.
  let date: Int
  let responseTime: Int
  /// The lifetime that the response states, in seconds (section 4.2.1); nil if it states none.
  let explicitLifetime: Int?
  /// The heuristic lifetime, a tenth of the time since the last change (section 4.2.2); nil if heuristics are not permitted.
  let heuristicLifetime: Int?
  private let initialAge: Int

  init(_ head: HTTPResponse, requestTime: Int, responseTime: Int, _ targets: [HTTPField.Name]) {
    let fields = head.headerFields
    let targeted = targets.lazy.compactMap { Self.targeted(fields, $0) }.first
    control = targeted ?? CacheControl(fields)
    self.responseTime = responseTime
    let date = fields[.date].flatMap { CacheTime.seconds($0, now: responseTime) } ?? responseTime
    self.date = date
    let age = fields[.age].flatMap { FieldList.parts(of: $0).first }.flatMap { CacheControl.seconds($0) } ?? 0
    // Section 4.2.3. If the clock went back between request and response, the difference counts as zero.
    initialAge = max(0, responseTime - date, age + max(0, responseTime - requestTime))
    if control.hasInvalidMaxAge {
      explicitLifetime = 0
    } else if let maxAge = control.maxAge {
      explicitLifetime = maxAge
    } else if targeted == nil, let expires = fields[.expires] {
      // An invalid date, such as 0, is in the past (section 5.3).
      let end = CacheTime.hasValidSpaces(expires) ? CacheTime.seconds(expires, now: responseTime) : nil
      explicitLifetime = end.map { max(0, $0 - date) } ?? 0
    } else {
      explicitLifetime = nil
    }
    let mayGuess = explicitLifetime == nil && (CacheRules.heuristicStatuses.contains(head.status.code) || control.isPublic)
    let modified = mayGuess ? fields[.lastModified].flatMap { CacheTime.seconds($0, now: responseTime) } : nil
    heuristicLifetime = modified.map { max(0, date - $0) / 10 }
  }

  /// Returns the directives of a targeted field; nil if it is missing, empty or malformed (RFC 9213 section 2.2).
  private static func targeted(_ fields: HTTPFields, _ name: HTTPField.Name) -> CacheControl? {
    guard let text = fields[name], let members = StructuredField.dictionary(text)?.entries, !members.isEmpty else { return nil }
    return CacheControl(members)
  }

  /// Returns the age in seconds (section 4.2.3). If the response seems to be from more than a minute in the future, the clock
  /// has changed and the age is not known. The result is then so large that the response is never used.
  func age(at now: Int) -> Int {
    guard now >= responseTime - 60 else { return CacheControl.maximumSeconds * 2 }
    return initialAge + max(0, now - responseTime)
  }

  func lifetime(_ policy: CachePolicy) -> Int {
    explicitLifetime ?? heuristicLifetime.map { min($0, CachePolicy.seconds(policy.maximumHeuristicLifetime)) } ?? 0
  }

  /// Whether the response must not be used after it has become stale (section 4.2.4).
  var mustNotBeStale: Bool { control.mustRevalidate || control.noCache }
}
