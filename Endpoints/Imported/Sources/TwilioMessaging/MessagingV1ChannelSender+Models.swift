// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// ChannelSender.
  public struct ChannelSender: ObjectModel {
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that created the ChannelSender resource.
    public var accountSid: String?
    /// The SID of the [Service](https://www.twilio.com/docs/messaging/services) the resource is associated with.
    public var messagingServiceSid: String?
    /// The unique string that we created to identify the ChannelSender resource.
    public var sid: String?
    /// The unique string that identifies the sender e.g whatsapp:+123456XXXX.
    public var sender: String?
    /// A string value that identifies the sender type e.g WhatsApp, Messenger.
    public var senderType: String?
    /// The 2-character [ISO Country Code](https://www.iso.org/iso-3166-country-codes.html) of the number.
    public var countryCode: String?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?
    /// The date and time in GMT when the resource was last updated specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateUpdated: Date?
    /// The absolute URL of the ChannelSender resource.
    public var url: String?

    public init(
      accountSid: String? = nil, messagingServiceSid: String? = nil, sid: String? = nil, sender: String? = nil,
      senderType: String? = nil, countryCode: String? = nil, dateCreated: Date? = nil, dateUpdated: Date? = nil,
      url: String? = nil
    ) {
      self.accountSid = accountSid
      self.messagingServiceSid = messagingServiceSid
      self.sid = sid
      self.sender = sender
      self.senderType = senderType
      self.countryCode = countryCode
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.url = url
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("account_sid", &accountSid)
      members.optional("messaging_service_sid", &messagingServiceSid)
      members.optional("sid", &sid)
      members.optional("sender", &sender)
      members.optional("sender_type", &senderType)
      members.optional("country_code", &countryCode)
      members.optional("date_created", &dateCreated)
      members.optional("date_updated", &dateUpdated)
      members.optional("url", &url)
    }
  }

  /// CreateChannelSenderRequest
  public struct CreateChannelSenderBody: ObjectModel {
    /// The SID of the Channel Sender being added to the Service.
    public var sid: String

    public init(sid: String) {
      self.sid = sid
    }

    public init(_ unread: Unread) {
      sid = ""
    }

    public mutating func list(_ members: Members) {
      members.required("Sid", &sid)
    }
  }

  /// ListChannelSenderResponse
  public struct ListChannelSenderResult: ObjectModel {
    public var senders: [ChannelSender]?
    public var meta: ListChannelSenderResultMeta?

    public init(senders: [ChannelSender]? = nil, meta: ListChannelSenderResultMeta? = nil) {
      self.senders = senders
      self.meta = meta
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("senders", &senders)
      members.optional("meta", &meta)
    }
  }

  /// The same type as ``ListAlphaSenderResultMeta``.
  public typealias ListChannelSenderResultMeta = ListAlphaSenderResultMeta
}
