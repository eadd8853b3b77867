// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// RequestManagedCert.
  public struct RequestManagedCert: ObjectModel {
    /// The unique string that we created to identify the Domain resource.
    public var domainSid: String?
    /// Date that this Domain was last updated.
    public var dateUpdated: Date?
    /// Date that this Domain was registered to the Twilio platform to create a new Domain object.
    public var dateCreated: Date?
    /// Date that the private certificate associated with this domain expires. This is the expiration date of your existing
    /// cert.
    public var dateExpires: Date?
    /// Full url path for this domain.
    public var domainName: String?
    /// The unique string that we created to identify this Certificate resource.
    public var certificateSid: String?
    public var url: String?
    /// A boolean flag indicating if the certificate is managed by Twilio.
    public var managed: Bool?
    /// A boolean flag indicating if a managed certificate needs to be fulfilled by Twilio.
    public var requesting: Bool?

    public init(
      domainSid: String? = nil, dateUpdated: Date? = nil, dateCreated: Date? = nil, dateExpires: Date? = nil,
      domainName: String? = nil, certificateSid: String? = nil, url: String? = nil, managed: Bool? = nil,
      requesting: Bool? = nil
    ) {
      self.domainSid = domainSid
      self.dateUpdated = dateUpdated
      self.dateCreated = dateCreated
      self.dateExpires = dateExpires
      self.domainName = domainName
      self.certificateSid = certificateSid
      self.url = url
      self.managed = managed
      self.requesting = requesting
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("domain_sid", &domainSid)
      members.optional("date_updated", &dateUpdated)
      members.optional("date_created", &dateCreated)
      members.optional("date_expires", &dateExpires)
      members.optional("domain_name", &domainName)
      members.optional("certificate_sid", &certificateSid)
      members.optional("url", &url)
      members.optional("managed", &managed)
      members.optional("requesting", &requesting)
    }
  }
}
