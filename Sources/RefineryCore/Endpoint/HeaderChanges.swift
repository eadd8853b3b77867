public import HTTPTypes

/// Header fields to set, and to take off, over those that are there already. Names compare without case.
///
/// Spaces and tabs around a value are left out, since they are no part of it (RFC 9110 section 5.5). A value with a line break
/// or another control character is refused: the call throws ``InvalidField``, and nothing is sent.
///
/// ```swift
/// let changes: HeaderChanges = [.accept: "text/csv", .userAgent: nil]
/// ```
public struct HeaderChanges: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var changes: [Change] = []
  /// Whether the fields that are there already are dropped first.
  public var replacesAll = false

  private struct Change: Sendable, Hashable {
    let name: HTTPField.Name
    let value: String?
  }

  /// No change.
  public init() {}

  /// A value sets the field, nil takes it off.
  public init(dictionaryLiteral elements: (HTTPField.Name, String?)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// These fields, set. Several fields of one name become one, joined as RFC 9110 section 5.3 says.
  public init(fields: HTTPFields) {
    for field in fields where self[field.name] == nil { self[field.name] = fields[field.name] }
  }

  /// Whether nothing changes.
  public var isEmpty: Bool { changes.isEmpty && !replacesAll }

  /// The value a field is set to; nil where it is taken off or not mentioned. Setting nil takes the field off.
  public subscript(name: HTTPField.Name) -> String? {
    get { changes.last { $0.name == name }?.value }
    set {
      changes.removeAll { $0.name == name }
      changes.append(Change(name: name, value: newValue.map { String($0.trimming { $0 == " " || $0 == "\t" }) }))
    }
  }

  /// Both changes, those of `later` winning.
  public func merging(_ later: HeaderChanges) -> HeaderChanges {
    guard !later.replacesAll else { return later }
    var merged = self
    for change in later.changes { merged[change.name] = change.value }
    return merged
  }

  /// These changes but for those of some fields.
  func without(_ names: [HTTPField.Name]) -> HeaderChanges {
    var copy = self
    copy.changes.removeAll { names.contains($0.name) }
    return copy
  }

  /// The fields after these changes. Middleware that sends text from elsewhere in a field sets it by this: `HTTPFields` itself
  /// writes spaces in place of control characters, and does not say so.
  ///
  /// ```swift
  /// request.head.headerFields = try ([tenant: name] as HeaderChanges).applied(to: request.head.headerFields)
  /// ```
  /// - Throws: ``InvalidField`` for a value that no header field may have.
  public func applied(to fields: HTTPFields) throws(InvalidField) -> HTTPFields {
    var result = replacesAll ? HTTPFields() : fields
    for change in changes {
      if let value = change.value, !HTTPField.isValidValue(value) { throw InvalidField(name: change.name) }
      result[change.name] = change.value
    }
    return result
  }

  /// The names of fields whose value no header field may have.
  var invalidNames: [HTTPField.Name] {
    changes.filter { change in change.value.map { !HTTPField.isValidValue($0) } ?? false }.map(\.name)
  }

  /// Whether a field is set or taken off.
  func mentions(_ name: HTTPField.Name) -> Bool { changes.contains { $0.name == name } }

  /// The names that are set.
  var names: [HTTPField.Name] { changes.filter { $0.value != nil }.map(\.name) }
}

extension HeaderChanges: CustomStringConvertible {
  /// The names alone: values may be secret.
  public var description: String {
    changes.map { $0.value == nil ? "-\($0.name)" : "\($0.name)" }.joined(separator: ",")
  }
}

/// A header field's value holds a character that RFC 9110 section 5.5 forbids: CR, LF, NUL or another control.
public struct InvalidField: SafelyDescribed, Equatable {
  /// The field.
  public let name: HTTPField.Name

  /// One line, safe to log.
  public var description: String { "the value of header field \(name) holds a line break or another control character" }
}

extension HTTPFields {
  /// Sets a field by the rule of ``HeaderChanges``.
  mutating func set(_ name: HTTPField.Name, to value: String) throws(InvalidField) {
    guard HTTPField.isValidValue(value) else {
      self = try HeaderChanges(dictionaryLiteral: (name, value)).applied(to: self)
      return
    }
    self[name] = value
  }
}

/// Header fields of a row, over those of the client and under those of a call.
public enum RowHeaders: OptionKey {
  /// `headers`.
  public static let name = "headers"
  /// None.
  public static let defaultValue = HeaderChanges()
}
