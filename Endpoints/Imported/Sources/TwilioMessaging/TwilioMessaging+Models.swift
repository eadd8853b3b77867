// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// LinkshorteningMessagingService.
  public struct LinkshorteningMessagingService: ObjectModel {
    /// The unique string identifies the domain resource
    public var domainSid: String?
    /// The unique string that identifies the messaging service
    public var messagingServiceSid: String?
    public var url: String?

    public init(domainSid: String? = nil, messagingServiceSid: String? = nil, url: String? = nil) {
      self.domainSid = domainSid
      self.messagingServiceSid = messagingServiceSid
      self.url = url
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("domain_sid", &domainSid)
      members.optional("messaging_service_sid", &messagingServiceSid)
      members.optional("url", &url)
    }
  }

  /// ListAlphaSenderResultMeta.
  public struct ListAlphaSenderResultMeta: ObjectModel {
    public var firstPageURL: String?
    public var key: String?
    public var nextPageURL: String?
    public var page: Int?
    public var pageSize: Int?
    public var previousPageURL: String?
    public var url: String?

    public init(
      firstPageURL: String? = nil, key: String? = nil, nextPageURL: String? = nil, page: Int? = nil, pageSize: Int? = nil,
      previousPageURL: String? = nil, url: String? = nil
    ) {
      self.firstPageURL = firstPageURL
      self.key = key
      self.nextPageURL = nextPageURL
      self.page = page
      self.pageSize = pageSize
      self.previousPageURL = previousPageURL
      self.url = url
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("first_page_url", &firstPageURL)
      members.optional("key", &key)
      members.optional("next_page_url", &nextPageURL)
      members.optional("page", &page)
      members.optional("page_size", &pageSize)
      members.optional("previous_page_url", &previousPageURL)
      members.optional("url", &url)
    }
  }
}
