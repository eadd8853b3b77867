public import RefineryCore

/// How strictly a ``JSONAPICoder`` checks documents against the standard.
///
/// ```swift
/// static let coder: (any Coder)? = JSONAPICoder(for: Self.self, conformance: .strict)
/// ```
public enum JSONAPIConformance: Sendable, Hashable {
  /// Any name is sent, and every document that can be understood is read.
  case lenient
  /// Attributes and relationships whose names the standard forbids are not sent: the call throws ``JSONAPIViolation`` before
  /// the request. Every document that can be understood is read. The default.
  case sending
  /// As ``sending``. In addition, a successful response that the standard does not allow is refused with ``JSONAPIViolation``.
  /// It is not allowed if it is invalid by the JSON schema, has a forbidden member name (also at the first level of a `meta`),
  /// or has a link whose name the standard does not define for its place. The members that version 1.1 adds to 1.0 and members
  /// of extensions are allowed. The identifiers of a relationship may repeat: only resource objects must be unique.
  case strict
}

/// A document breaks a rule of the standard: see ``JSONAPIConformance``. The `MappingError` around it has the place.
public struct JSONAPIViolation: SafelyDescribed, Equatable {
  /// The rule, such as `members are missing: type`.
  public let rule: String

  init(_ rule: String) { self.rule = rule }

  /// One line, safe to log.
  public var description: String { "not allowed by JSON:API: \(rule)" }
}

/// The member names that the standard allows (<https://jsonapi.org/format/1.1/#document-member-names>).
enum MemberName {
  /// Why a name is not allowed for an attribute or a relationship; nil if it is allowed.
  static func problem(ofField name: String) -> String? {
    if name == "id" || name == "type" { return "an attribute or relationship is called id or type" }
    return isAllowed(name) ? nil : "a name is empty, has a reserved character, or begins or ends with '-', '_' or a space"
  }

  /// Whether the standard allows a name. Names of extensions (`version:id`) and ignored names (`@note`) are allowed.
  static func isAllowed(_ name: String) -> Bool {
    if name.hasPrefix("@") { return isPlain(name.dropFirst()) }
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return isPlain(parts[0]) }
    return !parts[0].isEmpty && parts[0].utf8.allSatisfy(isAlphanumeric) && isPlain(parts[1])
  }

  private static func isPlain(_ name: Substring) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, let last = bytes.last, isGlobal(first), isGlobal(last) else { return false }
    return bytes.allSatisfy { isGlobal($0) || $0 == 0x2D || $0 == 0x5F || $0 == 0x20 }
  }

  private static func isGlobal(_ byte: UInt8) -> Bool { byte >= 0x80 || isAlphanumeric(byte) }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }
}

extension RawResource {
  /// Refuses names that the standard does not allow a client to send.
  ///
  /// - Throws: `MappingError` of kind `unencodable` with the place of the name.
  func checkNames(at path: [String]) throws(MappingError) {
    for (member, fields) in [("attributes", attributes), ("relationships", relationships)] {
      for name in fields.keys {
        guard let problem = MemberName.problem(ofField: name) else { continue }
        throw MappingError(.unencodable, at: path + [member, name], underlying: JSONAPIViolation(problem))
      }
    }
    for name in relationships.keys where attributes[name] != nil {
      let violation = JSONAPIViolation("an attribute and a relationship have the same name")
      throw MappingError(.unencodable, at: path + ["relationships", name], underlying: violation)
    }
  }
}
