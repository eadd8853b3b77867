// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1BrandVetting.
  public enum MessagingV1BrandVetting: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [createBrandVettingRow, listBrandVettingRow, fetchBrandVettingRow]

    static let createBrandVettingRow = endpoint(
      "createBrandVetting", .post, "v1/a2p/BrandRegistrations/{brandSid}/Vettings", input: CreateBrandVettingBody.self,
      output: BrandVetting.self
    )
    /// `POST /v1/a2p/BrandRegistrations/{BrandSid}/Vettings`.
    ///
    /// - Parameters:
    ///   - brandSid: The SID of the Brand Registration resource of the vettings to create .
    public static func createBrandVetting(brandSid: String, body: CreateBrandVettingBody? = nil) -> Call<BrandVetting> {
      var call = Call<BrandVetting>(createBrandVettingRow, ["brandSid": PathValue(id: brandSid)])
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let listBrandVettingRow = endpoint(
      "listBrandVetting", .get, "v1/a2p/BrandRegistrations/{brandSid}/Vettings{?VettingProvider}",
      output: ListBrandVettingResult.self
    )
    /// `GET /v1/a2p/BrandRegistrations/{BrandSid}/Vettings`.
    ///
    /// - Parameters:
    ///   - brandSid: The SID of the Brand Registration resource of the vettings to read .
    ///   - vettingProvider: The third-party provider of the vettings to read
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .nextLink(.body("meta.next_page_url")), elements: { $0.data ?? [] })`.
    public static func listBrandVetting(
      brandSid: String, vettingProvider: BrandVettingEnumVettingProvider? = nil
    ) -> Call<ListBrandVettingResult> {
      Call<ListBrandVettingResult>(
        listBrandVettingRow, ["brandSid": PathValue(id: brandSid), "VettingProvider": PathValue(id: vettingProvider)])
    }

    static let fetchBrandVettingRow = endpoint(
      "fetchBrandVetting", .get, "v1/a2p/BrandRegistrations/{brandSid}/Vettings/{brandVettingSid}", output: BrandVetting.self
    )
    /// `GET /v1/a2p/BrandRegistrations/{BrandSid}/Vettings/{BrandVettingSid}`.
    ///
    /// - Parameters:
    ///   - brandSid: The SID of the Brand Registration resource of the vettings to read .
    ///   - brandVettingSid: The Twilio SID of the third-party vetting record.
    public static func fetchBrandVetting(brandSid: String, brandVettingSid: String) -> Call<BrandVetting> {
      Call<BrandVetting>(
        fetchBrandVettingRow, ["brandSid": PathValue(id: brandSid), "brandVettingSid": PathValue(id: brandVettingSid)])
    }
  }
}
