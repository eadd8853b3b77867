#if Load
  /// One call of a run as a line of CSV, for computations of one's own. Times are in nanoseconds from the start of the first
  /// step.
  package enum LoadRecord {
    /// The first line of the file.
    package static let header = "number,step,intended_ns,start_ns,end_ns,outcome,status,error,bytes,attempts\n"

    /// The line of a call that ended.
    package static func line(_ entry: LoadSchedule.Entry, start: Int64, end: Int64, _ outcome: LoadOutcome) -> String {
      let (name, error) =
        switch outcome.result {
        case .success: ("ok", "")
        case .failure(let error): ("failed", error)
        case .refusal(let error): ("refused", error)
        case .cancelled: ("cancelled", "")
        }
      let status = outcome.status.map(String.init) ?? ""
      return prefix(entry)
        + "\(start),\(end),\(name),\(status),\(word(error)),\(outcome.bytes),\(outcome.attempts)\n"
    }

    /// The line of a call that was not started.
    package static func unstarted(_ entry: LoadSchedule.Entry) -> String { prefix(entry) + ",,not_started,,,,0\n" }

    private static func prefix(_ entry: LoadSchedule.Entry) -> String {
      "\(entry.number),\((entry.step ?? -1) + 1),\(entry.intended),"
    }

    /// The name of an error without characters that CSV gives a meaning to.
    private static func word(_ text: String) -> String {
      String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }
  }
#endif
