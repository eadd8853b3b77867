// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1Service.
  public enum MessagingV1Service: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      createServiceRow, listServiceRow, updateServiceRow, fetchServiceRow, deleteServiceRow,
    ]

    static let createServiceRow = endpoint(
      "createService", .post, "v1/Services", input: CreateServiceBody.self, output: Service.self
    )
    /// `POST /v1/Services`.
    public static func createService(body: CreateServiceBody? = nil) -> Call<Service> {
      var call = Call<Service>(createServiceRow)
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let listServiceRow = endpoint(
      "listService", .get, "v1/Services{?PageSize,Page,PageToken}", output: ListServiceResult.self
    )
    /// `GET /v1/Services`.
    ///
    /// - Parameters:
    ///   - pageSize: How many resources to return in each list page. The default is 50, and the maximum is 1000.
    ///   - page: The page index. This value is simply for client state.
    ///   - pageToken: The page token. This is provided by the API.
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .nextLink(.body("meta.next_page_url")), elements: { $0.services ?? [] })`.
    public static func listService(
      pageSize: Int? = nil, page: Int? = nil, pageToken: String? = nil
    ) -> Call<ListServiceResult> {
      Call<ListServiceResult>(
        listServiceRow,
        ["PageSize": PathValue(id: pageSize), "Page": PathValue(id: page), "PageToken": PathValue(id: pageToken)])
    }

    static let updateServiceRow = endpoint(
      "updateService", .post, "v1/Services/{sid}", input: UpdateServiceBody.self, output: Service.self
    )
    /// `POST /v1/Services/{Sid}`.
    ///
    /// - Parameters:
    ///   - sid: The SID of the Service resource to update.
    public static func updateService(sid: String, body: UpdateServiceBody? = nil) -> Call<Service> {
      var call = Call<Service>(updateServiceRow, ["sid": PathValue(id: sid)])
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let fetchServiceRow = endpoint("fetchService", .get, "v1/Services/{sid}", output: Service.self)
    /// `GET /v1/Services/{Sid}`.
    ///
    /// - Parameters:
    ///   - sid: The SID of the Service resource to fetch.
    public static func fetchService(sid: String) -> Call<Service> {
      Call<Service>(fetchServiceRow, ["sid": PathValue(id: sid)])
    }

    static let deleteServiceRow = endpoint("deleteService", .delete, "v1/Services/{sid}", output: Okay.self)
    /// `DELETE /v1/Services/{Sid}`.
    ///
    /// - Parameters:
    ///   - sid: The SID of the Service resource to delete.
    public static func deleteService(sid: String) -> Call<Okay> {
      Call<Okay>(deleteServiceRow, ["sid": PathValue(id: sid)])
    }
  }
}
