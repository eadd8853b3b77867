// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1LinkshorteningMessagingService.
  public enum MessagingV1LinkshorteningMessagingService: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      createLinkshorteningMessagingServiceRow, deleteLinkshorteningMessagingServiceRow,
    ]

    static let createLinkshorteningMessagingServiceRow = endpoint(
      "createLinkshorteningMessagingService", .post,
      "v1/LinkShortening/Domains/{domainSid}/MessagingServices/{messagingServiceSid}",
      output: LinkshorteningMessagingService.self
    )
    /// `POST /v1/LinkShortening/Domains/{DomainSid}/MessagingServices/{MessagingServiceSid}`.
    ///
    /// - Parameters:
    ///   - domainSid: The domain SID to associate with a messaging service. With URL shortening enabled, links in messages
    ///     sent with the associated messaging service will be shortened to the provided domain
    ///   - messagingServiceSid: A messaging service SID to associate with a domain. With URL shortening enabled, links in messages
    ///     sent with the provided messaging service will be shortened to the associated domain
    public static func createLinkshorteningMessagingService(
      domainSid: String, messagingServiceSid: String
    ) -> Call<LinkshorteningMessagingService> {
      Call<LinkshorteningMessagingService>(
        createLinkshorteningMessagingServiceRow,
        ["domainSid": PathValue(id: domainSid), "messagingServiceSid": PathValue(id: messagingServiceSid)])
    }

    static let deleteLinkshorteningMessagingServiceRow = endpoint(
      "deleteLinkshorteningMessagingService", .delete,
      "v1/LinkShortening/Domains/{domainSid}/MessagingServices/{messagingServiceSid}", output: Okay.self
    )
    /// `DELETE /v1/LinkShortening/Domains/{DomainSid}/MessagingServices/{MessagingServiceSid}`.
    ///
    /// - Parameters:
    ///   - domainSid: The domain SID to dissociate from a messaging service. With URL shortening enabled, links in
    ///     messages sent with the associated messaging service will be shortened to the provided domain
    ///   - messagingServiceSid: A messaging service SID to dissociate from a domain. With URL shortening enabled, links in messages
    ///     sent with the provided messaging service will be shortened to the associated domain
    public static func deleteLinkshorteningMessagingService(domainSid: String, messagingServiceSid: String) -> Call<Okay> {
      Call<Okay>(
        deleteLinkshorteningMessagingServiceRow,
        ["domainSid": PathValue(id: domainSid), "messagingServiceSid": PathValue(id: messagingServiceSid)])
    }
  }
}
