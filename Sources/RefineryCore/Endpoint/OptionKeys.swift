package import HTTPTypes

// The keys of the options in `Options+Properties.swift`. Each has its name in tables, reports and override files, its default,
// and the rules by which a value is a mistake on a row.

package enum TimeoutKey: OverridableOption {
  package static let name = "timeout"
  package static let defaultValue: Duration? = .seconds(60)
}

package enum AttemptTimeoutKey: OverridableOption {
  package static let name = "attemptTimeout"
  package static let defaultValue: Duration? = nil
}

package enum IdleTimeoutKey: OverridableOption {
  package static let name = "idleTimeout"
  package static let defaultValue: Duration? = nil
}

package enum ResponseLimitKey: OverridableOption {
  package static let name = "responseLimit"
  package static let defaultValue = Body.defaultLimit
  package static let isInherited = false

  /// A number of bytes.
  package static func value(from json: JSONValue) throws(MappingError) -> Int {
    guard let bytes = json.int, bytes >= 0 else { throw MappingError(.invalid, expected: "a number of bytes") }
    return bytes
  }
}

package enum DeliveryKey: OptionKey {
  package static let name = "delivery"
  package static let defaultValue = Delivery.whole
  package static let isInherited = false
}

package enum SuccessCodesKey: OptionKey {
  package static let name = "successCodes"
  package static let defaultValue = StatusSet(defaultRange)
  package static let isInherited = false

  static let defaultRange = 200...299
}

package enum IdempotentKey: OverridableOption {
  package static let name = "idempotent"
  package static let defaultValue: Bool? = nil
  package static let isInherited = false
}

package enum RedirectsKey: OptionKey {
  package static let name = "redirects"
  package static let defaultValue = RedirectPolicy.sameOrigin
}

package enum HeadersKey: OptionKey {
  package static let name = "headers"
  package static let defaultValue = HeaderChanges()
}

package enum EnvelopeKey: OptionKey {
  package static let name = "envelope"
  package static let defaultValue: MemberPath = []
  package static let isInherited = false
}

package enum ItemEnvelopeKey: OptionKey {
  package static let name = "itemEnvelope"
  package static let defaultValue: MemberPath = []
  package static let isInherited = false

  /// Reports a row of your own that does not return a list. The rows of capabilities share the options of their model.
  package static func problems(of value: MemberPath, in row: Endpoint) -> [String] {
    guard !value.parts.isEmpty, row.operation == nil, let output = row.output, !output.hasPrefix("[") else { return [] }
    return [
      "its itemEnvelope has no effect, because it returns \(Redaction.escaped(output)), which is not a list: remove it, or set it to "
        + "[] if the model sets it"
    ]
  }
}

package enum ElementsKey: OptionKey {
  package static let name = "elements"
  package static let defaultValue = ElementPolicy.fail
  package static let isInherited = false
}

package enum AcceptsAbsentListKey: OptionKey {
  package static let name = "acceptsAbsentList"
  package static let defaultValue = false
  package static let isInherited = false
}

package enum CoderKey: OptionKey {
  package static let name = "coder"
  package static let defaultValue: AnyCoder? = nil
  package static let isInherited = false

  /// Reports an envelope around a text.
  package static func problems(of value: AnyCoder?, in row: Endpoint) -> [String] {
    guard value?.coder is TextCoder, !row.options.envelope.parts.isEmpty else { return [] }
    return ["its coder reads the whole body as text, so it cannot have an envelope"]
  }
}

/// A coder as the value of an option. Two values are equal if their coders have the same type.
package struct AnyCoder: Sendable, Equatable, CustomStringConvertible {
  package let coder: any Coder

  package init(_ coder: any Coder) { self.coder = coder }

  package static func == (left: AnyCoder, right: AnyCoder) -> Bool { type(of: left.coder) == type(of: right.coder) }

  /// The name of the coder's type.
  package var description: String { String(describing: type(of: coder)) }
}

package enum QueryEncodingKey: OptionKey {
  package static let name = "queryEncoding"
  package static let defaultValue: QueryEncoder? = nil
}

package enum AcceptedMediaTypesKey: OptionKey {
  package static let name = "acceptedMediaTypes"
  package static let defaultValue: Set<String> = []
  package static let isInherited = false
}

enum AcceptsNotModifiedKey: OptionKey {
  static let name = "acceptsNotModified"
  static let defaultValue = false
  static let isInherited = false
}

package enum ErrorsKey: OptionKey {
  package static let name = "errors"
  package static let defaultValue = Options.ErrorTypes()
  package static let isInherited = false
}

package enum ItemLimitKey: OptionKey {
  package static let name = "itemLimit"
  package static let defaultValue = Body.defaultLimit

  /// Reports a limit that permits no item.
  package static func problems(of value: Int, in row: Endpoint) -> [String] {
    value < 1 ? ["its itemLimit must be at least 1, not \(value)"] : []
  }
}

package enum ReconnectionKey: OptionKey {
  package static let name = "reconnection"
  package static let defaultValue = Reconnection()
  package static let isInherited = false

  /// Reports every fault of the policy.
  package static func problems(of value: Reconnection, in row: Endpoint) -> [String] {
    value.problems.map { "its reconnection: \($0)" }
  }
}

package enum CredentialFieldsKey: OptionKey {
  package static let name = "credentialFields"
  package static let defaultValue: Set<HTTPField.Name> = []
}

package enum CredentialsWithheldKey: OptionKey {
  package static let name = "credentialsWithheld"
  package static let defaultValue = false
}

package enum HomeOriginKey: OptionKey {
  package static let name = "homeOrigin"
  package static let defaultValue: String? = nil
}
