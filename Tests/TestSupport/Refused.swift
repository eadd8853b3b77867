public import RefineryCore

/// The error of a link that refuses requests.
public struct Refused: Refusal, Equatable {
  public let retryAfter: Duration?

  public init(retryAfter: Duration?) { self.retryAfter = retryAfter }
}
