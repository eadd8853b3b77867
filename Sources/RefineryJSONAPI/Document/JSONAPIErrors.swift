public import RefineryCore

/// An error document.
///
/// A failed call of a ``JSONAPIResource`` has it as the details of its `CallError`, whatever the status and the content type:
///
/// ```swift
/// } catch let error as CallError {
///   for item in error.jsonAPIErrors?.errors ?? [] { print(item.source?.pointer ?? "", item.detail ?? "") }
/// }
/// ```
public struct JSONAPIErrors: SafelyDescribed, Equatable {
  /// The errors, in the server's order.
  public let errors: [ErrorObject]
  /// The meta members of the document.
  public let meta: JSONValue.Object
  /// The links of the document.
  public let links: ResourceLinks
  /// The server's JSON:API version, extensions and profiles.
  public let jsonapi: JSONAPIObject?

  /// The errors of a document; nil if it has no `errors` list.
  init?(_ document: JSONValue) {
    guard let errors = document["errors"]?.array else { return nil }
    self.errors = errors.compactMap(ErrorObject.init)
    meta = document["meta"]?.object ?? [:]
    links = (try? ResourceLinks(document["links"], at: .top)) ?? ResourceLinks()
    jsonapi = JSONAPIObject(document["jsonapi"])
  }

  /// The errors of one operation of ``AtomicOperations``, by its index from 0.
  public func errors(ofOperation index: Int) -> [ErrorObject] { errors.filter { $0.operation == index } }

  /// One line, safe to log: the number of errors, their statuses and codes.
  public var description: String {
    let words = errors.prefix(3).map { error in
      let parts = [error.status.map(String.init), error.code, error.source?.place].compactMap { $0 }
      return parts.isEmpty ? "unnamed" : parts.map(Self.shown).joined(separator: " ")
    }
    let more = errors.count > words.count ? " and more" : ""
    return "\(errors.count) JSON:API error\(errors.count == 1 ? "" : "s"): \(words.joined(separator: ", "))\(more)"
  }

  /// Returns a code or a place as one short line. Tokens are removed, because a server may repeat a token of the request.
  private static func shown(_ text: String) -> String {
    let safe = Redaction().replacingTokens(in: text) { _ in Redaction.mark }
    // Counts scalars, because one character can have any number of them.
    return Redaction.escaped(String(String.UnicodeScalarView(safe.unicodeScalars.prefix(64))))
  }
}

extension JSONAPIErrors: Decodable {
  /// Reads an error document, by any coder.
  ///
  /// - Throws: `MappingError` if there is no `errors` list.
  public init(from decoder: any Decoder) throws {
    guard let errors = Self(try JSONValue(from: decoder)) else { throw MappingError(.missing, at: ["errors"]) }
    self = errors
  }
}

/// One error of a document. A member is nil if the server leaves it out, or does not write it in the form of the standard.
public struct ErrorObject: Sendable, Equatable {
  /// The part of the request that caused an error.
  public struct Source: Sendable, Hashable {
    /// The place in the request's document, as a JSON Pointer (RFC 6901).
    public let pointer: String?
    /// The query parameter.
    public let parameter: String?
    /// The header field (JSON:API 1.1).
    public let header: String?

    var place: String? {
      pointer.map { "at \($0)" } ?? parameter.map { "in parameter \($0)" } ?? header.map { "in header field \($0)" }
    }
  }

  /// The server's identifier of this occurrence.
  public let id: String?
  /// `about` leads to details of this occurrence, `type` to a description of its kind.
  public let links: ResourceLinks
  /// The HTTP status of this error.
  public let status: Int?
  /// The server's code for this kind of error.
  public let code: String?
  /// A short summary of the kind of error.
  public let title: String?
  /// A description of this occurrence.
  public let detail: String?
  /// The part of the request that caused the error.
  public let source: Source?
  /// The meta members of the error.
  public let meta: JSONValue.Object

  init?(_ json: JSONValue) {
    guard let object = json.object else { return nil }
    func text(_ name: String) -> String? { object[name]?.string ?? object[name]?.number?.text }
    id = text("id")
    links = (try? ResourceLinks(object["links"], at: .top)) ?? ResourceLinks()
    status = text("status").flatMap { Int($0) }
    code = text("code")
    title = text("title")
    detail = text("detail")
    source = object["source"]?.object.map {
      Source(pointer: $0["pointer"]?.string, parameter: $0["parameter"]?.string, header: $0["header"]?.string)
    }
    meta = object["meta"]?.object ?? [:]
  }

  var operation: Int? {
    let parts = source?.pointer?.split(separator: "/") ?? []
    return parts.count > 1 && parts[0] == "atomic:operations" ? Int(parts[1]) : nil
  }
}

extension CallError {
  /// The errors of the server's document, if the body is one, even for calls that do not declare it.
  ///
  /// Without declared details, each use reads the body.
  public var jsonAPIErrors: JSONAPIErrors? {
    if let details = details(as: JSONAPIErrors.self) { return details }
    if let errors = underlying as? JSONAPIErrors { return errors }
    if let errors = (underlying as? MappingError)?.underlying as? JSONAPIErrors { return errors }
    return response.flatMap { _ in try? JSONValue(parsing: body) }.flatMap(JSONAPIErrors.init)
  }
}
