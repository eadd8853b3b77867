/// A row and the function that makes its calls.
package struct Row: Sendable {
  package struct Argument: Sendable {
    package enum Place: Sendable {
      /// A variable of the template, by its name there.
      case template(String)
      /// An item of the query that the coder of queries writes.
      case query(String)
      /// The members of the value are items of the query.
      case queryMembers
      case header(String)
      case cookie(String)
      case body(BodyForm)
      /// A part of a form.
      case part(Part)
      case mediaType
    }
    package enum BodyForm: Sendable {
      case json(mediaType: String?)
      case form(usesBrackets: Bool)
      case multipart
      case bytes(mediaType: String)
      case text(mediaType: String)
    }
    package struct Part: Sendable {
      package enum Form: Sendable { case file, text, json }
      package var name: String
      package var form: Form
      package var isList: Bool
      package var contentType: String?
    }

    package var label: String
    package var type: SwiftType
    package var isOptional: Bool
    package var place: Place
    /// How the elements of a list are joined to one text; nil if the template or the coder does that.
    package var separator: String?
    /// The coding of a date or of bytes in a text.
    package var coding: String?
    /// The default value as source.
    package var defaultValue: String?
    package var documentation: [String] = []
    /// Its place in the description.
    package var pointer: String
    package var wireName: String
  }

  package enum Output: Sendable {
    case okay
    case value(SwiftType, isOptional: Bool)
    case events(SwiftType)
  }

  package var key: String
  package var pointer: String
  package var name: String
  package var method: String
  /// The template, relative to the base URL, or a whole URL.
  package var template: String
  package var summary: String?
  package var documentation: [String]
  package var isDeprecated: Bool
  package var arguments: [Argument]
  package var output: Output
  /// The media type that the row asks for; nil for JSON.
  package var accept: String?
  package var errors: [(statuses: String, type: SwiftType)]
  package var authentication: String?
  /// Whether the member `stream` of its body is set, which asks for events.
  package var asksForEvents = false
}

/// The rows of one tag.
package struct Group: Sendable {
  package var name = ""
  package var tag: String
  package var documentation: [String]
  package var rows: [Row] = []

  /// The types of errors that all rows have; nil if they differ, or have none.
  var errors: [(statuses: String, type: SwiftType)]? {
    guard let first = rows.first?.errors, !first.isEmpty, rows.count > 1 else { return nil }
    let isCommon = rows.allSatisfy { row in
      row.errors.count == first.count && zip(row.errors, first).allSatisfy { $0.statuses == $1.statuses && $0.type == $1.type }
    }
    return isCommon ? first : nil
  }
}
