import FoundationEssentials

/// Writes a ``Query`` into a URL.
///
/// Keys and values are UTF-8. Everything except letters, digits, `-`, `.`, `_` and `~` is percent-encoded: `+` is `%2B`, and
/// `/`, `?`, `[` and `]` are also encoded. The result is a valid query (RFC 3986 section 3.4) that every server reads in the
/// same way. Only the commas of ``Arrays/comma`` are not encoded, to distinguish them from commas in a value. An empty list or
/// object writes nothing.
///
/// ```swift
/// QueryEncoder(arrays: .comma).encode(["tags": ["a", "b,c"]])   // tags=a,b%2Cc
/// ```
public struct QueryEncoder: Sendable, Hashable {
  /// How the elements of a list are written.
  public enum Arrays: Sendable, Hashable {
    /// `k[]=a&k[]=b`.
    case brackets
    /// `k=a&k=b`.
    case repeated
    /// `k=a,b`. A list that contains lists or objects is written like ``indexed``.
    case comma
    /// `k[0]=a&k[1]=b`.
    case indexed
  }

  /// How the keys of a nested object are written.
  public enum Objects: Sendable, Hashable {
    /// `k[s]=v`.
    case brackets
    /// `k.s=v`.
    case dots
    /// `k={"s":"v"}`, the default of OpenAPI in forms. A list that contains lists or objects is one value, too.
    case json
  }

  /// How booleans are written.
  public enum Booleans: Sendable, Hashable {
    /// `true` and `false`.
    case words
    /// `1` and `0`.
    case numbers
  }

  /// How dates are written.
  public enum Dates: Sendable, Hashable {
    /// RFC 3339 in UTC, with milliseconds if there is a fraction of a second.
    case iso8601
    /// Seconds since 1970, with a fraction if there is one.
    case secondsSince1970
    /// Whole milliseconds since 1970.
    case milliseconds
  }

  /// How keys without a value are written.
  public enum Nulls: Sendable, Hashable {
    /// They are left out.
    case omit
    /// `k=`.
    case empty
    /// `k`.
    case bare
  }

  /// The order of keys. Elements of lists always keep their order.
  public enum Order: Sendable, Hashable {
    /// By key, at every level.
    case sorted
    /// As they were added.
    case asWritten
  }

  /// How lists are written.
  let arrays: Arrays
  /// How nested objects are written.
  let objects: Objects
  /// How booleans are written.
  let booleans: Booleans
  /// How dates are written.
  let dates: Dates
  /// How keys without a value are written.
  var nulls: Nulls
  /// The order of keys.
  let order: Order
  /// Whether a space is written as `+`, as in forms, instead of `%20`.
  var writesSpaceAsPlus = false

  /// Creates an encoder; omitted arguments have their defaults.
  public init(
    arrays: Arrays = .brackets, objects: Objects = .brackets, booleans: Booleans = .words, dates: Dates = .iso8601,
    nulls: Nulls = .omit, order: Order = .sorted
  ) {
    self.arrays = arrays
    self.objects = objects
    self.booleans = booleans
    self.dates = dates
    self.nulls = nulls
    self.order = order
  }

  /// Returns the query, without a question mark.
  public func encode(_ query: Query) -> String {
    guard !query.isEmpty else { return "" }
    var writer = QueryWriter(encoder: self)
    writer.write(query, under: nil)
    return writer.output
  }

  /// Appends a query to a target: `/x?a=1` and `b=2` become `/x?a=1&b=2`. A fragment stays at the end.
  ///
  /// The target's own query is not changed, even if a key is in both.
  package func append(_ query: Query, to target: inout String) {
    let encoded = encode(query)
    guard !encoded.isEmpty else { return }
    let end = target.utf8.firstIndex(of: UInt8(ascii: "#")) ?? target.endIndex
    let head = target.utf8[..<end]
    let joint =
      !head.contains(UInt8(ascii: "?")) ? "?" : head.last == UInt8(ascii: "?") || head.last == UInt8(ascii: "&") ? "" : "&"
    target.insert(contentsOf: joint + encoded, at: end)
  }

  /// Appends a query to a target in place of the items that have one of its keys, wherever they came from.
  func append(_ query: Query, replacingIn target: inout String) {
    if let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) {
      let keys = Set(QueryText.keys(of: encode(query)[...]))
      let own = target[target.utf8.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
      let kept = own.filter { !keys.contains(QueryText.key(of: $0)) }
      if kept.count < own.count {
        target.removeSubrange(mark...)
        if !kept.isEmpty { target += "?" + kept.joined(separator: "&") }
      }
    }
    append(query, to: &target)
  }
}

/// The items of a query as it is sent.
enum QueryText {
  /// The key of an item, decoded, so that two spellings of it are equal.
  static func key(of item: Substring) -> [UInt8] {
    Octets(String(item.prefix { $0 != "=" })).map(\.formByte)
  }

  static func keys(of query: Substring) -> [[UInt8]] { query.split(separator: "&").map(key) }

  /// The decoded value of a key; nil unless exactly one item of a target's query has it.
  static func value(of key: String, in target: String) -> String? {
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    let wanted = Array(key.utf8)
    let items = target[target.utf8.index(after: mark)...].split(separator: "&").filter { self.key(of: $0) == wanted }
    guard items.count == 1, let item = items.first, let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return String(decoding: Octets(String(item[item.utf8.index(after: equals)...])).map(\.formByte), as: UTF8.self)
  }
}
