// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// DomainCertV4.
  public struct DomainCertV4: ObjectModel {
    /// The unique string that we created to identify the Domain resource.
    public var domainSid: String?
    /// Date that this Domain was last updated.
    public var dateUpdated: Date?
    /// Date that the private certificate associated with this domain expires. You will need to update the certificate
    /// before that date to ensure your shortened links will continue to work.
    public var dateExpires: Date?
    /// Date that this Domain was registered to the Twilio platform to create a new Domain object.
    public var dateCreated: Date?
    /// Full url path for this domain.
    public var domainName: String?
    /// The unique string that we created to identify this Certificate resource.
    public var certificateSid: String?
    public var url: String?
    /// Optional JSON field describing the status and upload date of a new certificate in the process of validation
    public var certInValidation: JSONValue?

    public init(
      domainSid: String? = nil, dateUpdated: Date? = nil, dateExpires: Date? = nil, dateCreated: Date? = nil,
      domainName: String? = nil, certificateSid: String? = nil, url: String? = nil, certInValidation: JSONValue? = nil
    ) {
      self.domainSid = domainSid
      self.dateUpdated = dateUpdated
      self.dateExpires = dateExpires
      self.dateCreated = dateCreated
      self.domainName = domainName
      self.certificateSid = certificateSid
      self.url = url
      self.certInValidation = certInValidation
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("domain_sid", &domainSid)
      members.optional("date_updated", &dateUpdated)
      members.optional("date_expires", &dateExpires)
      members.optional("date_created", &dateCreated)
      members.optional("domain_name", &domainName)
      members.optional("certificate_sid", &certificateSid)
      members.optional("url", &url)
      members.optional("cert_in_validation", &certInValidation)
    }
  }

  /// UpdateDomainCertV4Request
  public struct UpdateDomainCertV4Body: ObjectModel {
    /// Contains the full TLS certificate and private for this domain in PEM format:
    /// https://en.wikipedia.org/wiki/Privacy-Enhanced_Mail. Twilio uses this information to process HTTPS traffic sent to
    /// your domain.
    public var tlsCert: String

    public init(tlsCert: String) {
      self.tlsCert = tlsCert
    }

    public init(_ unread: Unread) {
      tlsCert = ""
    }

    public mutating func list(_ members: Members) {
      members.required("TlsCert", &tlsCert)
    }
  }
}
