// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// CreateShortCodeRequest
  public struct CreateShortCodeBody: ObjectModel {
    /// The SID of the ShortCode resource being added to the Service.
    public var shortCodeSid: String

    public init(shortCodeSid: String) {
      self.shortCodeSid = shortCodeSid
    }

    public init(_ unread: Unread) {
      shortCodeSid = ""
    }

    public mutating func list(_ members: Members) {
      members.required("ShortCodeSid", &shortCodeSid)
    }
  }

  /// ListShortCodeResponse
  public struct ListShortCodeResult: ObjectModel {
    public var shortCodes: [ShortCode]?
    public var meta: ListShortCodeResultMeta?

    public init(shortCodes: [ShortCode]? = nil, meta: ListShortCodeResultMeta? = nil) {
      self.shortCodes = shortCodes
      self.meta = meta
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("short_codes", &shortCodes)
      members.optional("meta", &meta)
    }
  }

  /// The same type as ``ListAlphaSenderResultMeta``.
  public typealias ListShortCodeResultMeta = ListAlphaSenderResultMeta

  /// ShortCode.
  public struct ShortCode: ObjectModel {
    /// The unique string that we created to identify the ShortCode resource.
    public var sid: String?
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that created the ShortCode resource.
    public var accountSid: String?
    /// The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) the resource is associated with.
    public var serviceSid: String?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?
    /// The date and time in GMT when the resource was last updated specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateUpdated: Date?
    /// The [E.164](https://www.twilio.com/docs/glossary/what-e164) format of the short code.
    public var shortCode: String?
    /// The 2-character [ISO Country Code](https://www.iso.org/iso-3166-country-codes.html) of the number.
    public var countryCode: String?
    /// An array of values that describe whether the number can receive calls or messages. Can be: `SMS` and `MMS`.
    public var capabilities: [String]?
    /// The absolute URL of the ShortCode resource.
    public var url: String?

    public init(
      sid: String? = nil, accountSid: String? = nil, serviceSid: String? = nil, dateCreated: Date? = nil,
      dateUpdated: Date? = nil, shortCode: String? = nil, countryCode: String? = nil, capabilities: [String]? = nil,
      url: String? = nil
    ) {
      self.sid = sid
      self.accountSid = accountSid
      self.serviceSid = serviceSid
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.shortCode = shortCode
      self.countryCode = countryCode
      self.capabilities = capabilities
      self.url = url
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("sid", &sid)
      members.optional("account_sid", &accountSid)
      members.optional("service_sid", &serviceSid)
      members.optional("date_created", &dateCreated)
      members.optional("date_updated", &dateUpdated)
      members.optional("short_code", &shortCode)
      members.optional("country_code", &countryCode)
      members.optional("capabilities", &capabilities)
      members.optional("url", &url)
    }
  }
}
