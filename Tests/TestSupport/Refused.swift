public import RefineryCore

/// The error of a middleware that refuses requests.
public struct Refused: Refusal, Equatable {
  public let retryAfter: Duration?

  public init(retryAfter: Duration?) { self.retryAfter = retryAfter }
}
