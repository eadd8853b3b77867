// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

/// This is the public Twilio REST API.
///
/// Authentication, by `AuthMiddleware`:
/// - `accountSid_authToken`: `.basic(user:password:)`
public enum TwilioMessaging {
  /// The base URL of its server.
  public static let baseURL = "https://messaging.twilio.com"

  /// All its rows.
  public static let table = EndpointTable(
    "TwilioMessaging",
    [
      MessagingV1AlphaSender.self, MessagingV1BrandRegistrationOtp.self, MessagingV1BrandRegistration.self,
      MessagingV1BrandVetting.self, MessagingV1ChannelSender.self, MessagingV1Deactivations.self,
      MessagingV1DestinationAlphaSender.self, MessagingV1DomainCerts.self, MessagingV1DomainConfig.self,
      MessagingV1DomainConfigMessagingService.self, MessagingV1DomainValidateDNS.self, MessagingV1ExternalCampaign.self,
      MessagingV1LinkshorteningMessagingService.self, MessagingV1LinkshorteningMessagingServiceDomainAssociation.self,
      MessagingV1PhoneNumber.self, MessagingV1RequestManagedCert.self, MessagingV1Service.self, MessagingV1ShortCode.self,
      MessagingV1TollfreeVerification.self, MessagingV1UsAppToPerson.self, MessagingV1UsAppToPersonUsecase.self,
      MessagingV1Usecase.self,
    ])
}
