/// A set of status codes, written as ranges.
///
/// One code or a list of codes may be written as a literal: `422`, `[409, 422]`.
public struct StatusSet: Sendable, Equatable, CustomStringConvertible, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral
{
  private let ranges: [ClosedRange<Int>]

  /// Creates a set of the codes of all the ranges.
  public init(_ ranges: ClosedRange<Int>...) { self.ranges = ranges }

  private init(_ ranges: [ClosedRange<Int>]) { self.ranges = ranges }

  /// Creates a set of one code.
  public init(integerLiteral code: Int) { self.init([code...code]) }

  /// Creates a set of several codes.
  public init(arrayLiteral codes: Int...) { self.init(codes.map { $0...$0 }) }

  /// Returns this set with one more range.
  public func adding(_ range: ClosedRange<Int>) -> StatusSet { StatusSet(ranges + [range]) }

  /// Whether the set contains no code.
  var isEmpty: Bool { ranges.isEmpty }

  /// Whether a status is in the set.
  public func contains(_ code: Int) -> Bool { ranges.contains { $0.contains(code) } }

  /// The ranges, such as `200-299,304`.
  public var description: String {
    // Compares the bounds, because the count of a range may not fit into an integer.
    ranges.map { range in
      range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ",")
  }
}
