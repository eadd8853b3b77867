/// The error that a server describes, in one form: RFC 9457 problem details, or one of the common shapes of error bodies.
///
/// All text comes from the server. Use it to handle the error or to show it to a user. It may contain anything, so Refinery
/// does not write it to a log line.
///
/// A server can also write it as a response of its own: it encodes as RFC 9457 says.
///
/// ```swift
/// if let problem = ProblemDetails(body: data, contentType: "application/problem+json", status: 422) {
///   print(problem)   // "Out of credit: Your balance is 30, but that costs 50."
/// }
/// ```
public struct ProblemDetails: Sendable, Hashable, CustomStringConvertible {
  /// One of the errors that a body lists.
  public struct Item: Sendable, Hashable, Encodable, CustomStringConvertible {
    /// The kind of error, in a few words.
    public var title: String?
    /// What is wrong this time.
    public var detail: String?
    /// The server's code for it.
    public var code: String?
    /// The status of this error.
    public var status: Int?
    /// The place in the request's body, as a JSON Pointer (RFC 6901).
    public var pointer: String?
    /// The query key that caused it.
    public var parameter: String?
    /// The header field that caused it.
    public var header: String?
    /// The field of the model that caused it. If the body lists messages by field, the name is cut to 256 Unicode scalars.
    public var field: String?

    /// Creates an item by hand.
    public init(
      title: String? = nil, detail: String? = nil, code: String? = nil, status: Int? = nil, pointer: String? = nil,
      parameter: String? = nil, header: String? = nil, field: String? = nil
    ) {
      self.title = title
      self.detail = detail
      self.code = code
      self.status = status
      self.pointer = pointer
      self.parameter = parameter
      self.header = header
      self.field = field
    }

    /// `title: detail`, or the one of them that exists; otherwise the code or the field.
    public var description: String { ProblemDetails.text(title: title, detail: detail) ?? code ?? field ?? "Error" }
  }

  /// The URI that names the kind of problem; nil if the server gives none, which RFC 9457 writes as `about:blank`.
  public var type: String?
  /// The kind of problem, in a few words.
  public var title: String?
  /// The body's own status, or that of the response.
  public var status: Int
  /// What is wrong this time. If the body only lists errors, their texts, separated by blank lines.
  public var detail: String?
  /// The URI that names this occurrence.
  public var instance: String?
  /// The server's code, such as `invalid_grant`. A number is given as its digits.
  public var code: String?
  /// The errors that the body lists, in its order.
  public var items: [Item]
  /// The members of the body that have no property here.
  public var extensions: JSONValue.Object

  /// Creates a problem by hand.
  public init(
    type: String? = nil, title: String? = nil, status: Int, detail: String? = nil, instance: String? = nil,
    code: String? = nil, items: [Item] = [], extensions: JSONValue.Object = [:]
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.instance = instance
    self.code = code
    self.items = items
    self.extensions = extensions
  }

  /// `title: detail`, or the one of them that exists. Without a title it starts with `Error`.
  public var description: String {
    guard let detail else { return title ?? "Error: status \(status)" }
    return "\(title ?? "Error"): \(detail)"
  }

  static func text(title: String?, detail: String?) -> String? {
    guard let title, let detail else { return title ?? detail }
    return "\(title): \(detail)"
  }
}
