// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// DomainConfig.
  public struct DomainConfig: ObjectModel {
    /// The unique string that we created to identify the Domain resource.
    public var domainSid: String?
    /// The unique string that we created to identify the Domain config (prefix ZK).
    public var configSid: String?
    /// Any requests we receive to this domain that do not match an existing shortened message will be redirected to the
    /// fallback url. These will likely be either expired messages, random misdirected traffic, or intentional scraping.
    public var fallbackURL: String?
    /// URL to receive click events to your webhook whenever the recipients click on the shortened links.
    public var callbackURL: String?
    /// Boolean field to set customer delivery preference when there is a failure in linkShortening service
    public var continueOnFailure: Bool?
    /// Date this Domain Config was created.
    public var dateCreated: Date?
    /// Date that this Domain Config was last updated.
    public var dateUpdated: Date?
    public var url: String?
    /// Customer's choice to send links with/without "https://" attached to shortened url. If true, messages will not be
    /// sent with https:// at the beginning of the url. If false, messages will be sent with https:// at the beginning of
    /// the url. False is the default behavior if it is not specified.
    public var disableHTTPS: Bool?

    public init(
      domainSid: String? = nil, configSid: String? = nil, fallbackURL: String? = nil, callbackURL: String? = nil,
      continueOnFailure: Bool? = nil, dateCreated: Date? = nil, dateUpdated: Date? = nil, url: String? = nil,
      disableHTTPS: Bool? = nil
    ) {
      self.domainSid = domainSid
      self.configSid = configSid
      self.fallbackURL = fallbackURL
      self.callbackURL = callbackURL
      self.continueOnFailure = continueOnFailure
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.url = url
      self.disableHTTPS = disableHTTPS
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("domain_sid", &domainSid)
      members.optional("config_sid", &configSid)
      members.optional("fallback_url", &fallbackURL)
      members.optional("callback_url", &callbackURL)
      members.optional("continue_on_failure", &continueOnFailure)
      members.optional("date_created", &dateCreated)
      members.optional("date_updated", &dateUpdated)
      members.optional("url", &url)
      members.optional("disable_https", &disableHTTPS)
    }
  }

  /// UpdateDomainConfigRequest
  public struct UpdateDomainConfigBody: ObjectModel {
    /// Any requests we receive to this domain that do not match an existing shortened message will be redirected to the
    /// fallback url. These will likely be either expired messages, random misdirected traffic, or intentional scraping.
    public var fallbackURL: String?
    /// URL to receive click events to your webhook whenever the recipients click on the shortened links
    public var callbackURL: String?
    /// Boolean field to set customer delivery preference when there is a failure in linkShortening service
    public var continueOnFailure: Bool?
    /// Customer's choice to send links with/without "https://" attached to shortened url. If true, messages will not be
    /// sent with https:// at the beginning of the url. If false, messages will be sent with https:// at the beginning of
    /// the url. False is the default behavior if it is not specified.
    public var disableHTTPS: Bool?

    public init(
      fallbackURL: String? = nil, callbackURL: String? = nil, continueOnFailure: Bool? = nil, disableHTTPS: Bool? = nil
    ) {
      self.fallbackURL = fallbackURL
      self.callbackURL = callbackURL
      self.continueOnFailure = continueOnFailure
      self.disableHTTPS = disableHTTPS
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("FallbackUrl", &fallbackURL)
      members.optional("CallbackUrl", &callbackURL)
      members.optional("ContinueOnFailure", &continueOnFailure)
      members.optional("DisableHttps", &disableHTTPS)
    }
  }
}
