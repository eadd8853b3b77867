// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// DomainDNSValidation.
  public struct DomainDNSValidation: ObjectModel {
    /// The unique string that we created to identify the Domain resource.
    public var domainSid: String?
    public var isValid: Bool?
    public var reason: String?
    public var url: String?

    public init(domainSid: String? = nil, isValid: Bool? = nil, reason: String? = nil, url: String? = nil) {
      self.domainSid = domainSid
      self.isValid = isValid
      self.reason = reason
      self.url = url
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("domain_sid", &domainSid)
      members.optional("is_valid", &isValid)
      members.optional("reason", &reason)
      members.optional("url", &url)
    }
  }
}
