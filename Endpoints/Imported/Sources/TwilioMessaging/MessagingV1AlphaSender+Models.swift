// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// AlphaSender.
  public struct AlphaSender: ObjectModel {
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

    public init(
      sid: String? = nil, accountSid: String? = nil, serviceSid: String? = nil, dateCreated: Date? = nil,
      dateUpdated: Date? = nil, alphaSender: String? = nil, capabilities: [String]? = nil, url: String? = nil
    ) {
      self.sid = sid
      self.accountSid = accountSid
      self.serviceSid = serviceSid
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.alphaSender = alphaSender
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
      members.optional("alpha_sender", &alphaSender)
      members.optional("capabilities", &capabilities)
      members.optional("url", &url)
    }
  }

  /// CreateAlphaSenderRequest
  public struct CreateAlphaSenderBody: ObjectModel {
    /// The Alphanumeric Sender ID string. Can be up to 11 characters long. Valid characters are A-Z, a-z, 0-9, space,
    /// hyphen `-`, plus `+`, underscore `_` and ampersand `&`. This value cannot contain only numbers.
    public var alphaSender: String

    public init(alphaSender: String) {
      self.alphaSender = alphaSender
    }

    public init(_ unread: Unread) {
      alphaSender = ""
    }

    public mutating func list(_ members: Members) {
      members.required("AlphaSender", &alphaSender)
    }
  }

  /// ListAlphaSenderResponse
  public struct ListAlphaSenderResult: ObjectModel {
    public var alphaSenders: [AlphaSender]?
    public var meta: ListAlphaSenderResultMeta?

    public init(alphaSenders: [AlphaSender]? = nil, meta: ListAlphaSenderResultMeta? = nil) {
      self.alphaSenders = alphaSenders
      self.meta = meta
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("alpha_senders", &alphaSenders)
      members.optional("meta", &meta)
    }
  }
}
