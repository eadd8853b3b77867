extension ProblemDetails: Encodable {
  /// Writes an object of problem details, for a response with the content type `application/problem+json`: the members of RFC
  /// 9457 section 3.1, `code`, ``items`` as the list `errors`, and ``extensions`` as members of the same object (section 3.2).
  /// An extension with the name of another member is left out.
  ///
  /// The text of a problem that another server sent may say more than your callers should know. Write a problem of your own
  /// then.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Member.self)
    try object.encodeIfPresent(type, forKey: "type")
    try object.encodeIfPresent(title, forKey: "title")
    try object.encode(status, forKey: "status")
    try object.encodeIfPresent(detail, forKey: "detail")
    try object.encodeIfPresent(instance, forKey: "instance")
    try object.encodeIfPresent(code, forKey: "code")
    if !items.isEmpty { try object.encode(items, forKey: "errors") }
    let own = ["type", "title", "status", "detail", "instance", "code", "errors"]
    for (name, value) in extensions where !own.contains(name) { try object.encode(value, forKey: Member(stringValue: name)) }
  }

  private struct Member: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(stringLiteral name: String) { stringValue = name }
  }
}
