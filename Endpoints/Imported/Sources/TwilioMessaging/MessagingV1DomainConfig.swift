// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1DomainConfig.
  public enum MessagingV1DomainConfig: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [updateDomainConfigRow, fetchDomainConfigRow]

    static let updateDomainConfigRow = endpoint(
      "updateDomainConfig", .post, "v1/LinkShortening/Domains/{domainSid}/Config", input: UpdateDomainConfigBody.self,
      output: DomainConfig.self
    )
    /// `POST /v1/LinkShortening/Domains/{DomainSid}/Config`.
    ///
    /// - Parameters:
    ///   - domainSid: Unique string used to identify the domain that this config should be associated with.
    public static func updateDomainConfig(domainSid: String, body: UpdateDomainConfigBody? = nil) -> Call<DomainConfig> {
      var call = Call<DomainConfig>(updateDomainConfigRow, ["domainSid": PathValue(id: domainSid)])
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let fetchDomainConfigRow = endpoint(
      "fetchDomainConfig", .get, "v1/LinkShortening/Domains/{domainSid}/Config", output: DomainConfig.self
    )
    /// `GET /v1/LinkShortening/Domains/{DomainSid}/Config`.
    ///
    /// - Parameters:
    ///   - domainSid: Unique string used to identify the domain that this config should be associated with.
    public static func fetchDomainConfig(domainSid: String) -> Call<DomainConfig> {
      Call<DomainConfig>(fetchDomainConfigRow, ["domainSid": PathValue(id: domainSid)])
    }
  }
}
