#if PostgreSQL
  public import RefineryStore
  import RefineryCore

  /// A connection could not be made.
  struct ConnectFailure: Error {
    /// One line without secrets.
    let reason: String
    /// Whether another attempt would fail in the same way, such as with a wrong password.
    let isFinal: Bool

    func error(at place: String) -> StoreError {
      StoreError(isFinal ? .cannotOpen : .unreachable, reason: "\(place): \(reason)")
    }
  }

  /// A statement failed, or its connection did.
  struct SessionFailure: Error {
    enum Kind {
      /// The server refused the statement.
      case refused(state: String)
      /// The connection is lost.
      case lost(state: String)
      /// No reply came in time.
      case silent
    }

    let kind: Kind
    let place: String
    var detail = ""

    var isLost: Bool {
      if case .refused = kind { return false }
      return true
    }

    /// Only the SQLSTATE is used, because the server's message may quote data.
    var error: StoreError {
      switch kind {
      case .refused(let state):
        let why = state.isEmpty ? (detail.isEmpty ? "the statement was not sent" : detail) : "SQLSTATE \(state)"
        return StoreError(Self.kind(of: state), reason: "\(why) at \(place)")
      case .lost(let state):
        return StoreError(
          .unreachable, reason: "the connection to \(place) is lost\(state.isEmpty ? "" : ", SQLSTATE \(state)")")
      case .silent: return StoreError(.unreachable, reason: "no reply from \(place) in time")
      }
    }

    private static func kind(of state: String) -> StoreError.Kind {
      switch state {
      case "55P03", "40P01", "40001": .locked
      case "53100": .full
      case "25006": .readOnly
      case "42501", "3D000": .cannotOpen
      case "XX001", "XX002": .corrupt
      case "53300", "57P01", "57P02", "57P03", "25P03": .unreachable
      case _ where state.hasPrefix("28"): .cannotOpen
      case _ where state.hasPrefix("08"): .unreachable
      default: .failed
      }
    }
  }

  extension StoreError.Kind {
    /// The server cannot be reached, or the connection was lost. Nothing was stored. Reads may be repeated, and so may writes.
    public static let unreachable = StoreError.Kind("the database cannot be reached")
    /// The connection was lost after COMMIT was sent and before its reply came. All changes of the transaction are stored, or
    /// none. Read the records to find out which.
    public static let outcomeUnknown = StoreError.Kind("it is unknown whether the changes were stored")
    /// All connections of the store are in use for longer than a call waits. Nothing was stored.
    public static let busy = StoreError.Kind("no connection to the database is free")
  }
#endif
