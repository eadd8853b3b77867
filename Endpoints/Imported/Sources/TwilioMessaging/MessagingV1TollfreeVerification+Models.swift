// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// CreateTollfreeVerificationRequest
  public struct CreateTollfreeVerificationBody: ObjectModel {
    /// The name of the business or organization using the Tollfree number.
    public var businessName: String
    /// The website of the business or organization using the Tollfree number.
    public var businessWebsite: String
    /// The email address to receive the notification about the verification result. .
    public var notificationEmail: String
    /// The category of the use case for the Tollfree Number. List as many as are applicable.
    public var useCaseCategories: [TollfreeVerificationEnumUseCaseCategory]?
    /// Use this to further explain how messaging is used by the business or organization.
    public var useCaseSummary: String
    /// An example of message content, i.e. a sample message.
    public var productionMessageSample: String
    /// Link to an image that shows the opt-in workflow. Multiple images allowed and must be a publicly hosted URL.
    public var optInImageURLs: [String]
    /// Describe how a user opts-in to text messages.
    public var optInType: TollfreeVerificationEnumOptInType
    /// Estimate monthly volume of messages from the Tollfree Number.
    public var messageVolume: String
    /// The SID of the Phone Number associated with the Tollfree Verification.
    public var tollfreePhoneNumberSid: String
    /// Customer's Profile Bundle BundleSid.
    public var customerProfileSid: String?
    /// The address of the business or organization using the Tollfree number.
    public var businessStreetAddress: String?
    /// The address of the business or organization using the Tollfree number.
    public var businessStreetAddress2: String?
    /// The city of the business or organization using the Tollfree number.
    public var businessCity: String?
    /// The state/province/region of the business or organization using the Tollfree number.
    public var businessStateProvinceRegion: String?
    /// The postal code of the business or organization using the Tollfree number.
    public var businessPostalCode: String?
    /// The country of the business or organization using the Tollfree number.
    public var businessCountry: String?
    /// Additional information to be provided for verification.
    public var additionalInformation: String?
    /// The first name of the contact for the business or organization using the Tollfree number.
    public var businessContactFirstName: String?
    /// The last name of the contact for the business or organization using the Tollfree number.
    public var businessContactLastName: String?
    /// The email address of the contact for the business or organization using the Tollfree number.
    public var businessContactEmail: String?
    /// The E.164 formatted phone number of the contact for the business or organization using the Tollfree number.
    public var businessContactPhone: String?
    /// An optional external reference ID supplied by customer and echoed back on status retrieval.
    public var externalReferenceID: String?
    /// A legally recognized business registration number. Required for all business types except SOLE_PROPRIETOR.
    public var businessRegistrationNumber: String?
    /// The organizational authority for business registrations. Required for all business types except SOLE_PROPRIETOR.
    public var businessRegistrationAuthority: Field<TollfreeVerificationEnumBusinessRegistrationAuthority>
    /// The country where the business is registered. Required for all business types except SOLE_PROPRIETOR.
    public var businessRegistrationCountry: String?
    /// The type of business, valid values are PRIVATE_PROFIT, PUBLIC_PROFIT, NON_PROFIT, SOLE_PROPRIETOR, GOVERNMENT.
    /// Required field.
    public var businessType: Field<TollfreeVerificationEnumBusinessType>
    /// The E.164 formatted number associated with the business.
    public var businessRegistrationPhoneNumber: String?
    /// Trade name, sub entity, or downstream business name of business being submitted for verification
    public var doingBusinessAs: String?
    /// The confirmation message sent to users when they opt in to receive messages.
    public var optInConfirmationMessage: String?
    /// A sample help message provided to users.
    public var helpMessageSample: String?
    /// The URL to the privacy policy for the business or organization.
    public var privacyPolicyURL: String?
    /// The URL to the terms and conditions for the business or organization.
    public var termsAndConditionsURL: String?
    /// Indicates if the content is age gated.
    public var ageGatedContent: Bool?
    /// List of keywords that users can text in to opt in to receive messages.
    public var optInKeywords: [String]?
    /// The third-party political vetting provider.
    public var vettingProvider: Field<String>
    /// The unique ID of the vetting
    public var vettingID: String?

    public init(
      businessName: String, businessWebsite: String, notificationEmail: String,
      useCaseCategories: [TollfreeVerificationEnumUseCaseCategory]?, useCaseSummary: String, productionMessageSample: String,
      optInImageURLs: [String], optInType: TollfreeVerificationEnumOptInType, messageVolume: String,
      tollfreePhoneNumberSid: String, customerProfileSid: String? = nil, businessStreetAddress: String? = nil,
      businessStreetAddress2: String? = nil, businessCity: String? = nil, businessStateProvinceRegion: String? = nil,
      businessPostalCode: String? = nil, businessCountry: String? = nil, additionalInformation: String? = nil,
      businessContactFirstName: String? = nil, businessContactLastName: String? = nil, businessContactEmail: String? = nil,
      businessContactPhone: String? = nil, externalReferenceID: String? = nil, businessRegistrationNumber: String? = nil,
      businessRegistrationAuthority: Field<TollfreeVerificationEnumBusinessRegistrationAuthority> = .absent,
      businessRegistrationCountry: String? = nil, businessType: Field<TollfreeVerificationEnumBusinessType> = .absent,
      businessRegistrationPhoneNumber: String? = nil, doingBusinessAs: String? = nil, optInConfirmationMessage: String? = nil,
      helpMessageSample: String? = nil, privacyPolicyURL: String? = nil, termsAndConditionsURL: String? = nil,
      ageGatedContent: Bool? = nil, optInKeywords: [String]? = nil, vettingProvider: Field<String> = .absent,
      vettingID: String? = nil
    ) {
      self.businessName = businessName
      self.businessWebsite = businessWebsite
      self.notificationEmail = notificationEmail
      self.useCaseCategories = useCaseCategories
      self.useCaseSummary = useCaseSummary
      self.productionMessageSample = productionMessageSample
      self.optInImageURLs = optInImageURLs
      self.optInType = optInType
      self.messageVolume = messageVolume
      self.tollfreePhoneNumberSid = tollfreePhoneNumberSid
      self.customerProfileSid = customerProfileSid
      self.businessStreetAddress = businessStreetAddress
      self.businessStreetAddress2 = businessStreetAddress2
      self.businessCity = businessCity
      self.businessStateProvinceRegion = businessStateProvinceRegion
      self.businessPostalCode = businessPostalCode
      self.businessCountry = businessCountry
      self.additionalInformation = additionalInformation
      self.businessContactFirstName = businessContactFirstName
      self.businessContactLastName = businessContactLastName
      self.businessContactEmail = businessContactEmail
      self.businessContactPhone = businessContactPhone
      self.externalReferenceID = externalReferenceID
      self.businessRegistrationNumber = businessRegistrationNumber
      self.businessRegistrationAuthority = businessRegistrationAuthority
      self.businessRegistrationCountry = businessRegistrationCountry
      self.businessType = businessType
      self.businessRegistrationPhoneNumber = businessRegistrationPhoneNumber
      self.doingBusinessAs = doingBusinessAs
      self.optInConfirmationMessage = optInConfirmationMessage
      self.helpMessageSample = helpMessageSample
      self.privacyPolicyURL = privacyPolicyURL
      self.termsAndConditionsURL = termsAndConditionsURL
      self.ageGatedContent = ageGatedContent
      self.optInKeywords = optInKeywords
      self.vettingProvider = vettingProvider
      self.vettingID = vettingID
    }

    public init(_ unread: Unread) {
      businessName = ""
      businessWebsite = ""
      notificationEmail = ""
      useCaseSummary = ""
      productionMessageSample = ""
      optInImageURLs = []
      optInType = TollfreeVerificationEnumOptInType(rawValue: "")
      messageVolume = ""
      tollfreePhoneNumberSid = ""
      businessRegistrationAuthority = .absent
      businessType = .absent
      vettingProvider = .absent
    }

    public mutating func list(_ members: Members) {
      members.required("BusinessName", &businessName)
      members.required("BusinessWebsite", &businessWebsite)
      members.required("NotificationEmail", &notificationEmail)
      members.nullable("UseCaseCategories", &useCaseCategories)
      members.required("UseCaseSummary", &useCaseSummary)
      members.required("ProductionMessageSample", &productionMessageSample)
      members.required("OptInImageUrls", &optInImageURLs)
      members.required("OptInType", &optInType)
      members.required("MessageVolume", &messageVolume)
      members.required("TollfreePhoneNumberSid", &tollfreePhoneNumberSid)
      members.optional("CustomerProfileSid", &customerProfileSid)
      members.optional("BusinessStreetAddress", &businessStreetAddress)
      members.optional("BusinessStreetAddress2", &businessStreetAddress2)
      members.optional("BusinessCity", &businessCity)
      members.optional("BusinessStateProvinceRegion", &businessStateProvinceRegion)
      members.optional("BusinessPostalCode", &businessPostalCode)
      members.optional("BusinessCountry", &businessCountry)
      members.optional("AdditionalInformation", &additionalInformation)
      members.optional("BusinessContactFirstName", &businessContactFirstName)
      members.optional("BusinessContactLastName", &businessContactLastName)
      members.optional("BusinessContactEmail", &businessContactEmail)
      members.optional("BusinessContactPhone", &businessContactPhone)
      members.optional("ExternalReferenceId", &externalReferenceID)
      members.optional("BusinessRegistrationNumber", &businessRegistrationNumber)
      members.field("BusinessRegistrationAuthority", &businessRegistrationAuthority)
      members.optional("BusinessRegistrationCountry", &businessRegistrationCountry)
      members.field("BusinessType", &businessType)
      members.optional("BusinessRegistrationPhoneNumber", &businessRegistrationPhoneNumber)
      members.optional("DoingBusinessAs", &doingBusinessAs)
      members.optional("OptInConfirmationMessage", &optInConfirmationMessage)
      members.optional("HelpMessageSample", &helpMessageSample)
      members.optional("PrivacyPolicyUrl", &privacyPolicyURL)
      members.optional("TermsAndConditionsUrl", &termsAndConditionsURL)
      members.optional("AgeGatedContent", &ageGatedContent)
      members.optional("OptInKeywords", &optInKeywords)
      members.field("VettingProvider", &vettingProvider)
      members.optional("VettingId", &vettingID)
    }
  }

  /// ListTollfreeVerificationResponse
  public struct ListTollfreeVerificationResult: ObjectModel {
    public var verifications: [TollfreeVerification]?
    public var meta: ListTollfreeVerificationResultMeta?

    public init(verifications: [TollfreeVerification]? = nil, meta: ListTollfreeVerificationResultMeta? = nil) {
      self.verifications = verifications
      self.meta = meta
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("verifications", &verifications)
      members.optional("meta", &meta)
    }
  }

  /// The same type as ``ListAlphaSenderResultMeta``.
  public typealias ListTollfreeVerificationResultMeta = ListAlphaSenderResultMeta

  /// TollfreeVerification.
  public struct TollfreeVerification: ObjectModel {
    /// The unique string to identify Tollfree Verification.
    public var sid: String?
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that created the Tollfree Verification
    /// resource.
    public var accountSid: String?
    /// Customer's Profile Bundle BundleSid.
    public var customerProfileSid: String?
    /// Tollfree TrustProduct Bundle BundleSid.
    public var trustProductSid: String?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?
    /// The date and time in GMT when the resource was last updated specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateUpdated: Date?
    /// The SID of the Regulated Item.
    public var regulatedItemSid: String?
    /// The name of the business or organization using the Tollfree number.
    public var businessName: String?
    /// The address of the business or organization using the Tollfree number.
    public var businessStreetAddress: String?
    /// The address of the business or organization using the Tollfree number.
    public var businessStreetAddress2: String?
    /// The city of the business or organization using the Tollfree number.
    public var businessCity: String?
    /// The state/province/region of the business or organization using the Tollfree number.
    public var businessStateProvinceRegion: String?
    /// The postal code of the business or organization using the Tollfree number.
    public var businessPostalCode: String?
    /// The country of the business or organization using the Tollfree number.
    public var businessCountry: String?
    /// The website of the business or organization using the Tollfree number.
    public var businessWebsite: String?
    /// The first name of the contact for the business or organization using the Tollfree number.
    public var businessContactFirstName: String?
    /// The last name of the contact for the business or organization using the Tollfree number.
    public var businessContactLastName: String?
    /// The email address of the contact for the business or organization using the Tollfree number.
    public var businessContactEmail: String?
    /// The E.164 formatted phone number of the contact for the business or organization using the Tollfree number.
    public var businessContactPhone: String?
    /// The email address to receive the notification about the verification result. .
    public var notificationEmail: String?
    /// The category of the use case for the Tollfree Number. List as many as are applicable.
    public var useCaseCategories: [TollfreeVerificationEnumUseCaseCategory]?
    /// Use this to further explain how messaging is used by the business or organization.
    public var useCaseSummary: String?
    /// An example of message content, i.e. a sample message.
    public var productionMessageSample: String?
    /// Link to an image that shows the opt-in workflow. Multiple images allowed and must be a publicly hosted URL.
    public var optInImageURLs: [String]?
    /// Describe how a user opts-in to text messages.
    public var optInType: TollfreeVerificationEnumOptInType?
    /// Estimate monthly volume of messages from the Tollfree Number.
    public var messageVolume: String?
    /// Additional information to be provided for verification.
    public var additionalInformation: String?
    /// The SID of the Phone Number associated with the Tollfree Verification.
    public var tollfreePhoneNumberSid: String?
    /// The E.164 formatted toll-free phone number associated with the verification.
    public var tollfreePhoneNumber: String?
    /// The compliance status of the Tollfree Verification record.
    public var status: TollfreeVerificationEnumStatus?
    /// The absolute URL of the Tollfree Verification resource.
    public var url: String?
    /// The rejection reason given when a Tollfree Verification has been rejected.
    public var rejectionReason: String?
    /// The error code given when a Tollfree Verification has been rejected.
    public var errorCode: Int?
    /// The date and time when the ability to edit a rejected verification expires.
    public var editExpiration: Date?
    /// If a rejected verification is allowed to be edited/resubmitted. Some rejection reasons allow editing and some do
    /// not.
    public var editAllowed: Bool?
    /// A legally recognized business registration number
    public var businessRegistrationNumber: String?
    /// The organizational authority for business registrations. Required for all business types except SOLE_PROPRIETOR.
    public var businessRegistrationAuthority: TollfreeVerificationEnumBusinessRegistrationAuthority?
    /// Country business is registered in
    public var businessRegistrationCountry: String?
    /// The type of business, valid values are PRIVATE_PROFIT, PUBLIC_PROFIT, NON_PROFIT, SOLE_PROPRIETOR, GOVERNMENT.
    /// Required field.
    public var businessType: TollfreeVerificationEnumBusinessType?
    /// The E.164 formatted number associated with the business.
    public var businessRegistrationPhoneNumber: String?
    /// Trade name, sub entity, or downstream business name of business being submitted for verification
    public var doingBusinessAs: String?
    /// The confirmation message sent to users when they opt in to receive messages.
    public var optInConfirmationMessage: String?
    /// A sample help message provided to users.
    public var helpMessageSample: String?
    /// The URL to the privacy policy for the business or organization.
    public var privacyPolicyURL: String?
    /// The URL of the terms and conditions for the business or organization.
    public var termsAndConditionsURL: String?
    /// Indicates if the content is age gated.
    public var ageGatedContent: Bool?
    /// List of keywords that users can send to opt in or out of messages.
    public var optInKeywords: [String]?
    /// A list of rejection reasons and codes describing why a Tollfree Verification has been rejected.
    public var rejectionReasons: [JSONValue]?
    /// The URLs of the documents associated with the Tollfree Verification resource.
    public var resourceLinks: JSONValue?
    /// An optional external reference ID supplied by customer and echoed back on status retrieval.
    public var externalReferenceID: String?
    public var vettingID: String?
    /// The third-party political vetting provider.
    public var vettingProvider: String?
    public var vettingIDExpiration: Date?

    public init(
      sid: String? = nil, accountSid: String? = nil, customerProfileSid: String? = nil, trustProductSid: String? = nil,
      dateCreated: Date? = nil, dateUpdated: Date? = nil, regulatedItemSid: String? = nil, businessName: String? = nil,
      businessStreetAddress: String? = nil, businessStreetAddress2: String? = nil, businessCity: String? = nil,
      businessStateProvinceRegion: String? = nil, businessPostalCode: String? = nil, businessCountry: String? = nil,
      businessWebsite: String? = nil, businessContactFirstName: String? = nil, businessContactLastName: String? = nil,
      businessContactEmail: String? = nil, businessContactPhone: String? = nil, notificationEmail: String? = nil,
      useCaseCategories: [TollfreeVerificationEnumUseCaseCategory]? = nil, useCaseSummary: String? = nil,
      productionMessageSample: String? = nil, optInImageURLs: [String]? = nil,
      optInType: TollfreeVerificationEnumOptInType? = nil, messageVolume: String? = nil, additionalInformation: String? = nil,
      tollfreePhoneNumberSid: String? = nil, tollfreePhoneNumber: String? = nil,
      status: TollfreeVerificationEnumStatus? = nil, url: String? = nil, rejectionReason: String? = nil,
      errorCode: Int? = nil, editExpiration: Date? = nil, editAllowed: Bool? = nil, businessRegistrationNumber: String? = nil,
      businessRegistrationAuthority: TollfreeVerificationEnumBusinessRegistrationAuthority? = nil,
      businessRegistrationCountry: String? = nil, businessType: TollfreeVerificationEnumBusinessType? = nil,
      businessRegistrationPhoneNumber: String? = nil, doingBusinessAs: String? = nil, optInConfirmationMessage: String? = nil,
      helpMessageSample: String? = nil, privacyPolicyURL: String? = nil, termsAndConditionsURL: String? = nil,
      ageGatedContent: Bool? = nil, optInKeywords: [String]? = nil, rejectionReasons: [JSONValue]? = nil,
      resourceLinks: JSONValue? = nil, externalReferenceID: String? = nil, vettingID: String? = nil,
      vettingProvider: String? = nil, vettingIDExpiration: Date? = nil
    ) {
      self.sid = sid
      self.accountSid = accountSid
      self.customerProfileSid = customerProfileSid
      self.trustProductSid = trustProductSid
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.regulatedItemSid = regulatedItemSid
      self.businessName = businessName
      self.businessStreetAddress = businessStreetAddress
      self.businessStreetAddress2 = businessStreetAddress2
      self.businessCity = businessCity
      self.businessStateProvinceRegion = businessStateProvinceRegion
      self.businessPostalCode = businessPostalCode
      self.businessCountry = businessCountry
      self.businessWebsite = businessWebsite
      self.businessContactFirstName = businessContactFirstName
      self.businessContactLastName = businessContactLastName
      self.businessContactEmail = businessContactEmail
      self.businessContactPhone = businessContactPhone
      self.notificationEmail = notificationEmail
      self.useCaseCategories = useCaseCategories
      self.useCaseSummary = useCaseSummary
      self.productionMessageSample = productionMessageSample
      self.optInImageURLs = optInImageURLs
      self.optInType = optInType
      self.messageVolume = messageVolume
      self.additionalInformation = additionalInformation
      self.tollfreePhoneNumberSid = tollfreePhoneNumberSid
      self.tollfreePhoneNumber = tollfreePhoneNumber
      self.status = status
      self.url = url
      self.rejectionReason = rejectionReason
      self.errorCode = errorCode
      self.editExpiration = editExpiration
      self.editAllowed = editAllowed
      self.businessRegistrationNumber = businessRegistrationNumber
      self.businessRegistrationAuthority = businessRegistrationAuthority
      self.businessRegistrationCountry = businessRegistrationCountry
      self.businessType = businessType
      self.businessRegistrationPhoneNumber = businessRegistrationPhoneNumber
      self.doingBusinessAs = doingBusinessAs
      self.optInConfirmationMessage = optInConfirmationMessage
      self.helpMessageSample = helpMessageSample
      self.privacyPolicyURL = privacyPolicyURL
      self.termsAndConditionsURL = termsAndConditionsURL
      self.ageGatedContent = ageGatedContent
      self.optInKeywords = optInKeywords
      self.rejectionReasons = rejectionReasons
      self.resourceLinks = resourceLinks
      self.externalReferenceID = externalReferenceID
      self.vettingID = vettingID
      self.vettingProvider = vettingProvider
      self.vettingIDExpiration = vettingIDExpiration
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("sid", &sid)
      members.optional("account_sid", &accountSid)
      members.optional("customer_profile_sid", &customerProfileSid)
      members.optional("trust_product_sid", &trustProductSid)
      members.optional("date_created", &dateCreated)
      members.optional("date_updated", &dateUpdated)
      members.optional("regulated_item_sid", &regulatedItemSid)
      members.optional("business_name", &businessName)
      members.optional("business_street_address", &businessStreetAddress)
      members.optional("business_street_address2", &businessStreetAddress2)
      members.optional("business_city", &businessCity)
      members.optional("business_state_province_region", &businessStateProvinceRegion)
      members.optional("business_postal_code", &businessPostalCode)
      members.optional("business_country", &businessCountry)
      members.optional("business_website", &businessWebsite)
      members.optional("business_contact_first_name", &businessContactFirstName)
      members.optional("business_contact_last_name", &businessContactLastName)
      members.optional("business_contact_email", &businessContactEmail)
      members.optional("business_contact_phone", &businessContactPhone)
      members.optional("notification_email", &notificationEmail)
      members.optional("use_case_categories", &useCaseCategories)
      members.optional("use_case_summary", &useCaseSummary)
      members.optional("production_message_sample", &productionMessageSample)
      members.optional("opt_in_image_urls", &optInImageURLs)
      members.optional("opt_in_type", &optInType)
      members.optional("message_volume", &messageVolume)
      members.optional("additional_information", &additionalInformation)
      members.optional("tollfree_phone_number_sid", &tollfreePhoneNumberSid)
      members.optional("tollfree_phone_number", &tollfreePhoneNumber)
      members.optional("status", &status)
      members.optional("url", &url)
      members.optional("rejection_reason", &rejectionReason)
      members.optional("error_code", &errorCode)
      members.optional("edit_expiration", &editExpiration)
      members.optional("edit_allowed", &editAllowed)
      members.optional("business_registration_number", &businessRegistrationNumber)
      members.optional("business_registration_authority", &businessRegistrationAuthority)
      members.optional("business_registration_country", &businessRegistrationCountry)
      members.optional("business_type", &businessType)
      members.optional("business_registration_phone_number", &businessRegistrationPhoneNumber)
      members.optional("doing_business_as", &doingBusinessAs)
      members.optional("opt_in_confirmation_message", &optInConfirmationMessage)
      members.optional("help_message_sample", &helpMessageSample)
      members.optional("privacy_policy_url", &privacyPolicyURL)
      members.optional("terms_and_conditions_url", &termsAndConditionsURL)
      members.optional("age_gated_content", &ageGatedContent)
      members.optional("opt_in_keywords", &optInKeywords)
      members.optional("rejection_reasons", &rejectionReasons)
      members.optional("resource_links", &resourceLinks)
      members.optional("external_reference_id", &externalReferenceID)
      members.optional("vetting_id", &vettingID)
      members.optional("vetting_provider", &vettingProvider)
      members.optional("vetting_id_expiration", &vettingIDExpiration)
    }
  }

  /// The organizational authority for business registrations. Required for all business types except SOLE_PROPRIETOR.
  public struct TollfreeVerificationEnumBusinessRegistrationAuthority: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var ein: Self { Self(rawValue: "EIN") }
    public static var cbn: Self { Self(rawValue: "CBN") }
    public static var crn: Self { Self(rawValue: "CRN") }
    public static var provincialNumber: Self { Self(rawValue: "PROVINCIAL_NUMBER") }
    public static var vat: Self { Self(rawValue: "VAT") }
    public static var acn: Self { Self(rawValue: "ACN") }
    public static var abn: Self { Self(rawValue: "ABN") }
    public static var brn: Self { Self(rawValue: "BRN") }
    public static var siren: Self { Self(rawValue: "SIREN") }
    public static var siret: Self { Self(rawValue: "SIRET") }
    public static var nzbn: Self { Self(rawValue: "NZBN") }
    public static var uStIDNr: Self { Self(rawValue: "USt-IdNr") }
    public static var cif: Self { Self(rawValue: "CIF") }
    public static var nif: Self { Self(rawValue: "NIF") }
    public static var cnpj: Self { Self(rawValue: "CNPJ") }
    public static var uid: Self { Self(rawValue: "UID") }
    public static var neq: Self { Self(rawValue: "NEQ") }
    public static var other: Self { Self(rawValue: "OTHER") }

    public static var knownValues: [Self] {
      [
        .ein, .cbn, .crn, .provincialNumber, .vat, .acn, .abn, .brn, .siren, .siret, .nzbn, .uStIDNr, .cif, .nif, .cnpj, .uid,
        .neq, .other,
      ]
    }
  }

  /// The type of business, valid values are PRIVATE_PROFIT, PUBLIC_PROFIT, NON_PROFIT, SOLE_PROPRIETOR, GOVERNMENT.
  /// Required field.
  public struct TollfreeVerificationEnumBusinessType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var privateProfit: Self { Self(rawValue: "PRIVATE_PROFIT") }
    public static var publicProfit: Self { Self(rawValue: "PUBLIC_PROFIT") }
    public static var soleProprietor: Self { Self(rawValue: "SOLE_PROPRIETOR") }
    public static var nonProfit: Self { Self(rawValue: "NON_PROFIT") }
    public static var government: Self { Self(rawValue: "GOVERNMENT") }

    public static var knownValues: [Self] { [.privateProfit, .publicProfit, .soleProprietor, .nonProfit, .government] }
  }

  /// Describe how a user opts-in to text messages.
  public struct TollfreeVerificationEnumOptInType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var verbal: Self { Self(rawValue: "VERBAL") }
    public static var webForm: Self { Self(rawValue: "WEB_FORM") }
    public static var paperForm: Self { Self(rawValue: "PAPER_FORM") }
    public static var viaText: Self { Self(rawValue: "VIA_TEXT") }
    public static var mobileQrCode: Self { Self(rawValue: "MOBILE_QR_CODE") }
    public static var `import`: Self { Self(rawValue: "IMPORT") }
    public static var importPleaseReplace: Self { Self(rawValue: "IMPORT_PLEASE_REPLACE") }

    public static var knownValues: [Self] {
      [.verbal, .webForm, .paperForm, .viaText, .mobileQrCode, .import, .importPleaseReplace]
    }
  }

  /// The compliance status of the Tollfree Verification record.
  public struct TollfreeVerificationEnumStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var pendingReview: Self { Self(rawValue: "PENDING_REVIEW") }
    public static var inReview: Self { Self(rawValue: "IN_REVIEW") }
    public static var twilioApproved: Self { Self(rawValue: "TWILIO_APPROVED") }
    public static var twilioRejected: Self { Self(rawValue: "TWILIO_REJECTED") }

    public static var knownValues: [Self] { [.pendingReview, .inReview, .twilioApproved, .twilioRejected] }
  }

  /// TollfreeVerificationEnumUseCaseCategory.
  public struct TollfreeVerificationEnumUseCaseCategory: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var twoFactorAuthentication: Self { Self(rawValue: "TWO_FACTOR_AUTHENTICATION") }
    public static var accountNotifications: Self { Self(rawValue: "ACCOUNT_NOTIFICATIONS") }
    public static var customerCare: Self { Self(rawValue: "CUSTOMER_CARE") }
    public static var charityNonprofit: Self { Self(rawValue: "CHARITY_NONPROFIT") }
    public static var deliveryNotifications: Self { Self(rawValue: "DELIVERY_NOTIFICATIONS") }
    public static var fraudAlertMessaging: Self { Self(rawValue: "FRAUD_ALERT_MESSAGING") }
    public static var events: Self { Self(rawValue: "EVENTS") }
    public static var higherEducation: Self { Self(rawValue: "HIGHER_EDUCATION") }
    public static var k12: Self { Self(rawValue: "K12") }
    public static var marketing: Self { Self(rawValue: "MARKETING") }
    public static var pollingAndVotingNonPolitical: Self { Self(rawValue: "POLLING_AND_VOTING_NON_POLITICAL") }
    public static var politicalElectionCampaigns: Self { Self(rawValue: "POLITICAL_ELECTION_CAMPAIGNS") }
    public static var publicServiceAnnouncement: Self { Self(rawValue: "PUBLIC_SERVICE_ANNOUNCEMENT") }
    public static var securityAlert: Self { Self(rawValue: "SECURITY_ALERT") }

    public static var knownValues: [Self] {
      [
        .twoFactorAuthentication, .accountNotifications, .customerCare, .charityNonprofit, .deliveryNotifications,
        .fraudAlertMessaging, .events, .higherEducation, .k12, .marketing, .pollingAndVotingNonPolitical,
        .politicalElectionCampaigns, .publicServiceAnnouncement, .securityAlert,
      ]
    }
  }

  /// UpdateTollfreeVerificationRequest
  public struct UpdateTollfreeVerificationBody: ObjectModel {
    /// The name of the business or organization using the Tollfree number.
    public var businessName: String?
    /// The website of the business or organization using the Tollfree number.
    public var businessWebsite: String?
    /// The email address to receive the notification about the verification result. .
    public var notificationEmail: String?
    /// The category of the use case for the Tollfree Number. List as many as are applicable.
    public var useCaseCategories: Field<[TollfreeVerificationEnumUseCaseCategory]>
    /// Use this to further explain how messaging is used by the business or organization.
    public var useCaseSummary: String?
    /// An example of message content, i.e. a sample message.
    public var productionMessageSample: String?
    /// Link to an image that shows the opt-in workflow. Multiple images allowed and must be a publicly hosted URL.
    public var optInImageURLs: [String]?
    /// Describe how a user opts-in to text messages.
    public var optInType: TollfreeVerificationEnumOptInType?
    /// Estimate monthly volume of messages from the Tollfree Number.
    public var messageVolume: String?
    /// The address of the business or organization using the Tollfree number.
    public var businessStreetAddress: String?
    /// The address of the business or organization using the Tollfree number.
    public var businessStreetAddress2: String?
    /// The city of the business or organization using the Tollfree number.
    public var businessCity: String?
    /// The state/province/region of the business or organization using the Tollfree number.
    public var businessStateProvinceRegion: String?
    /// The postal code of the business or organization using the Tollfree number.
    public var businessPostalCode: String?
    /// The country of the business or organization using the Tollfree number.
    public var businessCountry: String?
    /// Additional information to be provided for verification.
    public var additionalInformation: String?
    /// The first name of the contact for the business or organization using the Tollfree number.
    public var businessContactFirstName: String?
    /// The last name of the contact for the business or organization using the Tollfree number.
    public var businessContactLastName: String?
    /// The email address of the contact for the business or organization using the Tollfree number.
    public var businessContactEmail: String?
    /// The E.164 formatted phone number of the contact for the business or organization using the Tollfree number.
    public var businessContactPhone: String?
    /// Describe why the verification is being edited. If the verification was rejected because of a technical issue, such
    /// as the website being down, and the issue has been resolved this parameter should be set to something similar to
    /// 'Website fixed'.
    public var editReason: String?
    /// A legally recognized business registration number
    public var businessRegistrationNumber: String?
    /// The organizational authority for business registrations. Required for all business types except SOLE_PROPRIETOR.
    public var businessRegistrationAuthority: Field<TollfreeVerificationEnumBusinessRegistrationAuthority>
    /// Country business is registered in
    public var businessRegistrationCountry: String?
    /// The type of business, valid values are PRIVATE_PROFIT, PUBLIC_PROFIT, NON_PROFIT, SOLE_PROPRIETOR, GOVERNMENT.
    /// Required field.
    public var businessType: Field<TollfreeVerificationEnumBusinessType>
    /// The E.164 formatted number associated with the business.
    public var businessRegistrationPhoneNumber: String?
    /// Trade name, sub entity, or downstream business name of business being submitted for verification
    public var doingBusinessAs: String?
    /// The confirmation message sent to users when they opt in to receive messages.
    public var optInConfirmationMessage: String?
    /// A sample help message provided to users.
    public var helpMessageSample: String?
    /// The URL to the privacy policy for the business or organization.
    public var privacyPolicyURL: String?
    /// The URL to the terms and conditions for the business or organization.
    public var termsAndConditionsURL: String?
    /// Indicates if the content is age gated.
    public var ageGatedContent: Bool?
    /// List of keywords that users can text in to opt in to receive messages.
    public var optInKeywords: [String]?
    /// The third-party political vetting provider.
    public var vettingProvider: Field<String>
    /// The unique ID of the vetting
    public var vettingID: String?

    public init(
      businessName: String? = nil, businessWebsite: String? = nil, notificationEmail: String? = nil,
      useCaseCategories: Field<[TollfreeVerificationEnumUseCaseCategory]> = .absent, useCaseSummary: String? = nil,
      productionMessageSample: String? = nil, optInImageURLs: [String]? = nil,
      optInType: TollfreeVerificationEnumOptInType? = nil, messageVolume: String? = nil, businessStreetAddress: String? = nil,
      businessStreetAddress2: String? = nil, businessCity: String? = nil, businessStateProvinceRegion: String? = nil,
      businessPostalCode: String? = nil, businessCountry: String? = nil, additionalInformation: String? = nil,
      businessContactFirstName: String? = nil, businessContactLastName: String? = nil, businessContactEmail: String? = nil,
      businessContactPhone: String? = nil, editReason: String? = nil, businessRegistrationNumber: String? = nil,
      businessRegistrationAuthority: Field<TollfreeVerificationEnumBusinessRegistrationAuthority> = .absent,
      businessRegistrationCountry: String? = nil, businessType: Field<TollfreeVerificationEnumBusinessType> = .absent,
      businessRegistrationPhoneNumber: String? = nil, doingBusinessAs: String? = nil, optInConfirmationMessage: String? = nil,
      helpMessageSample: String? = nil, privacyPolicyURL: String? = nil, termsAndConditionsURL: String? = nil,
      ageGatedContent: Bool? = nil, optInKeywords: [String]? = nil, vettingProvider: Field<String> = .absent,
      vettingID: String? = nil
    ) {
      self.businessName = businessName
      self.businessWebsite = businessWebsite
      self.notificationEmail = notificationEmail
      self.useCaseCategories = useCaseCategories
      self.useCaseSummary = useCaseSummary
      self.productionMessageSample = productionMessageSample
      self.optInImageURLs = optInImageURLs
      self.optInType = optInType
      self.messageVolume = messageVolume
      self.businessStreetAddress = businessStreetAddress
      self.businessStreetAddress2 = businessStreetAddress2
      self.businessCity = businessCity
      self.businessStateProvinceRegion = businessStateProvinceRegion
      self.businessPostalCode = businessPostalCode
      self.businessCountry = businessCountry
      self.additionalInformation = additionalInformation
      self.businessContactFirstName = businessContactFirstName
      self.businessContactLastName = businessContactLastName
      self.businessContactEmail = businessContactEmail
      self.businessContactPhone = businessContactPhone
      self.editReason = editReason
      self.businessRegistrationNumber = businessRegistrationNumber
      self.businessRegistrationAuthority = businessRegistrationAuthority
      self.businessRegistrationCountry = businessRegistrationCountry
      self.businessType = businessType
      self.businessRegistrationPhoneNumber = businessRegistrationPhoneNumber
      self.doingBusinessAs = doingBusinessAs
      self.optInConfirmationMessage = optInConfirmationMessage
      self.helpMessageSample = helpMessageSample
      self.privacyPolicyURL = privacyPolicyURL
      self.termsAndConditionsURL = termsAndConditionsURL
      self.ageGatedContent = ageGatedContent
      self.optInKeywords = optInKeywords
      self.vettingProvider = vettingProvider
      self.vettingID = vettingID
    }

    public init(_ unread: Unread) {
      useCaseCategories = .absent
      businessRegistrationAuthority = .absent
      businessType = .absent
      vettingProvider = .absent
    }

    public mutating func list(_ members: Members) {
      members.optional("BusinessName", &businessName)
      members.optional("BusinessWebsite", &businessWebsite)
      members.optional("NotificationEmail", &notificationEmail)
      members.field("UseCaseCategories", &useCaseCategories)
      members.optional("UseCaseSummary", &useCaseSummary)
      members.optional("ProductionMessageSample", &productionMessageSample)
      members.optional("OptInImageUrls", &optInImageURLs)
      members.optional("OptInType", &optInType)
      members.optional("MessageVolume", &messageVolume)
      members.optional("BusinessStreetAddress", &businessStreetAddress)
      members.optional("BusinessStreetAddress2", &businessStreetAddress2)
      members.optional("BusinessCity", &businessCity)
      members.optional("BusinessStateProvinceRegion", &businessStateProvinceRegion)
      members.optional("BusinessPostalCode", &businessPostalCode)
      members.optional("BusinessCountry", &businessCountry)
      members.optional("AdditionalInformation", &additionalInformation)
      members.optional("BusinessContactFirstName", &businessContactFirstName)
      members.optional("BusinessContactLastName", &businessContactLastName)
      members.optional("BusinessContactEmail", &businessContactEmail)
      members.optional("BusinessContactPhone", &businessContactPhone)
      members.optional("EditReason", &editReason)
      members.optional("BusinessRegistrationNumber", &businessRegistrationNumber)
      members.field("BusinessRegistrationAuthority", &businessRegistrationAuthority)
      members.optional("BusinessRegistrationCountry", &businessRegistrationCountry)
      members.field("BusinessType", &businessType)
      members.optional("BusinessRegistrationPhoneNumber", &businessRegistrationPhoneNumber)
      members.optional("DoingBusinessAs", &doingBusinessAs)
      members.optional("OptInConfirmationMessage", &optInConfirmationMessage)
      members.optional("HelpMessageSample", &helpMessageSample)
      members.optional("PrivacyPolicyUrl", &privacyPolicyURL)
      members.optional("TermsAndConditionsUrl", &termsAndConditionsURL)
      members.optional("AgeGatedContent", &ageGatedContent)
      members.optional("OptInKeywords", &optInKeywords)
      members.field("VettingProvider", &vettingProvider)
      members.optional("VettingId", &vettingID)
    }
  }
}
