// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// CreateDestinationAlphaSenderRequest
  public struct CreateDestinationAlphaSenderBody: ObjectModel {
    /// The Alphanumeric Sender ID string. Can be up to 11 characters long. Valid characters are A-Z, a-z, 0-9, space,
    /// hyphen `-`, plus `+`, underscore `_` and ampersand `&`. This value cannot contain only numbers.
    public var alphaSender: String
    /// The Optional Two Character ISO Country Code the Alphanumeric Sender ID will be used for. If the IsoCountryCode is
    /// not provided, a default Alpha Sender will be created that can be used across all countries.
    public var isoCountryCode: String?

    public init(alphaSender: String, isoCountryCode: String? = nil) {
      self.alphaSender = alphaSender
      self.isoCountryCode = isoCountryCode
    }

    public init(_ unread: Unread) {
      alphaSender = ""
    }

    public mutating func list(_ members: Members) {
      members.required("AlphaSender", &alphaSender)
      members.optional("IsoCountryCode", &isoCountryCode)
    }
  }

  /// DestinationAlphaSender.
  public struct DestinationAlphaSender: ObjectModel {
    /// The unique string that we created to identify the AlphaSender resource.
    public var sid: String?
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that created the AlphaSender resource.
    public var accountSid: String?
    /// The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) the resource is associated with.
    public var serviceSid: String?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?
    /// The date and time in GMT when the resource was last updated specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateUpdated: Date?
    /// The Alphanumeric Sender ID string.
    public var alphaSender: String?
    /// An array of values that describe whether the number can receive calls or messages. Can be: `SMS`.
    public var capabilities: [String]?
    /// The absolute URL of the AlphaSender resource.
    public var url: String?
    /// The Two Character ISO Country Code the Alphanumeric Sender ID will be used for. For Default Alpha Senders that work
    /// across countries, this value will be an empty string
    public var isoCountryCode: String?

    public init(
      sid: String? = nil, accountSid: String? = nil, serviceSid: String? = nil, dateCreated: Date? = nil,
      dateUpdated: Date? = nil, alphaSender: String? = nil, capabilities: [String]? = nil, url: String? = nil,
      isoCountryCode: String? = nil
    ) {
      self.sid = sid
      self.accountSid = accountSid
      self.serviceSid = serviceSid
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.alphaSender = alphaSender
      self.capabilities = capabilities
      self.url = url
      self.isoCountryCode = isoCountryCode
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("sid", &sid)
      members.optional("account_sid", &accountSid)
      members.optional("service_sid", &serviceSid)
      members.optional("date_created", &dateCreated)
      members.optional("date_updated", &dateUpdated)
      members.optional("alpha_sender", &alphaSender)
      members.optional("capabilities", &capabilities)
      members.optional("url", &url)
      members.optional("iso_country_code", &isoCountryCode)
    }
  }

  /// ListDestinationAlphaSenderResponse
  public struct ListDestinationAlphaSenderResult: ObjectModel {
    public var alphaSenders: [DestinationAlphaSender]?
    public var meta: ListDestinationAlphaSenderResultMeta?

    public init(alphaSenders: [DestinationAlphaSender]? = nil, meta: ListDestinationAlphaSenderResultMeta? = nil) {
      self.alphaSenders = alphaSenders
      self.meta = meta
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("alpha_senders", &alphaSenders)
      members.optional("meta", &meta)
    }
  }

  /// The same type as ``ListAlphaSenderResultMeta``.
  public typealias ListDestinationAlphaSenderResultMeta = ListAlphaSenderResultMeta
}
