public import FoundationEssentials
public import HTTPTypes
public import RefineryCore

/// A response that a ``CacheStore`` keeps. It is whole, and its body is in memory.
///
/// A stored response may hold personal data of the one whose credential it was made with. A store must not print it.
public struct StoredResponse: Sendable, Redacted {
  /// When the request was sent.
  public let requestTime: Date
  /// When the response arrived.
  public let responseTime: Date
  /// Status and header fields, with the changes of later 304 responses.
  public let head: HTTPResponse
  /// The content.
  public let body: Data
  /// The request fields that `Vary` names, in lower case, with their values; nil if the request had no such field. Two stored
  /// responses of one key with the same values replace each other.
  public let variant: [String: String?]
  /// The fields that may take the place of `Cache-Control` (RFC 9213).
  public let targets: [HTTPField.Name]
  let freshness: Freshness

  /// Creates a stored response, as a store does that reads it from elsewhere.
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

  /// About how many bytes of memory it takes.
  public var size: Int {
    head.headerFields.reduce(body.count + 512) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
  }
}

/// Under what a store keeps responses: the target, and for whom the response was made.
///
/// Unsafe requests make a target invalid for every identity, so a store must find the keys of a target.
public struct CacheKey: Sendable, Hashable, Redacted {
  /// Scheme, host, port, path and query.
  public let target: String
  /// Whose response it is. A response of one identity is never used for another. It can hold the values of credential fields: a
  /// store must protect it, and must not print it.
  public let identity: String

  /// Creates a key.
  public init(target: String, identity: String) {
    self.target = target
    self.identity = identity
  }
}

/// Times in whole seconds since 1970, limited so that no sum overflows. Seconds do not depend on a time zone (RFC 9111 section 4.2).
enum CacheTime {
  /// Returns the second before or at a date (section 4.2: the nearest time equal to or earlier); zero if it is out of range.
  static func seconds(of date: Date) -> Int {
    Int(exactly: date.timeIntervalSince1970.rounded(.down)).flatMap { $0.magnitude < 1 << 50 ? $0 : nil } ?? 0
  }

  /// Reads a date in any case (section 4.2); nil if it is malformed or in a zone other than GMT.
  static func seconds(_ text: String, now: Int) -> Int? {
    if let date = HTTPDate.date(text, now: Date(timeIntervalSince1970: Double(now))) { return seconds(of: date) }
    var isInWord = false
    let canonical = text.map { character -> String in
      defer { isInWord = character.isLetter }
      return isInWord ? character.lowercased() : character.uppercased()
    }.joined().replacing("Gmt", with: "GMT")
    return HTTPDate.date(canonical, now: Date(timeIntervalSince1970: Double(now))).map { seconds(of: $0) }
  }
}

/// What a response says about its own use: RFC 9111 section 4.2.
struct Freshness: Sendable {
  let control: CacheControl
  /// `Date`, or when the response arrived.
  let date: Int
  let responseTime: Int
  /// For how long it is fresh, in seconds (section 4.2.1); nil if it does not say.
  let explicitLifetime: Int?
  /// The lifetime by section 4.2.2, a tenth of the time since the last change; nil if heuristics are not permitted.
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
    // Section 4.2.3. A clock that went back between request and response adds nothing.
    initialAge = max(0, responseTime - date, age + max(0, responseTime - requestTime))
    if control.hasInvalidMaxAge {
      explicitLifetime = 0
    } else if let maxAge = control.maxAge {
      explicitLifetime = maxAge
    } else if targeted == nil, let expires = fields[.expires] {
      // An invalid date, such as 0, is in the past (section 5.3).
      explicitLifetime = CacheTime.seconds(expires, now: responseTime).map { max(0, $0 - date) } ?? 0
    } else {
      explicitLifetime = nil
    }
    let mayGuess = explicitLifetime == nil && (CacheRules.heuristicStatuses.contains(head.status.code) || control.isPublic)
    let modified = mayGuess ? fields[.lastModified].flatMap { CacheTime.seconds($0, now: responseTime) } : nil
    heuristicLifetime = modified.map { max(0, date - $0) / 10 }
  }

  /// The directives of a targeted field; nil if it is missing, empty or malformed (RFC 9213 section 2.2).
  private static func targeted(_ fields: HTTPFields, _ name: HTTPField.Name) -> CacheControl? {
    guard let text = fields[name], let members = StructuredValue.dictionary(text), !members.isEmpty else { return nil }
    return CacheControl(members)
  }

  /// The age in seconds (section 4.2.3). Of a response that seems to be from more than a minute in the future, the clock has
  /// changed: its age is not known, so it is too old for anything.
  func age(at now: Int) -> Int {
    guard now >= responseTime - 60 else { return CacheControl.maximumSeconds * 2 }
    return initialAge + max(0, now - responseTime)
  }

  func lifetime(_ policy: CachePolicy) -> Int {
    explicitLifetime ?? heuristicLifetime.map { min($0, CachePolicy.seconds(policy.maximumHeuristicLifetime)) } ?? 0
  }

  /// Whether it must not be used stale (section 4.2.4).
  var mustNotBeStale: Bool { control.mustRevalidate || control.noCache }
}
