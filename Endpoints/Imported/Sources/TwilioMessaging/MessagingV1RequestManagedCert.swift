// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1RequestManagedCert.
  public enum MessagingV1RequestManagedCert: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [updateRequestManagedCertRow]

    static let updateRequestManagedCertRow = endpoint(
      "updateRequestManagedCert", .post, "v1/LinkShortening/Domains/{domainSid}/RequestManagedCert",
      output: RequestManagedCert.self
    )
    /// `POST /v1/LinkShortening/Domains/{DomainSid}/RequestManagedCert`.
    ///
    /// - Parameters:
    ///   - domainSid: Unique string used to identify the domain that this certificate should be associated with.
    public static func updateRequestManagedCert(domainSid: String) -> Call<RequestManagedCert> {
      Call<RequestManagedCert>(updateRequestManagedCertRow, ["domainSid": PathValue(id: domainSid)])
    }
  }
}
