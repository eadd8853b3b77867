/// Where a ``ControlledCall`` is.
public enum CallState: Sendable, Equatable, CustomStringConvertible {
  /// What a paused call was doing.
  public enum Activity: String, Sendable {
    /// It had not been started.
    case idle
    /// It had been started. If it was paused before, nothing has been sent yet.
    case running
  }

  /// Not started; nothing has been sent.
  case idle
  /// Started, and neither paused nor over.
  case running
  /// Held until it is resumed.
  case paused(from: Activity)
  /// Over, with a value or an error.
  case finished
  /// Over, because it was cancelled.
  case cancelled

  /// Whether it is over.
  public var isOver: Bool { self == .finished || self == .cancelled }

  /// A word or two.
  public var description: String {
    switch self {
    case .idle: "idle"
    case .running: "running"
    case .paused(let activity): "paused from \(activity.rawValue)"
    case .finished: "finished"
    case .cancelled: "cancelled"
    }
  }
}

/// How many bytes of content a call has moved. For a call that is sent again, the count begins anew.
public struct TransferProgress: Sendable, Equatable {
  /// The bytes of the request's content that the transport has taken.
  ///
  /// A transport that cannot stream uploads takes what is in memory or in a file at once, and stores a stream before it
  /// sends it.
  public internal(set) var sent = 0
  /// How many there are to send, where that is known.
  public internal(set) var toSend: Int?
  /// The bytes of the response's content that were handed on; a pause stops the count.
  public internal(set) var received = 0
  /// How many there are to receive, where the server says so.
  public internal(set) var toReceive: Int?

  /// How much of the content to send was taken, from 0 to 1, where its length is known.
  public var fractionSent: Double? { Self.fraction(sent, of: toSend) }

  /// How much of the content to receive was handed on, from 0 to 1, where its length is known.
  public var fractionReceived: Double? { Self.fraction(received, of: toReceive) }

  private static func fraction(_ part: Int, of whole: Int?) -> Double? {
    whole.map { $0 > 0 ? min(1, Double(part) / Double($0)) : 1 }
  }
}
