#if Signing
  public import FoundationEssentials
  import HTTPTypes
  import RefineryParts

  /// The components that one signature covers, and its parameters: one member of the field `Signature-Input` (RFC 9421 section
  /// 2.3).
  public struct SignatureInput: Sendable, CustomStringConvertible {
    private let parameters: StructuredMap<StructuredValue>
    /// The covered components, in order.
    public let components: [SignatureComponent]
    /// The text in `Signature-Input`, such as `("@method");created=1618884473;keyid="a"`.
    public let description: String

    /// Creates the input of a new signature.
    ///
    /// - Parameters:
    ///   - components: the covered components, each once.
    ///   - created: when the signature is created.
    ///   - expires: when the signature becomes invalid.
    ///   - keyID: names the key to the verifier.
    ///   - algorithm: the name of the algorithm. Leave it out if the key determines it.
    ///   - nonce: a value that is used once.
    ///   - tag: names the application.
    /// - Throws: ``SigningError/invalidSetting(_:)`` for a component that occurs twice, a text that is not ASCII, or a date
    ///   that cannot be written.
    public init(
      _ components: [SignatureComponent], created: Date? = nil, expires: Date? = nil, keyID: String? = nil,
      algorithm: SignatureAlgorithm? = nil, nonce: String? = nil, tag: String? = nil
    ) throws(SigningError) {
      var parameters = StructuredMap<StructuredValue>()
      for (key, date) in [("created", created), ("expires", expires)] {
        guard let date else { continue }
        guard let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)) else {
          throw .invalidSetting("the date \(key) of a signature cannot be written in seconds")
        }
        parameters[key] = .integer(seconds)
      }
      for (key, text) in [("keyid", keyID), ("alg", algorithm?.rawValue), ("nonce", nonce), ("tag", tag)] {
        if let text { parameters[key] = .string(text) }
      }
      let list = "(\(components.map(\.description).joined(separator: " ")))"
      guard let covered = StructuredField.list(list)?.first?.value,
        let input = try? SignatureInput(StructuredMember(covered, parameters)), input.components == components
      else {
        throw .invalidSetting(
          "a component occurs twice or has a malformed key, or a parameter of a signature is not ASCII text")
      }
      self = input
    }

    /// Reads an input from its text: one member of the field `Signature-Input` without its label.
    ///
    /// - Throws: ``SigningError/malformedField(_:)``.
    package init(_ text: String) throws(SigningError) {
      guard let list = StructuredField.list(text) else { throw .malformed(.signatureInput) }
      guard list.count == 1, case .innerList = list[0].value else {
        throw .malformedField("the text is not one member of the field signature-input")
      }
      try self.init(list[0])
    }

    init(_ member: StructuredMember) throws(SigningError) {
      guard case .innerList(let items) = member.value else {
        throw .malformedField("a member of the field signature-input is not an inner list")
      }
      var components: [SignatureComponent] = []
      for item in items { components.append(try SignatureComponent(item)) }
      guard Set(components).count == components.count else {
        throw .malformedField("the field signature-input covers a component twice")
      }
      self.components = components
      parameters = member.parameters
      guard let text = StructuredField.text([member]) else { throw .malformed(.signatureInput) }
      description = text
    }

    /// When the signature was created; nil if the time is missing or malformed.
    public var created: Date? { date("created") }
    /// When the signature becomes invalid; nil if the time is missing or malformed.
    public var expires: Date? { date("expires") }
    /// The name of the key.
    public var keyID: String? { text("keyid") }
    /// The registered name of the algorithm.
    public var algorithm: String? { text("alg") }
    /// A value that is used once.
    public var nonce: String? { text("nonce") }
    /// The name of the application.
    public var tag: String? { text("tag") }

    /// Whether `created` or `expires` is stated, but is not an integer.
    var hasMalformedTime: Bool {
      ["created", "expires"].contains { parameters[$0] != nil && date($0) == nil }
    }

    private func date(_ key: String) -> Date? {
      if case .integer(let seconds) = parameters[key] { Date(timeIntervalSince1970: Double(seconds)) } else { nil }
    }

    private func text(_ key: String) -> String? {
      if case .string(let text) = parameters[key] { text } else { nil }
    }

    /// Returns the signature base: the text that is signed (RFC 9421 section 2.5). It contains the values of the covered
    /// fields.
    ///
    /// - Throws: ``SigningError/missingComponent(_:)`` or ``SigningError/malformedField(_:)``.
    package func base(of message: SignableMessage) throws(SigningError) -> String {
      var base = ""
      for component in components { base += "\(component): \(try component.value(in: message))\n" }
      return base + "\"@signature-params\": \(description)"
    }

    /// Returns the signature of a message by a key.
    ///
    /// - Throws: ``SigningError``.
    public func signature(of message: SignableMessage, by key: SigningKey) throws(SigningError) -> Data {
      try key.signature(of: Data(try base(of: message).utf8))
    }
  }
#endif
