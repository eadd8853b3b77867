import FoundationEssentials

/// How a ``Query`` is written into a URL.
///
/// Keys and values are UTF-8 in which everything but letters, digits, `-`, `.`, `_` and `~` is percent-encoded, so `+` is
/// `%2B`, and `/`, `?`, `[` and `]` are encoded too: the result is a valid query under RFC 3986 section 3.4 and means the
/// same to every server. Only the commas of ``Arrays/comma`` are written as they are, to tell them from commas in a value.
/// An empty list or object writes nothing.
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
    /// `k=a,b`. A list that holds lists or objects is written as by ``indexed``.
    case comma
    /// `k[0]=a&k[1]=b`.
    case indexed
  }

  /// How the keys of an object inside of the query are written.
  public enum Objects: Sendable, Hashable {
    /// `k[s]=v`.
    case brackets
    /// `k.s=v`.
    case dots
  }

  /// How truth values are written.
  public enum Booleans: Sendable, Hashable {
    /// `true` and `false`.
    case words
    /// `1` and `0`.
    case numbers
  }

  /// How dates are written.
  public enum Dates: Sendable, Hashable {
    /// RFC 3339 in UTC, with milliseconds where there is a fraction of a second.
    case iso8601
    /// Seconds since 1970, with a fraction where there is one.
    case secondsSince1970
    /// Whole milliseconds since 1970.
    case milliseconds
  }

  /// How keys without a value are written.
  public enum Nulls: Sendable, Hashable {
    /// Not at all.
    case omit
    /// `k=`.
    case empty
    /// `k`.
    case bare
  }

  /// In what order keys are written. Elements of lists always keep theirs.
  public enum Order: Sendable, Hashable {
    /// By key, at every level.
    case sorted
    /// As they were given.
    case asWritten
  }

  /// How lists are written.
  public var arrays: Arrays
  /// How objects inside of the query are written.
  public var objects: Objects
  /// How truth values are written.
  public var booleans: Booleans
  /// How dates are written.
  public var dates: Dates
  /// How keys without a value are written.
  public var nulls: Nulls
  /// In what order keys are written.
  public var order: Order
  /// Whether a space is `+`, as forms have it, and not `%20`.
  var writesSpaceAsPlus = false

  /// An encoder; what is not given has its default.
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

  /// The query, without a question mark.
  public func encode(_ query: Query) -> String {
    guard !query.isEmpty else { return "" }
    var writer = QueryWriter(encoder: self)
    writer.write(query, under: nil)
    return String(decoding: writer.output, as: UTF8.self)
  }

  /// Puts a query behind what a target has: `/x?a=1` and `b=2` give `/x?a=1&b=2`. A fragment stays at the end.
  ///
  /// What the target's own query says is kept as it is, also where a key is in both.
  public func append(_ query: Query, to target: inout String) {
    let encoded = encode(query)
    guard !encoded.isEmpty else { return }
    let end = target.utf8.firstIndex(of: UInt8(ascii: "#")) ?? target.endIndex
    let head = target.utf8[..<end]
    let joint =
      !head.contains(UInt8(ascii: "?")) ? "?" : head.last == UInt8(ascii: "?") || head.last == UInt8(ascii: "&") ? "" : "&"
    target.insert(contentsOf: joint + encoded, at: end)
  }
}
