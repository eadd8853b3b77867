// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension TwilioMessaging {
  /// CreateServiceRequest
  public struct CreateServiceBody: ObjectModel {
    /// A descriptive string that you create to describe the resource. It can be up to 64 characters long.
    public var friendlyName: String
    /// The URL we call using `inbound_method` when a message is received by any phone number or short code in the Service.
    /// When this property is `null`, receiving inbound messages is disabled. All messages sent to the Twilio phone number
    /// or short code will not be logged and received on the Account. If the `use_inbound_webhook_on_number` field is
    /// enabled then the webhook url defined on the phone number will override the `inbound_request_url` defined for the
    /// Messaging Service.
    public var inboundRequestURL: String?
    /// The HTTP method we should use to call `inbound_request_url`. Can be `GET` or `POST` and the default is `POST`.
    public var inboundMethod: CreateServiceBodyInboundMethod?
    /// The URL that we call using `fallback_method` if an error occurs while retrieving or executing the TwiML from the
    /// Inbound Request URL. If the `use_inbound_webhook_on_number` field is enabled then the webhook url defined on the
    /// phone number will override the `fallback_url` defined for the Messaging Service.
    public var fallbackURL: String?
    /// The HTTP method we should use to call `fallback_url`. Can be: `GET` or `POST`.
    public var fallbackMethod: CreateServiceBodyFallbackMethod?
    /// The URL we should call to [pass status
    /// updates](https://www.twilio.com/docs/sms/api/message-resource#message-status-values) about message delivery.
    public var statusCallback: String?
    /// Whether to enable [Sticky Sender](https://www.twilio.com/docs/messaging/services#sticky-sender) on the Service
    /// instance.
    public var stickySender: Bool?
    /// Whether to enable the [MMS Converter](https://www.twilio.com/docs/messaging/services#mms-converter) for messages
    /// sent through the Service instance.
    public var mmsConverter: Bool?
    /// Whether to enable [Smart Encoding](https://www.twilio.com/docs/messaging/services#smart-encoding) for messages sent
    /// through the Service instance.
    public var smartEncoding: Bool?
    /// Reserved.
    public var scanMessageContent: ServiceEnumScanMessageContent?
    /// [OBSOLETE] Former feature used to fallback to long code sender after certain short code message failures.
    public var fallbackToLongCode: Bool?
    /// Whether to enable [Area Code Geomatch](https://www.twilio.com/docs/messaging/services#area-code-geomatch) on the
    /// Service Instance.
    public var areaCodeGeomatch: Bool?
    /// How long, in seconds, messages sent from the Service are valid. Can be an integer from `1` to `36,000`. Default
    /// value is `36,000`.
    public var validityPeriod: Int?
    /// Reserved.
    public var synchronousValidation: Bool?
    /// A string that describes the scenario in which the Messaging Service will be used. Possible values are
    /// `notifications`, `marketing`, `verification`, `discussion`, `poll`, `undeclared`.
    public var usecase: String?
    /// A boolean value that indicates either the webhook url configured on the phone number will be used or
    /// `inbound_request_url`/`fallback_url` url will be called when a message is received from the phone number. If this
    /// field is enabled then the webhook url defined on the phone number will override the
    /// `inbound_request_url`/`fallback_url` defined for the Messaging Service.
    public var useInboundWebhookOnNumber: Bool?

    public init(
      friendlyName: String, inboundRequestURL: String? = nil, inboundMethod: CreateServiceBodyInboundMethod? = nil,
      fallbackURL: String? = nil, fallbackMethod: CreateServiceBodyFallbackMethod? = nil, statusCallback: String? = nil,
      stickySender: Bool? = nil, mmsConverter: Bool? = nil, smartEncoding: Bool? = nil,
      scanMessageContent: ServiceEnumScanMessageContent? = nil, fallbackToLongCode: Bool? = nil,
      areaCodeGeomatch: Bool? = nil, validityPeriod: Int? = nil, synchronousValidation: Bool? = nil, usecase: String? = nil,
      useInboundWebhookOnNumber: Bool? = nil
    ) {
      self.friendlyName = friendlyName
      self.inboundRequestURL = inboundRequestURL
      self.inboundMethod = inboundMethod
      self.fallbackURL = fallbackURL
      self.fallbackMethod = fallbackMethod
      self.statusCallback = statusCallback
      self.stickySender = stickySender
      self.mmsConverter = mmsConverter
      self.smartEncoding = smartEncoding
      self.scanMessageContent = scanMessageContent
      self.fallbackToLongCode = fallbackToLongCode
      self.areaCodeGeomatch = areaCodeGeomatch
      self.validityPeriod = validityPeriod
      self.synchronousValidation = synchronousValidation
      self.usecase = usecase
      self.useInboundWebhookOnNumber = useInboundWebhookOnNumber
    }

    public init(_ unread: Unread) {
      friendlyName = ""
    }

    public mutating func list(_ members: Members) {
      members.required("FriendlyName", &friendlyName)
      members.optional("InboundRequestUrl", &inboundRequestURL)
      members.optional("InboundMethod", &inboundMethod)
      members.optional("FallbackUrl", &fallbackURL)
      members.optional("FallbackMethod", &fallbackMethod)
      members.optional("StatusCallback", &statusCallback)
      members.optional("StickySender", &stickySender)
      members.optional("MmsConverter", &mmsConverter)
      members.optional("SmartEncoding", &smartEncoding)
      members.optional("ScanMessageContent", &scanMessageContent)
      members.optional("FallbackToLongCode", &fallbackToLongCode)
      members.optional("AreaCodeGeomatch", &areaCodeGeomatch)
      members.optional("ValidityPeriod", &validityPeriod)
      members.optional("SynchronousValidation", &synchronousValidation)
      members.optional("Usecase", &usecase)
      members.optional("UseInboundWebhookOnNumber", &useInboundWebhookOnNumber)
    }
  }

  /// The HTTP method we should use to call `fallback_url`. Can be: `GET` or `POST`.
  public typealias CreateServiceBodyFallbackMethod = ServiceInboundMethod

  /// The HTTP method we should use to call `inbound_request_url`. Can be `GET` or `POST` and the default is `POST`.
  public typealias CreateServiceBodyInboundMethod = ServiceInboundMethod

  /// ListServiceResponse
  public struct ListServiceResult: ObjectModel {
    public var services: [Service]?
    public var meta: ListServiceResultMeta?

    public init(services: [Service]? = nil, meta: ListServiceResultMeta? = nil) {
      self.services = services
      self.meta = meta
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("services", &services)
      members.optional("meta", &meta)
    }
  }

  /// The same type as ``ListAlphaSenderResultMeta``.
  public typealias ListServiceResultMeta = ListAlphaSenderResultMeta

  /// Service.
  public struct Service: ObjectModel {
    /// The unique string that we created to identify the Service resource.
    public var sid: String?
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that created the Service resource.
    public var accountSid: String?
    /// The string that you assigned to describe the resource.
    public var friendlyName: String?
    /// The date and time in GMT when the resource was created specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateCreated: Date?
    /// The date and time in GMT when the resource was last updated specified in [ISO
    /// 8601](https://en.wikipedia.org/wiki/ISO_8601) format.
    public var dateUpdated: Date?
    /// The URL we call using `inbound_method` when a message is received by any phone number or short code in the Service.
    /// When this property is `null`, receiving inbound messages is disabled. All messages sent to the Twilio phone number
    /// or short code will not be logged and received on the Account. If the `use_inbound_webhook_on_number` field is
    /// enabled then the webhook url defined on the phone number will override the `inbound_request_url` defined for the
    /// Messaging Service.
    public var inboundRequestURL: String?
    /// The HTTP method we use to call `inbound_request_url`. Can be `GET` or `POST`.
    public var inboundMethod: ServiceInboundMethod?
    /// The URL that we call using `fallback_method` if an error occurs while retrieving or executing the TwiML from the
    /// Inbound Request URL. If the `use_inbound_webhook_on_number` field is enabled then the webhook url defined on the
    /// phone number will override the `fallback_url` defined for the Messaging Service.
    public var fallbackURL: String?
    /// The HTTP method we use to call `fallback_url`. Can be: `GET` or `POST`.
    public var fallbackMethod: ServiceFallbackMethod?
    /// The URL we call to [pass status updates](https://www.twilio.com/docs/sms/api/message-resource#message-status-values)
    /// about message delivery.
    public var statusCallback: String?
    /// Whether to enable [Sticky Sender](https://www.twilio.com/docs/messaging/services#sticky-sender) on the Service
    /// instance.
    public var stickySender: Bool?
    /// Whether to enable the [MMS Converter](https://www.twilio.com/docs/messaging/services#mms-converter) for messages
    /// sent through the Service instance.
    public var mmsConverter: Bool?
    /// Whether to enable [Smart Encoding](https://www.twilio.com/docs/messaging/services#smart-encoding) for messages sent
    /// through the Service instance.
    public var smartEncoding: Bool?
    /// Reserved.
    public var scanMessageContent: ServiceEnumScanMessageContent?
    /// [OBSOLETE] Former feature used to fallback to long code sender after certain short code message failures.
    public var fallbackToLongCode: Bool?
    /// Whether to enable [Area Code Geomatch](https://www.twilio.com/docs/messaging/services#area-code-geomatch) on the
    /// Service Instance.
    public var areaCodeGeomatch: Bool?
    /// Reserved.
    public var synchronousValidation: Bool?
    /// How long, in seconds, messages sent from the Service are valid. Can be an integer from `1` to `36,000`. Default
    /// value is `36,000`.
    ///
    /// Default: `0`.
    public var validityPeriod: Int?
    /// The absolute URL of the Service resource.
    public var url: String?
    /// The absolute URLs of related resources.
    public var links: [String: JSONValue]?
    /// A string that describes the scenario in which the Messaging Service will be used. Possible values are
    /// `notifications`, `marketing`, `verification`, `discussion`, `poll`, `undeclared`.
    public var usecase: String?
    /// Whether US A2P campaign is registered for this Service.
    public var usAppToPersonRegistered: Bool?
    /// A boolean value that indicates either the webhook url configured on the phone number will be used or
    /// `inbound_request_url`/`fallback_url` url will be called when a message is received from the phone number. If this
    /// field is enabled then the webhook url defined on the phone number will override the
    /// `inbound_request_url`/`fallback_url` defined for the Messaging Service.
    public var useInboundWebhookOnNumber: Bool?

    public init(
      sid: String? = nil, accountSid: String? = nil, friendlyName: String? = nil, dateCreated: Date? = nil,
      dateUpdated: Date? = nil, inboundRequestURL: String? = nil, inboundMethod: ServiceInboundMethod? = nil,
      fallbackURL: String? = nil, fallbackMethod: ServiceFallbackMethod? = nil, statusCallback: String? = nil,
      stickySender: Bool? = nil, mmsConverter: Bool? = nil, smartEncoding: Bool? = nil,
      scanMessageContent: ServiceEnumScanMessageContent? = nil, fallbackToLongCode: Bool? = nil,
      areaCodeGeomatch: Bool? = nil, synchronousValidation: Bool? = nil, validityPeriod: Int? = nil, url: String? = nil,
      links: [String: JSONValue]? = nil, usecase: String? = nil, usAppToPersonRegistered: Bool? = nil,
      useInboundWebhookOnNumber: Bool? = nil
    ) {
      self.sid = sid
      self.accountSid = accountSid
      self.friendlyName = friendlyName
      self.dateCreated = dateCreated
      self.dateUpdated = dateUpdated
      self.inboundRequestURL = inboundRequestURL
      self.inboundMethod = inboundMethod
      self.fallbackURL = fallbackURL
      self.fallbackMethod = fallbackMethod
      self.statusCallback = statusCallback
      self.stickySender = stickySender
      self.mmsConverter = mmsConverter
      self.smartEncoding = smartEncoding
      self.scanMessageContent = scanMessageContent
      self.fallbackToLongCode = fallbackToLongCode
      self.areaCodeGeomatch = areaCodeGeomatch
      self.synchronousValidation = synchronousValidation
      self.validityPeriod = validityPeriod
      self.url = url
      self.links = links
      self.usecase = usecase
      self.usAppToPersonRegistered = usAppToPersonRegistered
      self.useInboundWebhookOnNumber = useInboundWebhookOnNumber
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("sid", &sid)
      members.optional("account_sid", &accountSid)
      members.optional("friendly_name", &friendlyName)
      members.optional("date_created", &dateCreated)
      members.optional("date_updated", &dateUpdated)
      members.optional("inbound_request_url", &inboundRequestURL)
      members.optional("inbound_method", &inboundMethod)
      members.optional("fallback_url", &fallbackURL)
      members.optional("fallback_method", &fallbackMethod)
      members.optional("status_callback", &statusCallback)
      members.optional("sticky_sender", &stickySender)
      members.optional("mms_converter", &mmsConverter)
      members.optional("smart_encoding", &smartEncoding)
      members.optional("scan_message_content", &scanMessageContent)
      members.optional("fallback_to_long_code", &fallbackToLongCode)
      members.optional("area_code_geomatch", &areaCodeGeomatch)
      members.optional("synchronous_validation", &synchronousValidation)
      members.optional("validity_period", &validityPeriod)
      members.optional("url", &url)
      members.optional("links", &links)
      members.optional("usecase", &usecase)
      members.optional("us_app_to_person_registered", &usAppToPersonRegistered)
      members.optional("use_inbound_webhook_on_number", &useInboundWebhookOnNumber)
    }
  }

  /// Reserved.
  public struct ServiceEnumScanMessageContent: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var inherit: Self { Self(rawValue: "inherit") }
    public static var enable: Self { Self(rawValue: "enable") }
    public static var disable: Self { Self(rawValue: "disable") }

    public static var knownValues: [Self] { [.inherit, .enable, .disable] }
  }

  /// The HTTP method we use to call `fallback_url`. Can be: `GET` or `POST`.
  public typealias ServiceFallbackMethod = ServiceInboundMethod

  /// The HTTP method we use to call `inbound_request_url`. Can be `GET` or `POST`.
  public struct ServiceInboundMethod: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var get: Self { Self(rawValue: "GET") }
    public static var post: Self { Self(rawValue: "POST") }

    public static var knownValues: [Self] { [.get, .post] }
  }

  /// UpdateServiceRequest
  public struct UpdateServiceBody: ObjectModel {
    /// A descriptive string that you create to describe the resource. It can be up to 64 characters long.
    public var friendlyName: String?
    /// The URL we call using `inbound_method` when a message is received by any phone number or short code in the Service.
    /// When this property is `null`, receiving inbound messages is disabled. All messages sent to the Twilio phone number
    /// or short code will not be logged and received on the Account. If the `use_inbound_webhook_on_number` field is
    /// enabled then the webhook url defined on the phone number will override the `inbound_request_url` defined for the
    /// Messaging Service.
    public var inboundRequestURL: String?
    /// The HTTP method we should use to call `inbound_request_url`. Can be `GET` or `POST` and the default is `POST`.
    public var inboundMethod: UpdateServiceBodyInboundMethod?
    /// The URL that we call using `fallback_method` if an error occurs while retrieving or executing the TwiML from the
    /// Inbound Request URL. If the `use_inbound_webhook_on_number` field is enabled then the webhook url defined on the
    /// phone number will override the `fallback_url` defined for the Messaging Service.
    public var fallbackURL: String?
    /// The HTTP method we should use to call `fallback_url`. Can be: `GET` or `POST`.
    public var fallbackMethod: UpdateServiceBodyFallbackMethod?
    /// The URL we should call to [pass status
    /// updates](https://www.twilio.com/docs/sms/api/message-resource#message-status-values) about message delivery.
    public var statusCallback: String?
    /// Whether to enable [Sticky Sender](https://www.twilio.com/docs/messaging/services#sticky-sender) on the Service
    /// instance.
    public var stickySender: Bool?
    /// Whether to enable the [MMS Converter](https://www.twilio.com/docs/messaging/services#mms-converter) for messages
    /// sent through the Service instance.
    public var mmsConverter: Bool?
    /// Whether to enable [Smart Encoding](https://www.twilio.com/docs/messaging/services#smart-encoding) for messages sent
    /// through the Service instance.
    public var smartEncoding: Bool?
    /// Reserved.
    public var scanMessageContent: ServiceEnumScanMessageContent?
    /// [OBSOLETE] Former feature used to fallback to long code sender after certain short code message failures.
    public var fallbackToLongCode: Bool?
    /// Whether to enable [Area Code Geomatch](https://www.twilio.com/docs/messaging/services#area-code-geomatch) on the
    /// Service Instance.
    public var areaCodeGeomatch: Bool?
    /// How long, in seconds, messages sent from the Service are valid. Can be an integer from `1` to `36,000`. Default
    /// value is `36,000`.
    public var validityPeriod: Int?
    /// Reserved.
    public var synchronousValidation: Bool?
    /// A string that describes the scenario in which the Messaging Service will be used. Possible values are
    /// `notifications`, `marketing`, `verification`, `discussion`, `poll`, `undeclared`.
    public var usecase: String?
    /// A boolean value that indicates either the webhook url configured on the phone number will be used or
    /// `inbound_request_url`/`fallback_url` url will be called when a message is received from the phone number. If this
    /// field is enabled then the webhook url defined on the phone number will override the
    /// `inbound_request_url`/`fallback_url` defined for the Messaging Service.
    public var useInboundWebhookOnNumber: Bool?

    public init(
      friendlyName: String? = nil, inboundRequestURL: String? = nil, inboundMethod: UpdateServiceBodyInboundMethod? = nil,
      fallbackURL: String? = nil, fallbackMethod: UpdateServiceBodyFallbackMethod? = nil, statusCallback: String? = nil,
      stickySender: Bool? = nil, mmsConverter: Bool? = nil, smartEncoding: Bool? = nil,
      scanMessageContent: ServiceEnumScanMessageContent? = nil, fallbackToLongCode: Bool? = nil,
      areaCodeGeomatch: Bool? = nil, validityPeriod: Int? = nil, synchronousValidation: Bool? = nil, usecase: String? = nil,
      useInboundWebhookOnNumber: Bool? = nil
    ) {
      self.friendlyName = friendlyName
      self.inboundRequestURL = inboundRequestURL
      self.inboundMethod = inboundMethod
      self.fallbackURL = fallbackURL
      self.fallbackMethod = fallbackMethod
      self.statusCallback = statusCallback
      self.stickySender = stickySender
      self.mmsConverter = mmsConverter
      self.smartEncoding = smartEncoding
      self.scanMessageContent = scanMessageContent
      self.fallbackToLongCode = fallbackToLongCode
      self.areaCodeGeomatch = areaCodeGeomatch
      self.validityPeriod = validityPeriod
      self.synchronousValidation = synchronousValidation
      self.usecase = usecase
      self.useInboundWebhookOnNumber = useInboundWebhookOnNumber
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("FriendlyName", &friendlyName)
      members.optional("InboundRequestUrl", &inboundRequestURL)
      members.optional("InboundMethod", &inboundMethod)
      members.optional("FallbackUrl", &fallbackURL)
      members.optional("FallbackMethod", &fallbackMethod)
      members.optional("StatusCallback", &statusCallback)
      members.optional("StickySender", &stickySender)
      members.optional("MmsConverter", &mmsConverter)
      members.optional("SmartEncoding", &smartEncoding)
      members.optional("ScanMessageContent", &scanMessageContent)
      members.optional("FallbackToLongCode", &fallbackToLongCode)
      members.optional("AreaCodeGeomatch", &areaCodeGeomatch)
      members.optional("ValidityPeriod", &validityPeriod)
      members.optional("SynchronousValidation", &synchronousValidation)
      members.optional("Usecase", &usecase)
      members.optional("UseInboundWebhookOnNumber", &useInboundWebhookOnNumber)
    }
  }

  /// The HTTP method we should use to call `fallback_url`. Can be: `GET` or `POST`.
  public typealias UpdateServiceBodyFallbackMethod = ServiceInboundMethod

  /// The HTTP method we should use to call `inbound_request_url`. Can be `GET` or `POST` and the default is `POST`.
  public typealias UpdateServiceBodyInboundMethod = ServiceInboundMethod
}
