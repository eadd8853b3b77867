// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1ShortCode.
  public enum MessagingV1ShortCode: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      createShortCodeRow, listShortCodeRow, deleteShortCodeRow, fetchShortCodeRow,
    ]

    static let createShortCodeRow = endpoint(
      "createShortCode", .post, "v1/Services/{serviceSid}/ShortCodes", input: CreateShortCodeBody.self, output: ShortCode.self
    )
    /// `POST /v1/Services/{ServiceSid}/ShortCodes`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to create the
    ///     resource under.
    public static func createShortCode(serviceSid: String, body: CreateShortCodeBody? = nil) -> Call<ShortCode> {
      var call = Call<ShortCode>(createShortCodeRow, ["serviceSid": PathValue(id: serviceSid)])
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let listShortCodeRow = endpoint(
      "listShortCode", .get, "v1/Services/{serviceSid}/ShortCodes{?PageSize,Page,PageToken}", output: ListShortCodeResult.self
    )
    /// `GET /v1/Services/{ServiceSid}/ShortCodes`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to read the
    ///     resources from.
    ///   - pageSize: How many resources to return in each list page. The default is 50, and the maximum is 1000.
    ///   - page: The page index. This value is simply for client state.
    ///   - pageToken: The page token. This is provided by the API.
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .nextLink(.body("meta.next_page_url")), elements: { $0.shortCodes ?? [] })`.
    public static func listShortCode(
      serviceSid: String, pageSize: Int? = nil, page: Int? = nil, pageToken: String? = nil
    ) -> Call<ListShortCodeResult> {
      Call<ListShortCodeResult>(
        listShortCodeRow,
        [
          "serviceSid": PathValue(id: serviceSid), "PageSize": PathValue(id: pageSize), "Page": PathValue(id: page),
          "PageToken": PathValue(id: pageToken),
        ])
    }

    static let deleteShortCodeRow = endpoint(
      "deleteShortCode", .delete, "v1/Services/{serviceSid}/ShortCodes/{sid}", output: Okay.self
    )
    /// `DELETE /v1/Services/{ServiceSid}/ShortCodes/{Sid}`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to delete the
    ///     resource from.
    ///   - sid: The SID of the ShortCode resource to delete.
    public static func deleteShortCode(serviceSid: String, sid: String) -> Call<Okay> {
      Call<Okay>(deleteShortCodeRow, ["serviceSid": PathValue(id: serviceSid), "sid": PathValue(id: sid)])
    }

    static let fetchShortCodeRow = endpoint(
      "fetchShortCode", .get, "v1/Services/{serviceSid}/ShortCodes/{sid}", output: ShortCode.self
    )
    /// `GET /v1/Services/{ServiceSid}/ShortCodes/{Sid}`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to fetch the
    ///     resource from.
    ///   - sid: The SID of the ShortCode resource to fetch.
    public static func fetchShortCode(serviceSid: String, sid: String) -> Call<ShortCode> {
      Call<ShortCode>(fetchShortCodeRow, ["serviceSid": PathValue(id: serviceSid), "sid": PathValue(id: sid)])
    }
  }
}
