/// Messages about the fields of what was sent, as the error body `{"name": ["This field is required."]}` lists them: in Django
/// REST framework, in Rails, in Laravel.
///
/// A row, a model or a client declares it for the statuses of such bodies, with the path of the fields:
///
/// ```swift
/// let options = Options { $0.errors.add(FieldErrors.self, for: [400, 422], at: "errors") }
/// // after a call with these options:
/// if let errors = error.details(as: FieldErrors.self) { print(errors.fields["name"] ?? []) }
/// ```
///
/// A text in place of a list is one message. The messages in nested objects and lists are under the joined path, such as
/// `address.city` and `items.1.price`. A name is cut to 256 Unicode scalars, and values that are not texts are left out. A body
/// without any message is not of this type, so ``CallError/details(as:)`` returns nil.
///
/// If the body has more members, declare a type of your own that holds them:
///
/// ```swift
/// struct Invalid: Decodable, Error { let message: String; let errors: FieldErrors }
/// ```
public struct FieldErrors: Decodable, SafelyDescribed, Equatable {
  /// The messages by the name of their field. They may contain what was sent: do not log them.
  public private(set) var fields: [String: [String]] = [:]
  /// The names of the fields, in the order of the body.
  public private(set) var names: [String] = []

  /// Reads an object of messages, or a list of such objects.
  public init(from decoder: any Decoder) throws {
    switch try JSONValue(from: decoder) {
    case .object(let members): for (name, value) in members { add(value, at: name) }
    case .array(let elements): for (index, value) in elements.enumerated() { addElement(value, index, of: nil) }
    default: break
    }
    guard !names.isEmpty else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "There is no field with a message."))
    }
  }

  /// One line, safe to log: the names of at most eight fields.
  public var description: String {
    let shown = names.prefix(8).map { Redaction.escaped(Redaction.shortened($0, to: 64)) }.joined(separator: ", ")
    return "invalid fields: \(shown)\(names.count > 8 ? " and \(names.count - 8) more" : "")"
  }

  private mutating func add(_ json: JSONValue, at name: String) {
    let name = Self.shortened(name)
    switch json {
    case .string(let message):
      if fields[name] == nil { names.append(name) }
      fields[name, default: []].append(message)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if case .string = element { add(element, at: name) } else { addElement(element, index, of: name) }
      }
    case .object(let members):
      for (member, value) in members { add(value, at: "\(name).\(member)") }
    case .null, .bool, .number: break
    }
  }

  /// Adds the messages of an object or a list within a list.
  private mutating func addElement(_ json: JSONValue, _ index: Int, of name: String?) {
    guard json.object != nil || json.array != nil else { return }
    add(json, at: name.map { "\($0).\(index)" } ?? String(index))
  }

  /// The maximum length of the name of a field, in scalars. Each message may repeat the names around it, so without a limit a
  /// body of 64 KiB could take hundreds of megabytes of memory.
  private static let longestName = 256

  /// Returns the name of a field, cut to its maximum length.
  static func shortened(_ name: String) -> String {
    guard name.utf8.count > longestName else { return name }
    return String(String.UnicodeScalarView(name.unicodeScalars.prefix(longestName)))
  }
}
