import FoundationEssentials
import RefineryCore
import RefineryJSON
import RefineryOpenAPI
import RefineryTesting
import RefineryVerification

// Numbers and texts by the names of members.
extension MadeUpValues {
  /// - Parameter isSmall: whether the type is a small one, such as `Int8`.
  mutating func integer(_ name: String, isSmall: Bool = false) -> Int {
    let name = name.folded
    let range: ClosedRange<Int> =
      switch true {
      case name == "age": 1...99
      case name.hasSuffix("year"): 1990...2026
      case name.hasSuffix("at"), name.hasPrefix("created"), name.contains("time"), name.contains("modified"):
        1_735_689_600...1_767_225_599
      case _ where isSmall: 1...100
      case name.contains("count"), name.contains("quantity"), name.contains("rating"), name.contains("score"): 0...20
      case name.contains("percent"): 0...100
      case name.contains("size"), name.contains("length"), name.contains("bytes"): 100...1_000_000
      case name.contains("status"), name == "code": 200...200
      default: 1...1_000
      }
    return Int.random(in: range, using: &random)
  }

  mutating func number(_ name: String) -> JSONValue {
    let folded = name.folded
    let hundredths: Double =
      switch true {
      case folded.hasPrefix("lat"): Double(Int.random(in: -9_000...9_000, using: &random))
      case folded.hasPrefix("lon"), folded == "lng": Double(Int.random(in: -18_000...18_000, using: &random))
      case folded.contains("price"), folded.contains("amount"), folded.contains("total"), folded.contains("cost"):
        Double(Int.random(in: 100...99_999, using: &random))
      default: Double(integer(name)) * 100 + Double(Int.random(in: 0...99, using: &random))
      }
    return JSONValue.Number(hundredths / 100).map { .number($0) } ?? 0
  }

  /// Nil if nothing is known of the format.
  mutating func text(ofFormat format: String?) -> String? {
    switch format {
    case "uuid": uuid()
    case "date-time": dateTime()
    case "date": String(dateTime().prefix(10))
    case "time": String(dateTime().dropFirst(11))
    case "email": email()
    case "uri", "url": "https://example.com/\(pick(Self.words))"
    case "hostname": "\(pick(Self.words)).example.com"
    case "ipv4": "192.0.2.\(Int.random(in: 1...254, using: &random))"
    case "ipv6": "2001:db8::\(Int.random(in: 1...254, using: &random))"
    case "byte": Data(pick(Self.words).utf8).base64EncodedString()
    default: nil
    }
  }

  mutating func text(named name: String) -> String {
    switch name {
    case "name", "fullname", "displayname", "author", "owner", "user", "artist", "supervisor", "assignee":
      return "\(pick(Self.firstNames)) \(pick(Self.lastNames))"
    case "firstname", "givenname", "nickname": return pick(Self.firstNames)
    case "lastname", "familyname", "surname": return pick(Self.lastNames)
    case "username", "login", "handle": return pick(Self.firstNames).lowercased()
    case "title", "headline", "subject", "summary", "label": return title()
    case "text", "body", "bodytext", "content", "description", "message", "comment", "bio", "note", "notes": return sentence()
    case "slug", "key", "tag", "category", "topic", "keyword", "type", "kind": return pick(Self.words)
    case "city", "town": return pick(["Oslo", "Lyon", "Porto", "Turin", "Graz", "Cork"])
    case "country": return pick(["Norway", "France", "Portugal", "Italy", "Austria", "Ireland"])
    case "countrycode": return pick(["NO", "FR", "PT", "IT", "AT", "IE"])
    case "street", "address": return "\(Int.random(in: 1...99, using: &random)) \(pick(["Elm", "Oak", "Mill", "Park"])) Street"
    case "zip", "postcode", "postalcode", "zipcode": return "\(Int.random(in: 10_000...99_999, using: &random))"
    case "company", "organization", "organisation": return "\(pick(Self.lastNames)) & \(pick(Self.lastNames))"
    case "currency": return pick(["EUR", "NOK", "USD", "GBP"])
    case "language", "lang", "locale": return pick(["en", "fr", "no", "de", "pt"])
    case "status", "state": return pick(["active", "pending", "done"])
    case "color", "colour": return pick(["red", "green", "blue", "yellow"])
    case "version": return "1.\(Int.random(in: 0...9, using: &random)).0"
    case "timezone": return "Europe/Oslo"
    default: break
    }
    if name.contains("email") || name == "mail" { return email() }
    if name.contains("phone") || name == "tel" { return "+1 555 01\(Int.random(in: 10...99, using: &random))" }
    if name.hasSuffix("url") || name.hasSuffix("uri") || name == "link" || name == "href" || name == "website" {
      return "https://example.com/\(pick(Self.words))"
    }
    if name.hasSuffix("at") && name.count > 4 || name.contains("date") || name.hasSuffix("time")
      || name.hasSuffix("on") && name.hasPrefix("created")
    {
      return dateTime()
    }
    if name.hasSuffix("uuid") || name.hasSuffix("guid") { return uuid() }
    if name.hasSuffix("id") { return token() }
    if name.hasSuffix("name") { return title() }
    return pick(Self.words)
  }

  // MARK: Parts

  mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

  /// A random UUID (version 4).
  mutating func uuid() -> String {
    var digits = Array(hexadecimal(16) + hexadecimal(16))
    digits[12] = "4"
    digits[16] = ["8", "9", "a", "b"].randomElement(using: &random) ?? "8"
    var text = String(digits)
    for place in [20, 16, 12, 8] { text.insert("-", at: text.index(text.startIndex, offsetBy: place)) }
    return text
  }

  /// A short id in lower case.
  mutating func token() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<10).map { _ in letters.randomElement(using: &random) ?? "a" })
  }

  private mutating func hexadecimal(_ count: Int) -> String {
    let digits = String(random.next(), radix: 16)
    return (String(repeating: "0", count: max(0, count - digits.count)) + digits)
  }

  private mutating func dateTime() -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "2025-\(two(Int.random(in: 1...12, using: &random)))-\(two(Int.random(in: 1...28, using: &random)))"
    let (hour, minute) = (Int.random(in: 0...23, using: &random), Int.random(in: 0...59, using: &random))
    return "\(day)T\(two(hour)):\(two(minute)):\(two(Int.random(in: 0...59, using: &random)))Z"
  }

  private mutating func email() -> String {
    "\(pick(Self.firstNames).lowercased()).\(pick(Self.lastNames).lowercased())@example.com"
  }

  private mutating func title() -> String { "\(pick(Self.adjectives)) \(pick(Self.words))" }

  private mutating func sentence() -> String {
    "The \(pick(Self.adjectives).lowercased()) \(pick(Self.words)) is beside the \(pick(Self.words))."
  }

  static let firstNames = [
    "Ann", "Bo", "Cy", "Di", "Eva", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Liv", "Max", "Nia", "Odd", "Pia", "Ray", "Sol",
  ]
  static let lastNames = [
    "Abel", "Berg", "Cole", "Dahl", "Eide", "Frost", "Grant", "Holm", "Ivers", "Jones", "Krog", "Lund", "Moen", "Nash", "Olsen",
  ]
  static let adjectives = ["Old", "New", "Quiet", "Bright", "Small", "Green", "Early", "Open", "Round", "Simple"]
  static let words = [
    "river", "garden", "window", "bridge", "letter", "market", "harbour", "forest", "lamp", "table", "engine", "station",
    "cloud",
    "paper", "winter", "kettle",
  ]
}
