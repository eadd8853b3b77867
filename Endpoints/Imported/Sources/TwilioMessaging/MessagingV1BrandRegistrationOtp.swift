// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1BrandRegistrationOtp.
  public enum MessagingV1BrandRegistrationOtp: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [createBrandRegistrationOtpRow]

    static let createBrandRegistrationOtpRow = endpoint(
      "createBrandRegistrationOtp", .post, "v1/a2p/BrandRegistrations/{brandRegistrationSid}/SmsOtp",
      output: BrandRegistrationOtp.self
    )
    /// `POST /v1/a2p/BrandRegistrations/{BrandRegistrationSid}/SmsOtp`.
    ///
    /// - Parameters:
    ///   - brandRegistrationSid: Brand Registration Sid of Sole Proprietor Brand.
    public static func createBrandRegistrationOtp(brandRegistrationSid: String) -> Call<BrandRegistrationOtp> {
      Call<BrandRegistrationOtp>(createBrandRegistrationOtpRow, ["brandRegistrationSid": PathValue(id: brandRegistrationSid)])
    }
  }
}
