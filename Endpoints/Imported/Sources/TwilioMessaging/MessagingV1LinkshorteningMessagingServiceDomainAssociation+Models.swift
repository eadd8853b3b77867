// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

extension TwilioMessaging {
  /// The same type as ``LinkshorteningMessagingService``.
  public typealias LinkshorteningMessagingServiceDomainAssociation = LinkshorteningMessagingService
}
