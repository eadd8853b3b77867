public import FoundationEssentials
public import RefineryCore

/// The body of a request or a response.
public enum TrafficBody: Sendable, Equatable, Redacted {
  /// The bytes; empty without content.
  case data(Data)
  /// The bytes are not known, for example because a cassette hides them. `length` is their number as far as it is known.
  /// `reason` is safe to log.
  case withheld(length: Int, reason: String)

  /// No content.
  public static let empty = TrafficBody.data(Data())

  /// The bytes; nil if they are not known.
  public var data: Data? { if case .data(let data) = self { data } else { nil } }

  /// Whether it is known that there is no content.
  public var isEmpty: Bool { data?.isEmpty ?? false }

  /// The number of bytes, such as `12 bytes`, and why they are withheld.
  public var description: String {
    switch self {
    case .data(let data): "\(data.count) bytes"
    case .withheld(let length, let reason): "\(length) bytes, withheld: \(reason)"
    }
  }
}
