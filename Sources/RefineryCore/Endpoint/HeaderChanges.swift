public import HTTPTypes

/// Header fields to set and to remove. They change the fields that exist already. Names compare without case.
///
/// Spaces and tabs around a value are removed, since they do not belong to it (RFC 9110 section 5.5). A value with a line break
/// or another control character is refused: the call throws a ``CallError`` of kind
/// `badRequest`, and nothing is sent.
///
/// ```swift
/// let changes: HeaderChanges = [.accept: "text/csv", .userAgent: nil]
/// ```
public struct HeaderChanges: Sendable, Hashable, ExpressibleByDictionaryLiteral, Redacted {
  private var changes: [Change] = []
  /// Texts that cannot be names of fields.
  private var malformedNames: [String] = []
  /// Whether all existing fields are removed first.
  package var replacesAll = false

  private struct Change: Sendable, Hashable {
    let name: HTTPField.Name
    let value: String?
  }

  /// Creates changes that do nothing.
  public init() {}

  /// Creates changes. A value sets the field, and nil removes it.
  public init(dictionaryLiteral elements: (HTTPField.Name, String?)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// Creates changes that set these fields. Several fields with one name become one, joined as RFC 9110 section 5.3 says.
  public init(fields: HTTPFields) {
    for field in fields where self[field.name] == nil { self[field.name] = fields[field.name] }
  }

  /// Whether nothing changes.
  package var isEmpty: Bool { changes.isEmpty && !replacesAll && malformedNames.isEmpty }

  /// The value that a field is set to; nil if the field is removed or not mentioned. Setting nil removes the field.
  public subscript(name: HTTPField.Name) -> String? {
    get { changes.last { $0.name == name }?.value }
    set {
      changes.removeAll { $0.name == name }
      changes.append(Change(name: name, value: newValue.map { String($0.trimming { $0 == " " || $0 == "\t" }) }))
    }
  }

  /// The value of the field with this name, as for a name of type `HTTPField.Name`: `headers["X-Tenant"] = "north"`. If the
  /// text cannot be a name (RFC 9110 section 5.1), the call fails as for such a value.
  public subscript(name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set {
      if let name = HTTPField.Name(name) { self[name] = newValue } else { malformedNames.append(name) }
    }
  }

  /// Returns both changes. If both change a field, `later` wins.
  package func merging(_ later: HeaderChanges) -> HeaderChanges {
    guard !later.replacesAll else { return later }
    var merged = self
    for change in later.changes { merged[change.name] = change.value }
    merged.malformedNames += later.malformedNames
    return merged
  }

  /// Returns these changes without those of some fields.
  func without(_ names: [HTTPField.Name]) -> HeaderChanges {
    var copy = self
    copy.changes.removeAll { names.contains($0.name) }
    return copy
  }

  /// Returns the fields after these changes. Middleware uses this to set a field to text from elsewhere, because `HTTPFields`
  /// itself replaces control characters with spaces without reporting it.
  ///
  /// ```swift
  /// request.head.headerFields = try ([tenant: name] as HeaderChanges).applied(to: request.head.headerFields)
  /// ```
  /// - Throws: ``TransportError`` of code `invalidRequest`, for a name or a value that no header field may have.
  public func applied(to fields: HTTPFields) throws(TransportError) -> HTTPFields {
    if let text = malformedNames.first { throw TransportError(nameOfField: text) }
    var result = replacesAll ? HTTPFields() : fields
    for change in changes {
      if let value = change.value, !HTTPField.isValidValue(value) { throw TransportError(valueOf: change.name) }
      result.setField(change.name, to: change.value)
    }
    return result
  }

  /// A sentence for each name and each value that no header field may have.
  var faults: [String] {
    let values = changes.filter { change in change.value.map { !HTTPField.isValidValue($0) } ?? false }
    return (malformedNames.map(TransportError.init(nameOfField:)) + values.map { TransportError(valueOf: $0.name) }).map(
      \.reason)
  }

  /// Whether a field is set or removed.
  package func mentions(_ name: HTTPField.Name) -> Bool { changes.contains { $0.name == name } }

  /// Whether a field is removed; nil if earlier changes decide that.
  func removes(_ name: HTTPField.Name) -> Bool? {
    if mentions(name) { return self[name] == nil }
    return replacesAll ? false : nil
  }

  /// The names that are set.
  var names: [HTTPField.Name] { changes.filter { $0.value != nil }.map(\.name) }
}

extension HeaderChanges: CustomStringConvertible {
  /// Only the names, because values may be secret.
  public var description: String {
    changes.map { $0.value == nil ? "-\($0.name)" : "\($0.name)" }.joined(separator: ",")
  }
}

extension TransportError {
  /// The value of a header field contains CR, LF, NUL or another control character, which RFC 9110 section 5.5 forbids.
  fileprivate init(valueOf name: HTTPField.Name) {
    self.init(
      .invalidRequest, phase: .beforeSending,
      reason: "the value of header field \(name) holds a line break or another control character")
  }

  /// A text is not a token, so it cannot be the name of a header field (RFC 9110 section 5.1).
  fileprivate init(nameOfField text: String) {
    let shown = Redaction.escaped(Redaction.shortened(text, to: 64))
    self.init(.invalidRequest, phase: .beforeSending, reason: "'\(shown)' is not the name of a header field")
  }
}

extension HTTPFields {
  /// Sets a field as ``HeaderChanges`` does.
  mutating func set(_ name: HTTPField.Name, to value: String) throws(TransportError) {
    guard HTTPField.isValidValue(value) else {
      self = try HeaderChanges(dictionaryLiteral: (name, value)).applied(to: self)
      return
    }
    setField(name, to: value)
  }

  /// Sets a field to one value; nil removes it. The subscript of `HTTPFields` makes one field of each cookie, and ends the
  /// process at 65,535 fields.
  fileprivate mutating func setField(_ name: HTTPField.Name, to value: String?) {
    if let value, name == .cookie { self[values: name] = [value] } else { self[name] = value }
  }
}
