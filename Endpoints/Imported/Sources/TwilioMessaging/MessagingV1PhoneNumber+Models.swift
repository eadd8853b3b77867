// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// CreatePhoneNumberRequest
  public struct CreatePhoneNumberBody: ObjectModel {
    /// The SID of the Phone Number being added to the Service.
    public var phoneNumberSid: String

    public init(phoneNumberSid: String) {
      self.phoneNumberSid = phoneNumberSid
    }

    public init(_ unread: Unread) {
      phoneNumberSid = ""
    }

    public mutating func list(_ members: Members) {
      members.required("PhoneNumberSid", &phoneNumberSid)
    }
  }

  /// ListPhoneNumberResponse
  public struct ListPhoneNumberResult: ObjectModel {
    public var phoneNumbers: [PhoneNumber]?
    public var meta: ListPhoneNumberResultMeta?

    public init(phoneNumbers: [PhoneNumber]? = nil, meta: ListPhoneNumberResultMeta? = nil) {
      self.phoneNumbers = phoneNumbers
      self.meta = meta
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("phone_numbers", &phoneNumbers)
      members.optional("meta", &meta)
    }
  }

  /// The same type as ``ListAlphaSenderResultMeta``.
  public typealias ListPhoneNumberResultMeta = ListAlphaSenderResultMeta

  /// PhoneNumber.
  public struct PhoneNumber: ObjectModel {
    /// The unique string that we created to identify the PhoneNumber resource.
    public var sid: String?
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that created the PhoneNumber resource.
    public var accountSid: String?
    /// The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) the resource is associated with.
    public var serviceSid: String?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?
    /// The date and time in GMT when the resource was last updated specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateUpdated: Date?
    /// The phone number in [E.164](https://www.twilio.com/docs/glossary/what-e164) format, which consists of a + followed
    /// by the country code and subscriber number.
    public var phoneNumber: String?
    /// The 2-character [ISO Country Code](https://www.iso.org/iso-3166-country-codes.html) of the number.
    public var countryCode: String?
    /// An array of values that describe whether the number can receive calls or messages. Can be: `Voice`, `SMS`, and
    /// `MMS`.
    public var capabilities: [String]?
    /// The absolute URL of the PhoneNumber resource.
    public var url: String?

    public init(
      sid: String? = nil, accountSid: String? = nil, serviceSid: String? = nil, dateCreated: Date? = nil,
      dateUpdated: Date? = nil, phoneNumber: String? = nil, countryCode: String? = nil, capabilities: [String]? = nil,
      url: String? = nil
    ) {
      self.sid = sid
      self.accountSid = accountSid
      self.serviceSid = serviceSid
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.phoneNumber = phoneNumber
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
      members.optional("phone_number", &phoneNumber)
      members.optional("country_code", &countryCode)
      members.optional("capabilities", &capabilities)
      members.optional("url", &url)
    }
  }
}
