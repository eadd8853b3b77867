// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1BrandRegistration.
  public enum MessagingV1BrandRegistration: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      fetchBrandRegistrationsRow, updateBrandRegistrationsRow, listBrandRegistrationsRow, createBrandRegistrationsRow,
    ]

    static let fetchBrandRegistrationsRow = endpoint(
      "fetchBrandRegistrations", .get, "v1/a2p/BrandRegistrations/{sid}", output: BrandRegistrations.self
    )
    /// `GET /v1/a2p/BrandRegistrations/{Sid}`.
    ///
    /// - Parameters:
    ///   - sid: The SID of the Brand Registration resource to fetch.
    public static func fetchBrandRegistrations(sid: String) -> Call<BrandRegistrations> {
      Call<BrandRegistrations>(fetchBrandRegistrationsRow, ["sid": PathValue(id: sid)])
    }

    static let updateBrandRegistrationsRow = endpoint(
      "updateBrandRegistrations", .post, "v1/a2p/BrandRegistrations/{sid}", output: BrandRegistrations.self
    )
    /// `POST /v1/a2p/BrandRegistrations/{Sid}`.
    ///
    /// - Parameters:
    ///   - sid: The SID of the Brand Registration resource to update.
    public static func updateBrandRegistrations(sid: String) -> Call<BrandRegistrations> {
      Call<BrandRegistrations>(updateBrandRegistrationsRow, ["sid": PathValue(id: sid)])
    }

    static let listBrandRegistrationsRow = endpoint(
      "listBrandRegistrations", .get, "v1/a2p/BrandRegistrations{?PageSize,Page,PageToken}",
      output: ListBrandRegistrationsResult.self
    )
    /// `GET /v1/a2p/BrandRegistrations`.
    ///
    /// - Parameters:
    ///   - pageSize: How many resources to return in each list page. The default is 50, and the maximum is 1000.
    ///   - page: The page index. This value is simply for client state.
    ///   - pageToken: The page token. This is provided by the API.
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .nextLink(.body("meta.next_page_url")), elements: { $0.data ?? [] })`.
    public static func listBrandRegistrations(
      pageSize: Int? = nil, page: Int? = nil, pageToken: String? = nil
    ) -> Call<ListBrandRegistrationsResult> {
      Call<ListBrandRegistrationsResult>(
        listBrandRegistrationsRow,
        ["PageSize": PathValue(id: pageSize), "Page": PathValue(id: page), "PageToken": PathValue(id: pageToken)])
    }

    static let createBrandRegistrationsRow = endpoint(
      "createBrandRegistrations", .post, "v1/a2p/BrandRegistrations", input: CreateBrandRegistrationsBody.self,
      output: BrandRegistrations.self
    )
    /// `POST /v1/a2p/BrandRegistrations`.
    public static func createBrandRegistrations(body: CreateBrandRegistrationsBody? = nil) -> Call<BrandRegistrations> {
      var call = Call<BrandRegistrations>(createBrandRegistrationsRow)
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }
  }
}
