// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1LinkshorteningMessagingServiceDomainAssociation.
  public enum MessagingV1LinkshorteningMessagingServiceDomainAssociation: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [fetchLinkshorteningMessagingServiceDomainAssociationRow]

    static let fetchLinkshorteningMessagingServiceDomainAssociationRow = endpoint(
      "fetchLinkshorteningMessagingServiceDomainAssociation", .get,
      "v1/LinkShortening/MessagingServices/{messagingServiceSid}/Domain",
      output: LinkshorteningMessagingServiceDomainAssociation.self
    )
    /// `GET /v1/LinkShortening/MessagingServices/{MessagingServiceSid}/Domain`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: Unique string used to identify the Messaging service that this domain should be associated with.
    public static func fetchLinkshorteningMessagingServiceDomainAssociation(
      messagingServiceSid: String
    ) -> Call<LinkshorteningMessagingServiceDomainAssociation> {
      Call<LinkshorteningMessagingServiceDomainAssociation>(
        fetchLinkshorteningMessagingServiceDomainAssociationRow, ["messagingServiceSid": PathValue(id: messagingServiceSid)])
    }
  }
}
