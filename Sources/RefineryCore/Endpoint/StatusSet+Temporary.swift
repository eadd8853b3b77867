extension StatusSet {
  /// The statuses after which the same request can succeed later: 408, 429, 500, 502, 503 and 504.
  public static let temporary = StatusSet(408...408, 429...429, 500...500, 502...504)
}
