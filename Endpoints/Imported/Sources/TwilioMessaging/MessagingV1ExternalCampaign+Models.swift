// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// CreateExternalCampaignRequest
  public struct CreateExternalCampaignBody: ObjectModel {
    /// ID of the preregistered campaign.
    public var campaignID: String
    /// The SID of the [Messaging Service](https://www.twilio.com/docs/messaging/api/service-resource) that the resource is
    /// associated with.
    public var messagingServiceSid: String
    /// Customers should use this flag during the ERC registration process to indicate to Twilio that the campaign being
    /// registered is undergoing CNP migration. It is important for the user to first trigger the CNP migration process for
    /// said campaign in their CSP portal and have Twilio accept the sharing request, before making this api call.
    public var cnpMigration: Bool?

    public init(campaignID: String, messagingServiceSid: String, cnpMigration: Bool? = nil) {
      self.campaignID = campaignID
      self.messagingServiceSid = messagingServiceSid
      self.cnpMigration = cnpMigration
    }

    public init(_ unread: Unread) {
      campaignID = ""
      messagingServiceSid = ""
    }

    public mutating func list(_ members: Members) {
      members.required("CampaignId", &campaignID)
      members.required("MessagingServiceSid", &messagingServiceSid)
      members.optional("CnpMigration", &cnpMigration)
    }
  }

  /// ExternalCampaign.
  public struct ExternalCampaign: ObjectModel {
    /// The unique string that identifies a US A2P Compliance resource `QE2c6890da8086d771620e9b13fadeba0b`.
    public var sid: String?
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that the Campaign belongs to.
    public var accountSid: String?
    /// ID of the preregistered campaign.
    public var campaignID: String?
    /// The SID of the [Messaging Service](https://www.twilio.com/docs/messaging/api/service-resource) that the resource is
    /// associated with.
    public var messagingServiceSid: String?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?

    public init(
      sid: String? = nil, accountSid: String? = nil, campaignID: String? = nil, messagingServiceSid: String? = nil,
      dateCreated: Date? = nil
    ) {
      self.sid = sid
      self.accountSid = accountSid
      self.campaignID = campaignID
      self.messagingServiceSid = messagingServiceSid
      self.dateCreated = dateCreated
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("sid", &sid)
      members.optional("account_sid", &accountSid)
      members.optional("campaign_id", &campaignID)
      members.optional("messaging_service_sid", &messagingServiceSid)
      members.optional("date_created", &dateCreated)
    }
  }
}
