// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1ExternalCampaign.
  public enum MessagingV1ExternalCampaign: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [createExternalCampaignRow]

    static let createExternalCampaignRow = endpoint(
      "createExternalCampaign", .post, "v1/Services/PreregisteredUsa2p", input: CreateExternalCampaignBody.self,
      output: ExternalCampaign.self
    )
    /// `POST /v1/Services/PreregisteredUsa2p`.
    public static func createExternalCampaign(body: CreateExternalCampaignBody? = nil) -> Call<ExternalCampaign> {
      var call = Call<ExternalCampaign>(createExternalCampaignRow)
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }
  }
}
