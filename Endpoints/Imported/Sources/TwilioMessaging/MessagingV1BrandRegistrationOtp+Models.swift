// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// BrandRegistrationOtp.
  public struct BrandRegistrationOtp: ObjectModel {
    /// The SID of the [Account](https://www.twilio.com/docs/iam/api/account) that created the Brand Registration resource.
    public var accountSid: String?
    /// The unique string to identify Brand Registration of Sole Proprietor Brand
    public var brandRegistrationSid: String?

    public init(accountSid: String? = nil, brandRegistrationSid: String? = nil) {
      self.accountSid = accountSid
      self.brandRegistrationSid = brandRegistrationSid
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("account_sid", &accountSid)
      members.optional("brand_registration_sid", &brandRegistrationSid)
    }
  }
}
