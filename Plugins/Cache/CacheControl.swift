import HTTPTypes
import RefineryParts

/// The directives of `Cache-Control` (RFC 9111 section 5.2) that concern a private cache. Unknown directives are ignored
/// (section 5.2.3).
struct CacheControl: Sendable, Equatable {
  /// The argument of `max-stale`.
  enum Staleness: Sendable, Equatable {
    case any
    case seconds(Int)
  }

  var maxAge: Int?
  var minFresh: Int?
  var maxStale: Staleness?
  var staleWhileRevalidate: Int?
  var staleIfError: Int?
  var noCache = false
  var noStore = false
  var mustRevalidate = false
  var mustUnderstand = false
  var onlyIfCached = false
  var isPublic = false
  var isPrivate = false
  /// Whether `s-maxage` is present. Its value is for shared caches only.
  var hasSharedMaxAge = false
  /// Whether `max-age` has a value that is not a number of seconds. The response is then stale (section 4.2.1).
  var hasInvalidMaxAge = false

  init() {}

  /// Reads the directives of all `Cache-Control` lines. If a directive is repeated, the first one applies (section 4.2.1).
  init(_ fields: HTTPFields) {
    guard fields.contains(.cacheControl) else { return }
    var seen: Set<String> = []
    for line in fields[values: .cacheControl] {
      for part in FieldList.parts(of: line) {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = FieldList.trimmed(pair[0]).lowercased()
        guard !name.isEmpty, seen.insert(name).inserted else { continue }
        set(name, pair.count > 1 ? FieldList.unquoted(pair[1]) : nil)
      }
    }
  }

  /// Reads the members of a targeted field (RFC 9213 section 2.1). A directive whose value has another type is ignored.
  init(_ members: [(name: String, value: StructuredMember)]) {
    for (name, member) in members {
      switch member.value {
      case .boolean(true) where name != "max-age": set(name, nil)
      case .integer(let number) where number >= 0: set(name, "\(number)")
      default: break
      }
    }
  }

  private mutating func set(_ name: String, _ argument: String?) {
    switch name {
    case "max-age":
      maxAge = argument.flatMap(Self.seconds)
      hasInvalidMaxAge = maxAge == nil
    case "min-fresh": minFresh = argument.flatMap(Self.seconds)
    case "max-stale": maxStale = argument.map { Self.seconds($0).map { .seconds($0) } ?? .seconds(0) } ?? .any
    case "stale-while-revalidate": staleWhileRevalidate = argument.flatMap(Self.seconds)
    case "stale-if-error": staleIfError = argument.flatMap(Self.seconds)
    // With an argument, `no-cache` applies to some fields only. A cache may ignore the argument (section 5.2.2.4).
    case "no-cache": noCache = true
    case "no-store": noStore = true
    case "must-revalidate": mustRevalidate = true
    case "must-understand": mustUnderstand = true
    case "only-if-cached": onlyIfCached = true
    case "public": isPublic = true
    case "private": isPrivate = true
    case "s-maxage": hasSharedMaxAge = true
    default: break
    }
  }

  /// The maximum, 2^31. Larger numbers of seconds are replaced by it (section 1.2.2).
  static let maximumSeconds = 1 << 31

  /// Returns a number of seconds; nil if the text is not one.
  static func seconds(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int(text) ?? maximumSeconds, maximumSeconds)
  }
}

/// Reads fields that are lists (RFC 9110 section 5.6.1).
enum FieldList {
  /// Returns the parts between commas without whitespace around them. A comma in a quoted string does not separate parts.
  static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.utf8.startIndex
    var (isQuoted, isEscaped) = (false, false)
    func add(until end: String.Index) {
      let part = trimmed(text[start..<end])
      if !part.isEmpty { parts.append(part) }
    }
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isQuoted: isEscaped = true
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        add(until: index)
        start = text.utf8.index(after: index)
      default: break
      }
    }
    add(until: text.utf8.endIndex)
    return parts
  }

  /// Returns the text without spaces and tabs at both ends.
  static func trimmed(_ text: Substring) -> Substring {
    var rest = text
    while let first = rest.utf8.first, first == 0x20 || first == 0x09 { rest = rest.dropFirst() }
    while let last = rest.utf8.last, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
    return rest
  }

  /// Returns the content of a token or of a quoted string (RFC 9110 section 5.6.4).
  static func unquoted(_ text: Substring) -> String {
    let text = trimmed(text)
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") else {
      return String(text)
    }
    var content = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        content.append(character)
        isEscaped = false
      }
    }
    return content
  }
}
