// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1DomainValidateDns.
  public enum MessagingV1DomainValidateDNS: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [fetchDomainDNSValidationRow]

    static let fetchDomainDNSValidationRow = endpoint(
      "fetchDomainDNSValidation", .get, "v1/LinkShortening/Domains/{domainSid}/ValidateDns", output: DomainDNSValidation.self
    )
    /// `GET /v1/LinkShortening/Domains/{DomainSid}/ValidateDns`.
    ///
    /// - Parameters:
    ///   - domainSid: Unique string used to identify the domain.
    public static func fetchDomainDNSValidation(domainSid: String) -> Call<DomainDNSValidation> {
      Call<DomainDNSValidation>(fetchDomainDNSValidationRow, ["domainSid": PathValue(id: domainSid)])
    }
  }
}
