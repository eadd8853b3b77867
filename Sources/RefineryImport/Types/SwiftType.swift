/// A type in the written source.
package indirect enum SwiftType: Hashable, Sendable {
  case string, bool, int, uint64, double, decimal, date, calendarDate, data, json
  /// Only of arguments: items of the query, a body, a form and a part of one.
  case query, body, form, part
  case array(SwiftType)
  case dictionary(SwiftType)
  case optional(SwiftType)
  case model(ModelID)

  /// A value that nobody reads, for a required member before it is read.
  func unread(_ models: ModelBook) -> String {
    switch self {
    case .string: "\"\""
    case .bool: "false"
    case .int, .uint64, .double, .decimal: "0"
    case .date: ".distantPast"
    case .calendarDate: "CalendarDate(unread)"
    case .data: "Data()"
    case .json: ".null"
    case .array: "[]"
    case .dictionary: "[:]"
    case .optional: "nil"
    case .query, .body, .form, .part: ".init()"
    case .model(let id):
      switch models[id].form {
      case .object: "\(models[id].name)(unread)"
      case .enumeration(let enumeration): "\(models[id].name)(rawValue: \(enumeration.raw == .string ? "\"\"" : "0"))"
      case .union: ".other(.null)"
      }
    }
  }

  /// The type as source.
  func text(_ models: ModelBook) -> String {
    switch self {
    case .string: "String"
    case .bool: "Bool"
    case .int: "Int"
    case .uint64: "UInt64"
    case .double: "Double"
    case .decimal: "Decimal"
    case .date: "Date"
    case .calendarDate: "CalendarDate"
    case .data: "Data"
    case .json: "JSONValue"
    case .query: "Query"
    case .body: "Body"
    case .form: "MultipartForm"
    case .part: "MultipartForm.Part"
    case .array(let element): "[\(element.text(models))]"
    case .dictionary(let value): "[String: \(value.text(models))]"
    case .optional(let wrapped): "\(wrapped.text(models))?"
    case .model(let id): models[id].name
    }
  }

  /// The models that it names.
  var models: [ModelID] {
    switch self {
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.models
    case .model(let id): [id]
    default: []
    }
  }

  /// The model that a value has in itself, and not in a list: what makes a struct contain itself.
  var contained: ModelID? {
    switch self {
    case .optional(let inner): inner.contained
    case .model(let id): id
    default: nil
    }
  }

  /// Whether it is one word in a path, a query or a header field.
  func isScalar(_ models: ModelBook) -> Bool {
    switch self {
    case .string, .bool, .int, .uint64, .double, .decimal, .date, .calendarDate, .data: true
    case .model(let id): if case .enumeration = models[id].form { true } else { false }
    default: false
    }
  }
}

/// A type with the form in which JSON has it.
package struct TypeUse: Hashable, Sendable {
  package var type: SwiftType
  /// The coding of a member, as source: `.unixTime`; nil for the coder's own.
  package var coding: String?
  package var isNullable = false
  /// The only text that the description permits.
  package var constant: String?

  init(_ type: SwiftType, coding: String? = nil, isNullable: Bool = false, constant: String? = nil) {
    self.constant = constant
    self.type = type
    self.coding = coding
    self.isNullable = isNullable
  }
}
