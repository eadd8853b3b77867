// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// BrandRegistrations.
  public struct BrandRegistrations: ObjectModel {
    /// The unique string to identify Brand Registration.
    public var sid: String?
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that created the Brand Registration resource.
    public var accountSid: String?
    /// A2P Messaging Profile Bundle BundleSid.
    public var customerProfileBundleSid: String?
    /// A2P Messaging Profile Bundle BundleSid.
    public var a2pProfileBundleSid: String?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?
    /// The date and time in GMT when the resource was last updated specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateUpdated: Date?
    /// Type of brand. One of: "STANDARD", "SOLE_PROPRIETOR". SOLE_PROPRIETOR is for the low volume, SOLE_PROPRIETOR
    /// campaign use case. There can only be one SOLE_PROPRIETOR campaign created per SOLE_PROPRIETOR brand. STANDARD is for
    /// all other campaign use cases. Multiple campaign use cases can be created per STANDARD brand.
    public var brandType: String?
    /// Brand Registration status. One of "PENDING", "APPROVED", "FAILED", "IN_REVIEW", "DELETION_PENDING",
    /// "DELETION_FAILED", "SUSPENDED".
    public var status: BrandRegistrationsEnumStatus?
    /// Campaign Registry (TCR) Brand ID. Assigned only after successful brand registration.
    public var tcrID: String?
    /// DEPRECATED. A reason why brand registration has failed. Only applicable when status is FAILED.
    public var failureReason: String?
    /// A list of errors that occurred during the brand registration process.
    public var errors: [JSONValue]?
    /// The absolute URL of the Brand Registration resource.
    public var url: String?
    /// The secondary vetting score if it was done. Otherwise, it will be the brand score if it's returned from TCR. It may
    /// be null if no score is available.
    public var brandScore: Int?
    /// DEPRECATED. Feedback on how to improve brand score
    public var brandFeedback: [BrandRegistrationsEnumBrandFeedback]?
    /// When a brand is registered, TCR will attempt to verify the identity of the brand based on the supplied information.
    public var identityStatus: BrandRegistrationsEnumIdentityStatus?
    /// Publicly traded company identified in the Russell 3000 Index
    public var russell3000: Bool?
    /// Identified as a government entity
    public var governmentEntity: Bool?
    /// Nonprofit organization tax-exempt status per section 501 of the U.S. tax code.
    public var taxExemptStatus: String?
    /// A flag to disable automatic secondary vetting for brands which it would otherwise be done.
    public var skipAutomaticSecVet: Bool?
    /// A boolean that specifies whether brand should be a mock or not. If true, brand will be registered as a mock brand.
    /// Defaults to false if no value is provided.
    public var mock: Bool?
    public var links: [String: JSONValue]?

    public init(
      sid: String? = nil, accountSid: String? = nil, customerProfileBundleSid: String? = nil,
      a2pProfileBundleSid: String? = nil, dateCreated: Date? = nil, dateUpdated: Date? = nil, brandType: String? = nil,
      status: BrandRegistrationsEnumStatus? = nil, tcrID: String? = nil, failureReason: String? = nil,
      errors: [JSONValue]? = nil, url: String? = nil, brandScore: Int? = nil,
      brandFeedback: [BrandRegistrationsEnumBrandFeedback]? = nil,
      identityStatus: BrandRegistrationsEnumIdentityStatus? = nil, russell3000: Bool? = nil, governmentEntity: Bool? = nil,
      taxExemptStatus: String? = nil, skipAutomaticSecVet: Bool? = nil, mock: Bool? = nil, links: [String: JSONValue]? = nil
    ) {
      self.sid = sid
      self.accountSid = accountSid
      self.customerProfileBundleSid = customerProfileBundleSid
      self.a2pProfileBundleSid = a2pProfileBundleSid
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.brandType = brandType
      self.status = status
      self.tcrID = tcrID
      self.failureReason = failureReason
      self.errors = errors
      self.url = url
      self.brandScore = brandScore
      self.brandFeedback = brandFeedback
      self.identityStatus = identityStatus
      self.russell3000 = russell3000
      self.governmentEntity = governmentEntity
      self.taxExemptStatus = taxExemptStatus
      self.skipAutomaticSecVet = skipAutomaticSecVet
      self.mock = mock
      self.links = links
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("sid", &sid)
      members.optional("account_sid", &accountSid)
      members.optional("customer_profile_bundle_sid", &customerProfileBundleSid)
      members.optional("a2p_profile_bundle_sid", &a2pProfileBundleSid)
      members.optional("date_created", &dateCreated)
      members.optional("date_updated", &dateUpdated)
      members.optional("brand_type", &brandType)
      members.optional("status", &status)
      members.optional("tcr_id", &tcrID)
      members.optional("failure_reason", &failureReason)
      members.optional("errors", &errors)
      members.optional("url", &url)
      members.optional("brand_score", &brandScore)
      members.optional("brand_feedback", &brandFeedback)
      members.optional("identity_status", &identityStatus)
      members.optional("russell_3000", &russell3000)
      members.optional("government_entity", &governmentEntity)
      members.optional("tax_exempt_status", &taxExemptStatus)
      members.optional("skip_automatic_sec_vet", &skipAutomaticSecVet)
      members.optional("mock", &mock)
      members.optional("links", &links)
    }
  }

  /// DEPRECATED. Feedback on how to improve brand score
  public struct BrandRegistrationsEnumBrandFeedback: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var taxID: Self { Self(rawValue: "TAX_ID") }
    public static var stockSymbol: Self { Self(rawValue: "STOCK_SYMBOL") }
    public static var nonprofit: Self { Self(rawValue: "NONPROFIT") }
    public static var governmentEntity: Self { Self(rawValue: "GOVERNMENT_ENTITY") }
    public static var others: Self { Self(rawValue: "OTHERS") }

    public static var knownValues: [Self] { [.taxID, .stockSymbol, .nonprofit, .governmentEntity, .others] }
  }

  /// When a brand is registered, TCR will attempt to verify the identity of the brand based on the supplied information.
  public struct BrandRegistrationsEnumIdentityStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var selfDeclared: Self { Self(rawValue: "SELF_DECLARED") }
    public static var unverified: Self { Self(rawValue: "UNVERIFIED") }
    public static var verified: Self { Self(rawValue: "VERIFIED") }
    public static var vettedVerified: Self { Self(rawValue: "VETTED_VERIFIED") }

    public static var knownValues: [Self] { [.selfDeclared, .unverified, .verified, .vettedVerified] }
  }

  /// Brand Registration status. One of "PENDING", "APPROVED", "FAILED", "IN_REVIEW", "DELETION_PENDING",
  /// "DELETION_FAILED", "SUSPENDED".
  public struct BrandRegistrationsEnumStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var pending: Self { Self(rawValue: "PENDING") }
    public static var approved: Self { Self(rawValue: "APPROVED") }
    public static var failed: Self { Self(rawValue: "FAILED") }
    public static var inReview: Self { Self(rawValue: "IN_REVIEW") }
    public static var deletionPending: Self { Self(rawValue: "DELETION_PENDING") }
    public static var deletionFailed: Self { Self(rawValue: "DELETION_FAILED") }
    public static var suspended: Self { Self(rawValue: "SUSPENDED") }

    public static var knownValues: [Self] {
      [.pending, .approved, .failed, .inReview, .deletionPending, .deletionFailed, .suspended]
    }
  }

  /// CreateBrandRegistrationsRequest
  public struct CreateBrandRegistrationsBody: ObjectModel {
    /// Customer Profile Bundle Sid.
    public var customerProfileBundleSid: String
    /// A2P Messaging Profile Bundle Sid.
    public var a2PProfileBundleSid: String
    /// Type of brand being created. One of: "STANDARD", "SOLE_PROPRIETOR". SOLE_PROPRIETOR is for low volume,
    /// SOLE_PROPRIETOR use cases. STANDARD is for all other use cases.
    public var brandType: String?
    /// A boolean that specifies whether brand should be a mock or not. If true, brand will be registered as a mock brand.
    /// Defaults to false if no value is provided.
    public var mock: Bool?
    /// A flag to disable automatic secondary vetting for brands which it would otherwise be done.
    public var skipAutomaticSecVet: Bool?

    public init(
      customerProfileBundleSid: String, a2PProfileBundleSid: String, brandType: String? = nil, mock: Bool? = nil,
      skipAutomaticSecVet: Bool? = nil
    ) {
      self.customerProfileBundleSid = customerProfileBundleSid
      self.a2PProfileBundleSid = a2PProfileBundleSid
      self.brandType = brandType
      self.mock = mock
      self.skipAutomaticSecVet = skipAutomaticSecVet
    }

    public init(_ unread: Unread) {
      customerProfileBundleSid = ""
      a2PProfileBundleSid = ""
    }

    public mutating func list(_ members: Members) {
      members.required("CustomerProfileBundleSid", &customerProfileBundleSid)
      members.required("A2PProfileBundleSid", &a2PProfileBundleSid)
      members.optional("BrandType", &brandType)
      members.optional("Mock", &mock)
      members.optional("SkipAutomaticSecVet", &skipAutomaticSecVet)
    }
  }

  /// ListBrandRegistrationsResponse
  public struct ListBrandRegistrationsResult: ObjectModel {
    public var data: [BrandRegistrations]?
    public var meta: ListBrandRegistrationsResultMeta?

    public init(data: [BrandRegistrations]? = nil, meta: ListBrandRegistrationsResultMeta? = nil) {
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
  public typealias ListBrandRegistrationsResultMeta = ListAlphaSenderResultMeta
}
