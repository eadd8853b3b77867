import HTTPTypes
public import RefineryCore

extension Options {
  /// How many times a request of a row or a call is sent again, instead of ``RetryPolicy/retries``. 0 switches retries off.
  /// Default nil: the policy decides.
  public var retries: Int? {
    get { self[RetriesKey.self] }
    set { self[RetriesKey.self] = newValue }
  }

  /// Statuses that a row or a call retries in addition to ``RetryPolicy/statuses``, such as 425, or 409 if it means "still in
  /// progress". The rule of methods also applies to them; 501 and 505 are never retried.
  public var retriedStatuses: StatusSet? {
    get { self[RetriedStatusesKey.self] }
    set { self[RetriedStatusesKey.self] = newValue }
  }

  /// Where an error response says in its JSON body how long to wait, for servers that send no `Retry-After`. Default nil:
  /// bodies are not read.
  ///
  /// ```swift
  /// let options = Options { $0.retryAfterMember = .init("retry_after_ms", unit: .milliseconds(1)) }
  /// ```
  /// The request asks for a response without content coding. The member is read only from complete bodies of at most 64 KiB. It
  /// counts like `Retry-After`, which takes precedence.
  public var retryAfterMember: RetryAfterMember? {
    get { self[RetryAfterMemberKey.self] }
    set { self[RetryAfterMemberKey.self] = newValue }
  }
}

extension ScopedCall {
  /// Sends this call again at most this many times, instead of the policy's number. 0 switches retries off.
  public func retries(_ count: Int?) -> Self { options { $0.retries = count } }
}

package enum RetriesKey: OverridableOption {
  package static let name = "retries"
  package static let defaultValue: Int? = nil

  /// Reads a whole number from 0 to 100, or null for the number of the policy.
  package static func value(from json: JSONValue) throws(MappingError) -> Int? {
    if json.isNull { return nil }
    guard let count = json.int, (0...100).contains(count) else {
      throw MappingError(.invalid, expected: "a whole number from 0 to 100, or null for the policy's number")
    }
    return count
  }

  /// Reports a negative number, and any retries for a row that may not be sent twice.
  package static func problems(of value: Int?, in row: Endpoint) -> [String] {
    guard let value else { return [] }
    if value < 0 { return ["retries must not be negative, but is \(value)"] }
    let mayRepeat = row.options.idempotent ?? row.method.isIdempotent
    guard value > 0, !mayRepeat else { return [] }
    return [
      "it is retried, but \(row.method.rawValue) is not idempotent: set idempotent if the row is, or remove its retries"
    ]
  }
}

package enum RetriedStatusesKey: OptionKey {
  package static let name = "retriedStatuses"
  package static let defaultValue: StatusSet? = nil
}

package enum RetryAfterMemberKey: OptionKey {
  package static let name = "retryAfterMember"
  package static let defaultValue: RetryAfterMember? = nil
}
