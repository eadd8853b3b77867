// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1Usecase.
  public enum MessagingV1Usecase: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [fetchUsecaseRow]

    static let fetchUsecaseRow = endpoint("fetchUsecase", .get, "v1/Services/Usecases", output: Usecase.self)
    /// `GET /v1/Services/Usecases`.
    public static func fetchUsecase() -> Call<Usecase> {
      Call<Usecase>(fetchUsecaseRow)
    }
  }
}
