// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// BrandVetting.
  public struct BrandVetting: ObjectModel {
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that created the vetting record.
    public var accountSid: String?
    /// The unique string to identify Brand Registration.
    public var brandSid: String?
    /// The Twilio SID of the third-party vetting record.
    public var brandVettingSid: String?
    /// The date and time in GMT when the resource was last updated specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateUpdated: Date?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?
    /// The unique identifier of the vetting from the third-party provider.
    public var vettingID: String?
    /// The type of vetting that has been conducted. One of “STANDARD” (Aegis) or “POLITICAL” (Campaign Verify).
    public var vettingClass: String?
    /// The status of the import vetting attempt. One of “PENDING,” “SUCCESS,” or “FAILED”.
    public var vettingStatus: String?
    /// The third-party provider that has conducted the vetting. One of “CampaignVerify” (Campaign Verify tokens) or “AEGIS”
    /// (Secondary Vetting).
    public var vettingProvider: BrandVettingEnumVettingProvider?
    /// The absolute URL of the Brand Vetting resource.
    public var url: String?

    public init(
      accountSid: String? = nil, brandSid: String? = nil, brandVettingSid: String? = nil, dateUpdated: Date? = nil,
      dateCreated: Date? = nil, vettingID: String? = nil, vettingClass: String? = nil, vettingStatus: String? = nil,
      vettingProvider: BrandVettingEnumVettingProvider? = nil, url: String? = nil
    ) {
      self.accountSid = accountSid
      self.brandSid = brandSid
      self.brandVettingSid = brandVettingSid
      self.dateUpdated = dateUpdated
      self.dateCreated = dateCreated
      self.vettingID = vettingID
      self.vettingClass = vettingClass
      self.vettingStatus = vettingStatus
      self.vettingProvider = vettingProvider
      self.url = url
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("account_sid", &accountSid)
      members.optional("brand_sid", &brandSid)
      members.optional("brand_vetting_sid", &brandVettingSid)
      members.optional("date_updated", &dateUpdated)
      members.optional("date_created", &dateCreated)
      members.optional("vetting_id", &vettingID)
      members.optional("vetting_class", &vettingClass)
      members.optional("vetting_status", &vettingStatus)
      members.optional("vetting_provider", &vettingProvider)
      members.optional("url", &url)
    }
  }

  /// The third-party provider that has conducted the vetting. One of “CampaignVerify” (Campaign Verify tokens) or “AEGIS”
  /// (Secondary Vetting).
  public struct BrandVettingEnumVettingProvider: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var campaignVerify: Self { Self(rawValue: "campaign-verify") }
    public static var aegis: Self { Self(rawValue: "aegis") }

    public static var knownValues: [Self] { [.campaignVerify, .aegis] }
  }

  /// CreateBrandVettingRequest
  public struct CreateBrandVettingBody: ObjectModel {
    /// The third-party provider that has conducted the vetting. One of “CampaignVerify” (Campaign Verify tokens) or “AEGIS”
    /// (Secondary Vetting).
    public var vettingProvider: BrandVettingEnumVettingProvider
    /// The unique ID of the vetting
    public var vettingID: String?

    public init(vettingProvider: BrandVettingEnumVettingProvider, vettingID: String? = nil) {
      self.vettingProvider = vettingProvider
      self.vettingID = vettingID
    }

    public init(_ unread: Unread) {
      vettingProvider = BrandVettingEnumVettingProvider(rawValue: "")
    }

    public mutating func list(_ members: Members) {
      members.required("VettingProvider", &vettingProvider)
      members.optional("VettingId", &vettingID)
    }
  }

  /// ListBrandVettingResponse
  public struct ListBrandVettingResult: ObjectModel {
    public var data: [BrandVetting]?
    public var meta: ListBrandVettingResultMeta?

    public init(data: [BrandVetting]? = nil, meta: ListBrandVettingResultMeta? = nil) {
      self.data = data
      self.meta = meta
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("data", &data)
      members.optional("meta", &meta)
    }
  }

  /// The same type as ``ListAlphaSenderResultMeta``.
  public typealias ListBrandVettingResultMeta = ListAlphaSenderResultMeta
}
