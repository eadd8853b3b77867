// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1DomainCerts.
  public enum MessagingV1DomainCerts: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [updateDomainCertV4Row, fetchDomainCertV4Row, deleteDomainCertV4Row]

    static let updateDomainCertV4Row = endpoint(
      "updateDomainCertV4", .post, "v1/LinkShortening/Domains/{domainSid}/Certificate", input: UpdateDomainCertV4Body.self,
      output: DomainCertV4.self
    )
    /// `POST /v1/LinkShortening/Domains/{DomainSid}/Certificate`.
    ///
    /// - Parameters:
    ///   - domainSid: Unique string used to identify the domain that this certificate should be associated with.
    public static func updateDomainCertV4(domainSid: String, body: UpdateDomainCertV4Body? = nil) -> Call<DomainCertV4> {
      var call = Call<DomainCertV4>(updateDomainCertV4Row, ["domainSid": PathValue(id: domainSid)])
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let fetchDomainCertV4Row = endpoint(
      "fetchDomainCertV4", .get, "v1/LinkShortening/Domains/{domainSid}/Certificate", output: DomainCertV4.self
    )
    /// `GET /v1/LinkShortening/Domains/{DomainSid}/Certificate`.
    ///
    /// - Parameters:
    ///   - domainSid: Unique string used to identify the domain that this certificate should be associated with.
    public static func fetchDomainCertV4(domainSid: String) -> Call<DomainCertV4> {
      Call<DomainCertV4>(fetchDomainCertV4Row, ["domainSid": PathValue(id: domainSid)])
    }

    static let deleteDomainCertV4Row = endpoint(
      "deleteDomainCertV4", .delete, "v1/LinkShortening/Domains/{domainSid}/Certificate", output: Okay.self
    )
    /// `DELETE /v1/LinkShortening/Domains/{DomainSid}/Certificate`.
    ///
    /// - Parameters:
    ///   - domainSid: Unique string used to identify the domain that this certificate should be associated with.
    public static func deleteDomainCertV4(domainSid: String) -> Call<Okay> {
      Call<Okay>(deleteDomainCertV4Row, ["domainSid": PathValue(id: domainSid)])
    }
  }
}
