#if Signing
  import FoundationEssentials
  public import HTTPTypes
  public import RefineryCore
  import RefineryParts

  /// A request or a response to sign or to verify.
  public struct SignableMessage: Sendable, Redacted {
    let request: HTTPRequest?
    let response: HTTPResponse?
    private let contentLength: Int?

    /// Creates a message from a request. `contentLength` is the value of `Content-Length` that the transport adds if the
    /// request does not have this field.
    public init(_ request: HTTPRequest, contentLength: Int? = nil) {
      (self.request, response, self.contentLength) = (request, nil, contentLength)
    }

    /// Creates a message from a response and its request. Components that belong to the request have the parameter `req`.
    public init(_ response: HTTPResponse, to request: HTTPRequest? = nil) {
      (self.request, self.response, contentLength) = (request, response, nil)
    }

    /// Returns the lines of a field, without white space at both ends. The lines of `Cookie` are one line.
    func values(of name: HTTPField.Name, ofRequest: Bool) -> [String] {
      let fields = ofRequest ? request?.headerFields : response?.headerFields
      let values = fields?[values: name] ?? []
      if values.isEmpty, ofRequest {
        if name.canonicalName == "host" { return request?.authority.map { [$0] } ?? [] }
        if name == .contentLength, response == nil { return contentLength.map { ["\($0)"] } ?? [] }
      }
      let lines = values.map { $0.trimmingPrefix(while: isBlank) }
        .map { String($0.reversed().drop(while: isBlank).reversed()) }
      // A cookie may be sent in several lines, but semicolons separate its parts, not commas (RFC 9113 section 8.2.3).
      return name == .cookie && lines.count > 1 ? [lines.joined(separator: "; ")] : lines
    }
  }

  /// A part of a message that a signature covers: a field, or a derived component such as the method (RFC 9421 section 2).
  public struct SignatureComponent: Sendable, Hashable, CustomStringConvertible {
    /// Its identifier, such as `"@query-param";name="id"`.
    public let description: String
    fileprivate let name: String
    fileprivate let parameters: [String: String]

    private init(_ name: String, _ parameters: [String: String] = [:], suffix: String = "") {
      self.name = name
      self.parameters = parameters
      description = "\"\(name)\"\(suffix)"
    }

    init(_ item: StructuredMember) throws(SigningError) {
      guard case .string(let name) = item.value, let text = StructuredField.text([item]) else {
        throw .malformedField("a component of the field signature-input is not a string")
      }
      var parameters: [String: String] = [:]
      for (key, value) in item.parameters.entries {
        switch (key, value) {
        case ("name", .string(let text)), ("key", .string(let text)): parameters[key] = text
        case ("req", .boolean(true)), ("sf", .boolean(true)), ("bs", .boolean(true)): parameters[key] = ""
        default: throw .malformedField("a component has the parameter \(key), which is unknown here or has a wrong value")
        }
      }
      (self.name, self.parameters, description) = (name, parameters, text)
    }

    /// The method.
    public static let method = SignatureComponent("@method")
    /// The scheme, host, path and query.
    public static let targetURI = SignatureComponent("@target-uri")
    /// The host, with the port unless it is the default of the scheme.
    public static let authority = SignatureComponent("@authority")
    /// `http` or `https`.
    public static let scheme = SignatureComponent("@scheme")
    /// The target in the request line: path and query.
    public static let requestTarget = SignatureComponent("@request-target")
    /// The path.
    public static let path = SignatureComponent("@path")
    /// The query with its question mark.
    public static let query = SignatureComponent("@query")
    /// The status code of a response.
    public static let status = SignatureComponent("@status")

    /// A field: its lines, joined by commas, or by semicolons for `Cookie`.
    public static func field(_ name: HTTPField.Name) -> SignatureComponent { SignatureComponent(name.canonicalName) }

    /// A parameter of the query. It must occur exactly once.
    public static func queryParameter(_ name: String) -> SignatureComponent {
      // An encoded name needs no escapes between the quotes of an identifier.
      let encoded = formEncoded(name.utf8)
      return SignatureComponent("@query-param", ["name": encoded], suffix: ";name=\"\(encoded)\"")
    }

    /// The same field in the strict form of structured fields, which intermediaries do not change.
    public var strict: SignatureComponent { adding("sf", "", ";sf") }
    /// The same field with each line as Base64.
    public var bytes: SignatureComponent { adding("bs", "", ";bs") }
    /// The same component of the request, for the signature of a response.
    public var ofRequest: SignatureComponent { adding("req", "", ";req") }
    /// One member of the same field, which is a dictionary. A key may contain only `a` to `z`, digits, `_`, `-`, `.` and `*`;
    /// with any other key, ``SignatureInput`` throws an error.
    public func member(_ key: String) -> SignatureComponent { adding("key", key, ";key=\"\(key)\"") }

    private func adding(_ key: String, _ value: String, _ text: String) -> SignatureComponent {
      SignatureComponent(
        name, parameters.merging([key: value]) { $1 }, suffix: "\(description.dropFirst(name.utf8.count + 2))\(text)")
    }

    /// Whether only the signature of a response can cover this component.
    var isOfResponse: Bool { name == "@status" || parameters["req"] != nil }

    /// Whether only a message with content has this component.
    var describesContent: Bool { name.hasPrefix("content-") || name == "repr-digest" }

    /// Whether this component is the digest of the content, with any parameters.
    var isContentDigest: Bool { name == "content-digest" }

    /// Returns the value for the signature base (RFC 9421 sections 2.1 and 2.2).
    func value(in message: SignableMessage) throws(SigningError) -> String {
      let isOfRequest = parameters["req"] != nil
      guard !isOfRequest || message.response != nil else { throw missing }
      let value =
        name.hasPrefix("@")
        ? try derived(from: message, isOfRequest) : try field(of: message, isOfRequest || message.response == nil)
      guard !value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
        throw .malformedField("the component \(description) has a line end")
      }
      return value
    }

    /// Two components are equal if they differ only in the order of their parameters.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.parameters == right.parameters }

    /// Hashes the name and the parameters.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(parameters)
    }

    private var missing: SigningError { .missingComponent(description) }

    private func field(of message: SignableMessage, _ isOfRequest: Bool) throws(SigningError) -> String {
      guard let name = HTTPField.Name(name), name.canonicalName == self.name else {
        throw .malformedField("a component is neither a lowercase field name nor a derived component")
      }
      guard parameters["name"] == nil, parameters["bs"] == nil || parameters["sf"] == nil && parameters["key"] == nil else {
        throw .malformedField("the component \(description) has parameters that exclude each other")
      }
      let values = message.values(of: name, ofRequest: isOfRequest)
      guard !values.isEmpty else { throw missing }
      if parameters["bs"] != nil {
        return values.map { ":\(Data($0.utf8).base64EncodedString()):" }.joined(separator: ", ")
      }
      let value = values.joined(separator: ", ")
      if let key = parameters["key"] {
        guard let members = StructuredField.dictionary(value) else { throw .malformed(name) }
        guard let member = members[key] else { throw missing }
        guard let text = StructuredField.text([member]) else { throw .malformed(name) }
        return text
      }
      return parameters["sf"] != nil ? try StructuredField.strict(value, of: name) : value
    }

    private func derived(from message: SignableMessage, _ isOfRequest: Bool) throws(SigningError) -> String {
      let isParameter = name == "@query-param"
      guard parameters.keys.allSatisfy({ $0 == "req" || $0 == "name" && isParameter }) else {
        throw .malformedField("the component \(description) has a parameter that only fields have")
      }
      if name == "@status" {
        guard let response = message.response, !isOfRequest else { throw missing }
        return "\(response.status.code)"
      }
      guard let request = message.request, message.response == nil || isOfRequest else { throw missing }
      let target = request.path ?? "/"
      let path = Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") })
      switch name {
      case "@method": return request.method.rawValue
      case "@scheme": return request.scheme?.lowercased() ?? "https"
      case "@authority": return try authority(of: request)
      case "@target-uri": return "\(request.scheme?.lowercased() ?? "https")://\(try authority(of: request))\(target)"
      case "@request-target": return target
      case "@path": return path.isEmpty ? "/" : String(path)
      case "@query": return path.endIndex == target.endIndex ? "?" : String(target[path.endIndex...])
      case "@query-param":
        // Splits bytes, because a delimiter and a combining mark after it are one `Character`.
        let pairs = target.utf8[path.endIndex...].dropFirst().split(separator: UInt8(ascii: "&")).map { pair in
          (normal(pair.prefix { $0 != UInt8(ascii: "=") }), normal(pair.drop { $0 != UInt8(ascii: "=") }.dropFirst()))
        }
        let found = pairs.filter { $0.0 == parameters["name"] }
        // A parameter that occurs more than once must not be covered (RFC 9421 section 2.2.8).
        guard found.count == 1, let value = found.first?.1 else { throw missing }
        return value
      default: throw .malformedField("the component \(description) is unknown")
      }
    }

    private func authority(of request: HTTPRequest) throws(SigningError) -> String {
      guard let authority = request.authority, !authority.isEmpty else { throw missing }
      guard let origin = Origin(scheme: request.scheme ?? "https", authority: authority) else { return authority.lowercased() }
      return String(origin.description.drop { $0 != "/" }.dropFirst(2))
    }
  }

  private let isBlank: @Sendable (Character) -> Bool = { $0 == " " || $0 == "\t" }

  /// Decodes a name or value of a query (application/x-www-form-urlencoded), and encodes it as RFC 9421 section 2.2.8
  /// requires. Bytes that are not UTF-8 become U+FFFD, as in the parser that the section names (URL Standard, section 5.1).
  private func normal(_ text: Substring.UTF8View) -> String {
    formEncoded(String(decoding: percentDecoded(text.map { $0 == 0x2B ? 0x20 : $0 }), as: UTF8.self).utf8)
  }

  private func formEncoded(_ bytes: some Sequence<UInt8>) -> String {
    percentEncoded(bytes) { isUnreserved($0) && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: "*") }
  }
#endif
