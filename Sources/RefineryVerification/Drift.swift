/// A difference between what a client expects and what is there.
package struct Drift: Sendable, Equatable {
  /// What a drift does to calls that are made as before.
  package enum Effect: String, Sendable, Comparable {
    case harmless, breaking

    package static func < (left: Effect, right: Effect) -> Bool { left == .harmless && right == .breaking }
  }

  /// Which way the data goes.
  package enum Direction: String, Sendable, CaseIterable { case request, response }

  package var kind: Kind
  /// The worst in all its directions.
  package var effect: Effect
  /// One sentence without a full stop.
  package var sentence: String
  /// The operations that it reaches, in the order of the comparison. Empty: the API as a whole.
  package var operations: [OperationLabel]
  /// Empty if neither way says more, as for a missing operation.
  package var directions: [Direction]
  /// The JSON pointer in what was expected; nil for something new.
  package var oldPointer: String?
  /// The JSON pointer in what is there; nil for something missing.
  package var newPointer: String?
}

/// An operation, or a row, as reports name it.
package struct OperationLabel: Sendable, Hashable, CustomStringConvertible {
  /// The name of the row, or the `operationId`.
  package var name: String?
  package var method: String
  package var path: String

  /// `Person.read GET /people/{id}`.
  package var description: String { (name.map { "\($0) " } ?? "") + "\(method) \(path)" }
}

extension Drift {
  /// What has changed. The raw values are those of the JSON report, so they do not change.
  package enum Kind: String, Sendable, CaseIterable {
    case operationMissing = "operation-missing"
    case operationNew = "operation-new"
    case operationMoved = "operation-moved"
    case deprecated
    case server
    case security
    case securityScheme = "security-scheme"
    case parameterMissing = "parameter-missing"
    case parameterNew = "parameter-new"
    case parameterPlace = "parameter-place"
    case parameterRequired = "parameter-required"
    case parameterStyle = "parameter-style"
    case bodyMissing = "body-missing"
    case bodyNew = "body-new"
    case bodyRequired = "body-required"
    case mediaTypeMissing = "media-type-missing"
    case mediaTypeNew = "media-type-new"
    case mediaTypeChanged = "media-type-changed"
    case encoding
    case statusMissing = "status-missing"
    case statusNew = "status-new"
    case statusChanged = "status-changed"
    case headerMissing = "header-missing"
    case headerNew = "header-new"
    case headerRequired = "header-required"
    case type
    case format
    case nullability
    case memberMissing = "member-missing"
    case memberNew = "member-new"
    case memberRequired = "member-required"
    case additionalMembers = "additional-members"
    case enumValueMissing = "enum-value-missing"
    case enumValueNew = "enum-value-new"
    case enumeration
    case branchMissing = "branch-missing"
    case branchNew = "branch-new"
    case discriminator
    case limit
    case defaultValue = "default"
    /// Of recorded and live responses: the body is not what the row reads.
    case unreadable
  }
}
