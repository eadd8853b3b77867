// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1DomainConfigMessagingService.
  public enum MessagingV1DomainConfigMessagingService: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [fetchDomainConfigMessagingServiceRow]

    static let fetchDomainConfigMessagingServiceRow = endpoint(
      "fetchDomainConfigMessagingService", .get, "v1/LinkShortening/MessagingService/{messagingServiceSid}/DomainConfig",
      output: DomainConfigMessagingService.self
    )
    /// `GET /v1/LinkShortening/MessagingService/{MessagingServiceSid}/DomainConfig`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: Unique string used to identify the Messaging service that this domain should be associated with.
    public static func fetchDomainConfigMessagingService(messagingServiceSid: String) -> Call<DomainConfigMessagingService> {
      Call<DomainConfigMessagingService>(
        fetchDomainConfigMessagingServiceRow, ["messagingServiceSid": PathValue(id: messagingServiceSid)])
    }
  }
}
