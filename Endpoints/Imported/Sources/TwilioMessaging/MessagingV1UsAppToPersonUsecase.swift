// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1UsAppToPersonUsecase.
  public enum MessagingV1UsAppToPersonUsecase: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [fetchUsAppToPersonUsecaseRow]

    static let fetchUsAppToPersonUsecaseRow = endpoint(
      "fetchUsAppToPersonUsecase", .get, "v1/Services/{messagingServiceSid}/Compliance/Usa2p/Usecases{?BrandRegistrationSid}",
      output: UsAppToPersonUsecase.self
    )
    /// `GET /v1/Services/{MessagingServiceSid}/Compliance/Usa2p/Usecases`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: The SID of the [Messaging Service](https://www.twilio.com/docs/messaging/api/service-resource) to
    ///     fetch the resource from.
    ///   - brandRegistrationSid: The unique string to identify the A2P brand.
    public static func fetchUsAppToPersonUsecase(
      messagingServiceSid: String, brandRegistrationSid: String? = nil
    ) -> Call<UsAppToPersonUsecase> {
      Call<UsAppToPersonUsecase>(
        fetchUsAppToPersonUsecaseRow,
        [
          "messagingServiceSid": PathValue(id: messagingServiceSid),
          "BrandRegistrationSid": PathValue(id: brandRegistrationSid),
        ])
    }
  }
}
