// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// CreateUsAppToPersonRequest
  public struct CreateUsAppToPersonBody: ObjectModel {
    /// A2P Brand Registration SID
    public var brandRegistrationSid: String
    /// A short description of what this SMS campaign does. Min length: 40 characters. Max length: 4096 characters.
    public var description: String
    /// Required for all Campaigns. Details around how a consumer opts-in to their campaign, therefore giving consent to
    /// receive their messages. If multiple opt-in methods can be used for the same campaign, they must all be listed. 40
    /// character minimum. 2048 character maximum.
    public var messageFlow: String
    /// An array of sample message strings, min two and max five. Min length for each sample: 20 chars. Max length for each
    /// sample: 1024 chars.
    public var messageSamples: [String]
    /// A2P Campaign Use Case. Examples: [ 2FA, EMERGENCY, MARKETING..]
    public var usAppToPersonUsecase: String
    /// Indicates that this SMS campaign will send messages that contain links.
    public var hasEmbeddedLinks: Bool
    /// Indicates that this SMS campaign will send messages that contain phone numbers.
    public var hasEmbeddedPhone: Bool
    /// If end users can text in a keyword to start receiving messages from this campaign, the auto-reply messages sent to
    /// the end users must be provided. The opt-in response should include the Brand name, confirmation of opt-in enrollment
    /// to a recurring message campaign, how to get help, and clear description of how to opt-out. This field is required if
    /// end users can text in a keyword to start receiving messages from this campaign. 20 character minimum. 320 character
    /// maximum.
    public var optInMessage: String?
    /// Upon receiving the opt-out keywords from the end users, Twilio customers are expected to send back an auto-generated
    /// response, which must provide acknowledgment of the opt-out request and confirmation that no further messages will be
    /// sent. It is also recommended that these opt-out messages include the brand name. This field is required if managing
    /// opt out keywords yourself (i.e. not using Twilio's Default or Advanced Opt Out features). 20 character minimum. 320
    /// character maximum.
    public var optOutMessage: String?
    /// When customers receive the help keywords from their end users, Twilio customers are expected to send back an
    /// auto-generated response; this may include the brand name and additional support contact information. This field is
    /// required if managing help keywords yourself (i.e. not using Twilio's Default or Advanced Opt Out features). 20
    /// character minimum. 320 character maximum.
    public var helpMessage: String?
    /// If end users can text in a keyword to start receiving messages from this campaign, those keywords must be provided.
    /// This field is required if end users can text in a keyword to start receiving messages from this campaign. Values
    /// must be alphanumeric. 255 character maximum.
    public var optInKeywords: [String]?
    /// End users should be able to text in a keyword to stop receiving messages from this campaign. Those keywords must be
    /// provided. This field is required if managing opt out keywords yourself (i.e. not using Twilio's Default or Advanced
    /// Opt Out features). Values must be alphanumeric. 255 character maximum.
    public var optOutKeywords: [String]?
    /// End users should be able to text in a keyword to receive help. Those keywords must be provided as part of the
    /// campaign registration request. This field is required if managing help keywords yourself (i.e. not using Twilio's
    /// Default or Advanced Opt Out features). Values must be alphanumeric. 255 character maximum.
    public var helpKeywords: [String]?
    /// A boolean that specifies whether campaign has Subscriber Optin or not.
    public var subscriberOptIn: Bool?
    /// A boolean that specifies whether campaign is age gated or not.
    public var ageGated: Bool?
    /// A boolean that specifies whether campaign allows direct lending or not.
    public var directLending: Bool?
    /// The URL of the privacy policy for the campaign.
    public var privacyPolicyURL: String?
    /// The URL of the terms and conditions for the campaign.
    public var termsAndConditionsURL: String?

    public init(
      brandRegistrationSid: String, description: String, messageFlow: String, messageSamples: [String],
      usAppToPersonUsecase: String, hasEmbeddedLinks: Bool, hasEmbeddedPhone: Bool, optInMessage: String? = nil,
      optOutMessage: String? = nil, helpMessage: String? = nil, optInKeywords: [String]? = nil,
      optOutKeywords: [String]? = nil, helpKeywords: [String]? = nil, subscriberOptIn: Bool? = nil, ageGated: Bool? = nil,
      directLending: Bool? = nil, privacyPolicyURL: String? = nil, termsAndConditionsURL: String? = nil
    ) {
      self.brandRegistrationSid = brandRegistrationSid
      self.description = description
      self.messageFlow = messageFlow
      self.messageSamples = messageSamples
      self.usAppToPersonUsecase = usAppToPersonUsecase
      self.hasEmbeddedLinks = hasEmbeddedLinks
      self.hasEmbeddedPhone = hasEmbeddedPhone
      self.optInMessage = optInMessage
      self.optOutMessage = optOutMessage
      self.helpMessage = helpMessage
      self.optInKeywords = optInKeywords
      self.optOutKeywords = optOutKeywords
      self.helpKeywords = helpKeywords
      self.subscriberOptIn = subscriberOptIn
      self.ageGated = ageGated
      self.directLending = directLending
      self.privacyPolicyURL = privacyPolicyURL
      self.termsAndConditionsURL = termsAndConditionsURL
    }

    public init(_ unread: Unread) {
      brandRegistrationSid = ""
      description = ""
      messageFlow = ""
      messageSamples = []
      usAppToPersonUsecase = ""
      hasEmbeddedLinks = false
      hasEmbeddedPhone = false
    }

    public mutating func list(_ members: Members) {
      members.required("BrandRegistrationSid", &brandRegistrationSid)
      members.required("Description", &description)
      members.required("MessageFlow", &messageFlow)
      members.required("MessageSamples", &messageSamples)
      members.required("UsAppToPersonUsecase", &usAppToPersonUsecase)
      members.required("HasEmbeddedLinks", &hasEmbeddedLinks)
      members.required("HasEmbeddedPhone", &hasEmbeddedPhone)
      members.optional("OptInMessage", &optInMessage)
      members.optional("OptOutMessage", &optOutMessage)
      members.optional("HelpMessage", &helpMessage)
      members.optional("OptInKeywords", &optInKeywords)
      members.optional("OptOutKeywords", &optOutKeywords)
      members.optional("HelpKeywords", &helpKeywords)
      members.optional("SubscriberOptIn", &subscriberOptIn)
      members.optional("AgeGated", &ageGated)
      members.optional("DirectLending", &directLending)
      members.optional("PrivacyPolicyUrl", &privacyPolicyURL)
      members.optional("TermsAndConditionsUrl", &termsAndConditionsURL)
    }
  }

  /// ListUsAppToPersonResponse
  public struct ListUsAppToPersonResult: ObjectModel {
    public var compliance: [UsAppToPersonResponse]?
    public var meta: ListUsAppToPersonResultMeta?

    public init(compliance: [UsAppToPersonResponse]? = nil, meta: ListUsAppToPersonResultMeta? = nil) {
      self.compliance = compliance
      self.meta = meta
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("compliance", &compliance)
      members.optional("meta", &meta)
    }
  }

  /// The same type as ``ListAlphaSenderResultMeta``.
  public typealias ListUsAppToPersonResultMeta = ListAlphaSenderResultMeta

  /// UpdateUsAppToPersonRequest
  public struct UpdateUsAppToPersonBody: ObjectModel {
    /// Indicates that this SMS campaign will send messages that contain links.
    public var hasEmbeddedLinks: Bool
    /// Indicates that this SMS campaign will send messages that contain phone numbers.
    public var hasEmbeddedPhone: Bool
    /// An array of sample message strings, min two and max five. Min length for each sample: 20 chars. Max length for each
    /// sample: 1024 chars.
    public var messageSamples: [String]
    /// Required for all Campaigns. Details around how a consumer opts-in to their campaign, therefore giving consent to
    /// receive their messages. If multiple opt-in methods can be used for the same campaign, they must all be listed. 40
    /// character minimum. 2048 character maximum.
    public var messageFlow: String
    /// A short description of what this SMS campaign does. Min length: 40 characters. Max length: 4096 characters.
    public var description: String
    /// A boolean that specifies whether campaign requires age gate for federally legal content.
    public var ageGated: Bool
    /// A boolean that specifies whether campaign allows direct lending or not.
    public var directLending: Bool
    /// The URL of the privacy policy for the campaign.
    public var privacyPolicyURL: String?
    /// The URL of the terms and conditions for the campaign.
    public var termsAndConditionsURL: String?

    public init(
      hasEmbeddedLinks: Bool, hasEmbeddedPhone: Bool, messageSamples: [String], messageFlow: String, description: String,
      ageGated: Bool, directLending: Bool, privacyPolicyURL: String? = nil, termsAndConditionsURL: String? = nil
    ) {
      self.hasEmbeddedLinks = hasEmbeddedLinks
      self.hasEmbeddedPhone = hasEmbeddedPhone
      self.messageSamples = messageSamples
      self.messageFlow = messageFlow
      self.description = description
      self.ageGated = ageGated
      self.directLending = directLending
      self.privacyPolicyURL = privacyPolicyURL
      self.termsAndConditionsURL = termsAndConditionsURL
    }

    public init(_ unread: Unread) {
      hasEmbeddedLinks = false
      hasEmbeddedPhone = false
      messageSamples = []
      messageFlow = ""
      description = ""
      ageGated = false
      directLending = false
    }

    public mutating func list(_ members: Members) {
      members.required("HasEmbeddedLinks", &hasEmbeddedLinks)
      members.required("HasEmbeddedPhone", &hasEmbeddedPhone)
      members.required("MessageSamples", &messageSamples)
      members.required("MessageFlow", &messageFlow)
      members.required("Description", &description)
      members.required("AgeGated", &ageGated)
      members.required("DirectLending", &directLending)
      members.optional("PrivacyPolicyUrl", &privacyPolicyURL)
      members.optional("TermsAndConditionsUrl", &termsAndConditionsURL)
    }
  }

  /// UsAppToPerson.
  public struct UsAppToPerson: ObjectModel {
    /// The unique string that identifies a US A2P Compliance resource `QE2c6890da8086d771620e9b13fadeba0b`.
    public var sid: String?
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that the Campaign belongs to.
    public var accountSid: String?
    /// The unique string to identify the A2P brand.
    public var brandRegistrationSid: String?
    /// The SID of the [Messaging Service](https://www.twilio.com/docs/messaging/api/service-resource) that the resource is
    /// associated with.
    public var messagingServiceSid: String?
    /// A short description of what this SMS campaign does. Min length: 40 characters. Max length: 4096 characters.
    public var description: String?
    /// An array of sample message strings, min two and max five. Min length for each sample: 20 chars. Max length for each
    /// sample: 1024 chars.
    public var messageSamples: [String]?
    /// A2P Campaign Use Case. Examples: [ 2FA, EMERGENCY, MARKETING, SOLE_PROPRIETOR...]. SOLE_PROPRIETOR campaign use
    /// cases can only be created by SOLE_PROPRIETOR Brands, and there can only be one SOLE_PROPRIETOR campaign created per
    /// SOLE_PROPRIETOR Brand.
    public var usAppToPersonUsecase: String?
    /// Indicate that this SMS campaign will send messages that contain links.
    public var hasEmbeddedLinks: Bool?
    /// Indicates that this SMS campaign will send messages that contain phone numbers.
    public var hasEmbeddedPhone: Bool?
    /// A boolean that specifies whether campaign has Subscriber Optin or not.
    public var subscriberOptIn: Bool?
    /// A boolean that specifies whether campaign is age gated or not.
    public var ageGated: Bool?
    /// A boolean that specifies whether campaign allows direct lending or not.
    public var directLending: Bool?
    /// Campaign status. Examples: IN_PROGRESS, VERIFIED, FAILED.
    public var campaignStatus: String?
    /// The Campaign Registry (TCR) Campaign ID.
    public var campaignID: String?
    /// Indicates whether the campaign was registered externally or not.
    public var isExternallyRegistered: Bool?
    /// Rate limit and/or classification set by each carrier, Ex. AT&T or T-Mobile.
    public var rateLimits: JSONValue?
    /// Details around how a consumer opts-in to their campaign, therefore giving consent to receive their messages. If
    /// multiple opt-in methods can be used for the same campaign, they must all be listed. 40 character minimum. 2048
    /// character maximum.
    public var messageFlow: String?
    /// If end users can text in a keyword to start receiving messages from this campaign, the auto-reply messages sent to
    /// the end users must be provided. The opt-in response should include the Brand name, confirmation of opt-in enrollment
    /// to a recurring message campaign, how to get help, and clear description of how to opt-out. This field is required if
    /// end users can text in a keyword to start receiving messages from this campaign. 20 character minimum. 320 character
    /// maximum.
    public var optInMessage: String?
    /// Upon receiving the opt-out keywords from the end users, Twilio customers are expected to send back an auto-generated
    /// response, which must provide acknowledgment of the opt-out request and confirmation that no further messages will be
    /// sent. It is also recommended that these opt-out messages include the brand name. This field is required if managing
    /// opt out keywords yourself (i.e. not using Twilio's Default or Advanced Opt Out features). 20 character minimum. 320
    /// character maximum.
    public var optOutMessage: String?
    /// When customers receive the help keywords from their end users, Twilio customers are expected to send back an
    /// auto-generated response; this may include the brand name and additional support contact information. This field is
    /// required if managing help keywords yourself (i.e. not using Twilio's Default or Advanced Opt Out features). 20
    /// character minimum. 320 character maximum.
    public var helpMessage: String?
    /// If end users can text in a keyword to start receiving messages from this campaign, those keywords must be provided.
    /// This field is required if end users can text in a keyword to start receiving messages from this campaign. Values
    /// must be alphanumeric. 255 character maximum.
    public var optInKeywords: [String]?
    /// End users should be able to text in a keyword to stop receiving messages from this campaign. Those keywords must be
    /// provided. This field is required if managing opt out keywords yourself (i.e. not using Twilio's Default or Advanced
    /// Opt Out features). Values must be alphanumeric. 255 character maximum.
    public var optOutKeywords: [String]?
    /// End users should be able to text in a keyword to receive help. Those keywords must be provided as part of the
    /// campaign registration request. This field is required if managing help keywords yourself (i.e. not using Twilio's
    /// Default or Advanced Opt Out features). Values must be alphanumeric. 255 character maximum.
    public var helpKeywords: [String]?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?
    /// The date and time in GMT when the resource was last updated specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateUpdated: Date?
    /// The absolute URL of the US App to Person resource.
    public var url: String?
    /// A boolean that specifies whether campaign is a mock or not. Mock campaigns will be automatically created if using a
    /// mock brand. Mock campaigns should only be used for testing purposes.
    public var mock: Bool?
    /// Details indicating why a campaign registration failed. These errors can indicate one or more fields that were
    /// incorrect or did not meet review requirements.
    public var errors: [JSONValue]?

    public init(
      sid: String? = nil, accountSid: String? = nil, brandRegistrationSid: String? = nil, messagingServiceSid: String? = nil,
      description: String? = nil, messageSamples: [String]? = nil, usAppToPersonUsecase: String? = nil,
      hasEmbeddedLinks: Bool? = nil, hasEmbeddedPhone: Bool? = nil, subscriberOptIn: Bool? = nil, ageGated: Bool? = nil,
      directLending: Bool? = nil, campaignStatus: String? = nil, campaignID: String? = nil,
      isExternallyRegistered: Bool? = nil, rateLimits: JSONValue? = nil, messageFlow: String? = nil,
      optInMessage: String? = nil, optOutMessage: String? = nil, helpMessage: String? = nil, optInKeywords: [String]? = nil,
      optOutKeywords: [String]? = nil, helpKeywords: [String]? = nil, dateCreated: Date? = nil, dateUpdated: Date? = nil,
      url: String? = nil, mock: Bool? = nil, errors: [JSONValue]? = nil
    ) {
      self.sid = sid
      self.accountSid = accountSid
      self.brandRegistrationSid = brandRegistrationSid
      self.messagingServiceSid = messagingServiceSid
      self.description = description
      self.messageSamples = messageSamples
      self.usAppToPersonUsecase = usAppToPersonUsecase
      self.hasEmbeddedLinks = hasEmbeddedLinks
      self.hasEmbeddedPhone = hasEmbeddedPhone
      self.subscriberOptIn = subscriberOptIn
      self.ageGated = ageGated
      self.directLending = directLending
      self.campaignStatus = campaignStatus
      self.campaignID = campaignID
      self.isExternallyRegistered = isExternallyRegistered
      self.rateLimits = rateLimits
      self.messageFlow = messageFlow
      self.optInMessage = optInMessage
      self.optOutMessage = optOutMessage
      self.helpMessage = helpMessage
      self.optInKeywords = optInKeywords
      self.optOutKeywords = optOutKeywords
      self.helpKeywords = helpKeywords
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.url = url
      self.mock = mock
      self.errors = errors
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("sid", &sid)
      members.optional("account_sid", &accountSid)
      members.optional("brand_registration_sid", &brandRegistrationSid)
      members.optional("messaging_service_sid", &messagingServiceSid)
      members.optional("description", &description)
      members.optional("message_samples", &messageSamples)
      members.optional("us_app_to_person_usecase", &usAppToPersonUsecase)
      members.optional("has_embedded_links", &hasEmbeddedLinks)
      members.optional("has_embedded_phone", &hasEmbeddedPhone)
      members.optional("subscriber_opt_in", &subscriberOptIn)
      members.optional("age_gated", &ageGated)
      members.optional("direct_lending", &directLending)
      members.optional("campaign_status", &campaignStatus)
      members.optional("campaign_id", &campaignID)
      members.optional("is_externally_registered", &isExternallyRegistered)
      members.optional("rate_limits", &rateLimits)
      members.optional("message_flow", &messageFlow)
      members.optional("opt_in_message", &optInMessage)
      members.optional("opt_out_message", &optOutMessage)
      members.optional("help_message", &helpMessage)
      members.optional("opt_in_keywords", &optInKeywords)
      members.optional("opt_out_keywords", &optOutKeywords)
      members.optional("help_keywords", &helpKeywords)
      members.optional("date_created", &dateCreated)
      members.optional("date_updated", &dateUpdated)
      members.optional("url", &url)
      members.optional("mock", &mock)
      members.optional("errors", &errors)
    }
  }

  /// UsAppToPersonResponse.
  public enum UsAppToPersonResponse: UnionModel {
    case messagingV1ServiceUsAppToPerson(UsAppToPerson)
    case messagingV1ServiceUsAppToPersonV2(UsAppToPersonV2)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static let branches: [UnionBranch<Self>] = [
      UnionBranch(Self.messagingV1ServiceUsAppToPerson), UnionBranch(Self.messagingV1ServiceUsAppToPersonV2),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .messagingV1ServiceUsAppToPerson(let content): content
      case .messagingV1ServiceUsAppToPersonV2(let content): content
      case .other(let content): content
      }
    }
  }

  /// UsAppToPersonV2.
  public struct UsAppToPersonV2: ObjectModel {
    /// The unique string that identifies a US A2P Compliance resource `QE2c6890da8086d771620e9b13fadeba0b`.
    public var sid: String?
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that the Campaign belongs to.
    public var accountSid: String?
    /// The unique string to identify the A2P brand.
    public var brandRegistrationSid: String?
    /// The SID of the [Messaging Service](https://www.twilio.com/docs/messaging/api/service-resource) that the resource is
    /// associated with.
    public var messagingServiceSid: String?
    /// A short description of what this SMS campaign does. Min length: 40 characters. Max length: 4096 characters.
    public var description: String?
    /// An array of sample message strings, min two and max five. Min length for each sample: 20 chars. Max length for each
    /// sample: 1024 chars.
    public var messageSamples: [String]?
    /// A2P Campaign Use Case. Examples: [ 2FA, EMERGENCY, MARKETING, SOLE_PROPRIETOR...]. SOLE_PROPRIETOR campaign use
    /// cases can only be created by SOLE_PROPRIETOR Brands, and there can only be one SOLE_PROPRIETOR campaign created per
    /// SOLE_PROPRIETOR Brand.
    public var usAppToPersonUsecase: String?
    /// Indicate that this SMS campaign will send messages that contain links.
    public var hasEmbeddedLinks: Bool?
    /// Indicates that this SMS campaign will send messages that contain phone numbers.
    public var hasEmbeddedPhone: Bool?
    /// A boolean that specifies whether campaign has Subscriber Optin or not.
    public var subscriberOptIn: Bool?
    /// A boolean that specifies whether campaign is age gated or not.
    public var ageGated: Bool?
    /// A boolean that specifies whether campaign allows direct lending or not.
    public var directLending: Bool?
    /// Campaign status. Examples: IN_PROGRESS, VERIFIED, FAILED.
    public var campaignStatus: String?
    /// The Campaign Registry (TCR) Campaign ID.
    public var campaignID: String?
    /// Indicates whether the campaign was registered externally or not.
    public var isExternallyRegistered: Bool?
    /// Rate limit and/or classification set by each carrier, Ex. AT&T or T-Mobile.
    public var rateLimits: JSONValue?
    /// Details around how a consumer opts-in to their campaign, therefore giving consent to receive their messages. If
    /// multiple opt-in methods can be used for the same campaign, they must all be listed. 40 character minimum. 2048
    /// character maximum.
    public var messageFlow: String?
    /// If end users can text in a keyword to start receiving messages from this campaign, the auto-reply messages sent to
    /// the end users must be provided. The opt-in response should include the Brand name, confirmation of opt-in enrollment
    /// to a recurring message campaign, how to get help, and clear description of how to opt-out. This field is required if
    /// end users can text in a keyword to start receiving messages from this campaign. 20 character minimum. 320 character
    /// maximum.
    public var optInMessage: String?
    /// Upon receiving the opt-out keywords from the end users, Twilio customers are expected to send back an auto-generated
    /// response, which must provide acknowledgment of the opt-out request and confirmation that no further messages will be
    /// sent. It is also recommended that these opt-out messages include the brand name. This field is required if managing
    /// opt out keywords yourself (i.e. not using Twilio's Default or Advanced Opt Out features). 20 character minimum. 320
    /// character maximum.
    public var optOutMessage: String?
    /// When customers receive the help keywords from their end users, Twilio customers are expected to send back an
    /// auto-generated response; this may include the brand name and additional support contact information. This field is
    /// required if managing help keywords yourself (i.e. not using Twilio's Default or Advanced Opt Out features). 20
    /// character minimum. 320 character maximum.
    public var helpMessage: String?
    /// If end users can text in a keyword to start receiving messages from this campaign, those keywords must be provided.
    /// This field is required if end users can text in a keyword to start receiving messages from this campaign. Values
    /// must be alphanumeric. 255 character maximum.
    public var optInKeywords: [String]?
    /// End users should be able to text in a keyword to stop receiving messages from this campaign. Those keywords must be
    /// provided. This field is required if managing opt out keywords yourself (i.e. not using Twilio's Default or Advanced
    /// Opt Out features). Values must be alphanumeric. 255 character maximum.
    public var optOutKeywords: [String]?
    /// End users should be able to text in a keyword to receive help. Those keywords must be provided as part of the
    /// campaign registration request. This field is required if managing help keywords yourself (i.e. not using Twilio's
    /// Default or Advanced Opt Out features). Values must be alphanumeric. 255 character maximum.
    public var helpKeywords: [String]?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?
    /// The date and time in GMT when the resource was last updated specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateUpdated: Date?
    /// The absolute URL of the US App to Person resource.
    public var url: String?
    /// A boolean that specifies whether campaign is a mock or not. Mock campaigns will be automatically created if using a
    /// mock brand. Mock campaigns should only be used for testing purposes.
    public var mock: Bool?
    /// Details indicating why a campaign registration failed. These errors can indicate one or more fields that were
    /// incorrect or did not meet review requirements.
    public var errors: [JSONValue]?
    /// The URL of the privacy policy for the campaign.
    public var privacyPolicyURL: String?
    /// The URL of the terms and conditions for the campaign.
    public var termsAndConditionsURL: String?

    public init(
      privacyPolicyURL: String?, termsAndConditionsURL: String?, sid: String? = nil, accountSid: String? = nil,
      brandRegistrationSid: String? = nil, messagingServiceSid: String? = nil, description: String? = nil,
      messageSamples: [String]? = nil, usAppToPersonUsecase: String? = nil, hasEmbeddedLinks: Bool? = nil,
      hasEmbeddedPhone: Bool? = nil, subscriberOptIn: Bool? = nil, ageGated: Bool? = nil, directLending: Bool? = nil,
      campaignStatus: String? = nil, campaignID: String? = nil, isExternallyRegistered: Bool? = nil,
      rateLimits: JSONValue? = nil, messageFlow: String? = nil, optInMessage: String? = nil, optOutMessage: String? = nil,
      helpMessage: String? = nil, optInKeywords: [String]? = nil, optOutKeywords: [String]? = nil,
      helpKeywords: [String]? = nil, dateCreated: Date? = nil, dateUpdated: Date? = nil, url: String? = nil,
      mock: Bool? = nil, errors: [JSONValue]? = nil
    ) {
      self.privacyPolicyURL = privacyPolicyURL
      self.termsAndConditionsURL = termsAndConditionsURL
      self.sid = sid
      self.accountSid = accountSid
      self.brandRegistrationSid = brandRegistrationSid
      self.messagingServiceSid = messagingServiceSid
      self.description = description
      self.messageSamples = messageSamples
      self.usAppToPersonUsecase = usAppToPersonUsecase
      self.hasEmbeddedLinks = hasEmbeddedLinks
      self.hasEmbeddedPhone = hasEmbeddedPhone
      self.subscriberOptIn = subscriberOptIn
      self.ageGated = ageGated
      self.directLending = directLending
      self.campaignStatus = campaignStatus
      self.campaignID = campaignID
      self.isExternallyRegistered = isExternallyRegistered
      self.rateLimits = rateLimits
      self.messageFlow = messageFlow
      self.optInMessage = optInMessage
      self.optOutMessage = optOutMessage
      self.helpMessage = helpMessage
      self.optInKeywords = optInKeywords
      self.optOutKeywords = optOutKeywords
      self.helpKeywords = helpKeywords
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.url = url
      self.mock = mock
      self.errors = errors
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("sid", &sid)
      members.optional("account_sid", &accountSid)
      members.optional("brand_registration_sid", &brandRegistrationSid)
      members.optional("messaging_service_sid", &messagingServiceSid)
      members.optional("description", &description)
      members.optional("message_samples", &messageSamples)
      members.optional("us_app_to_person_usecase", &usAppToPersonUsecase)
      members.optional("has_embedded_links", &hasEmbeddedLinks)
      members.optional("has_embedded_phone", &hasEmbeddedPhone)
      members.optional("subscriber_opt_in", &subscriberOptIn)
      members.optional("age_gated", &ageGated)
      members.optional("direct_lending", &directLending)
      members.optional("campaign_status", &campaignStatus)
      members.optional("campaign_id", &campaignID)
      members.optional("is_externally_registered", &isExternallyRegistered)
      members.optional("rate_limits", &rateLimits)
      members.optional("message_flow", &messageFlow)
      members.optional("opt_in_message", &optInMessage)
      members.optional("opt_out_message", &optOutMessage)
      members.optional("help_message", &helpMessage)
      members.optional("opt_in_keywords", &optInKeywords)
      members.optional("opt_out_keywords", &optOutKeywords)
      members.optional("help_keywords", &helpKeywords)
      members.optional("date_created", &dateCreated)
      members.optional("date_updated", &dateUpdated)
      members.optional("url", &url)
      members.optional("mock", &mock)
      members.optional("errors", &errors)
      members.nullable("privacy_policy_url", &privacyPolicyURL)
      members.nullable("terms_and_conditions_url", &termsAndConditionsURL)
    }
  }
}
