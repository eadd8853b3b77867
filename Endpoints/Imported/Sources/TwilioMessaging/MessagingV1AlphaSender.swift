// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1AlphaSender.
  public enum MessagingV1AlphaSender: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      createAlphaSenderRow, listAlphaSenderRow, fetchAlphaSenderRow, deleteAlphaSenderRow,
    ]

    static let createAlphaSenderRow = endpoint(
      "createAlphaSender", .post, "v1/Services/{serviceSid}/AlphaSenders", input: CreateAlphaSenderBody.self,
      output: AlphaSender.self
    )
    /// `POST /v1/Services/{ServiceSid}/AlphaSenders`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to create the
    ///     resource under.
    public static func createAlphaSender(serviceSid: String, body: CreateAlphaSenderBody? = nil) -> Call<AlphaSender> {
      var call = Call<AlphaSender>(createAlphaSenderRow, ["serviceSid": PathValue(id: serviceSid)])
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let listAlphaSenderRow = endpoint(
      "listAlphaSender", .get, "v1/Services/{serviceSid}/AlphaSenders{?PageSize,Page,PageToken}",
      output: ListAlphaSenderResult.self
    )
    /// `GET /v1/Services/{ServiceSid}/AlphaSenders`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to read the
    ///     resources from.
    ///   - pageSize: How many resources to return in each list page. The default is 50, and the maximum is 1000.
    ///   - page: The page index. This value is simply for client state.
    ///   - pageToken: The page token. This is provided by the API.
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .nextLink(.body("meta.next_page_url")), elements: { $0.alphaSenders ?? [] })`.
    public static func listAlphaSender(
      serviceSid: String, pageSize: Int? = nil, page: Int? = nil, pageToken: String? = nil
    ) -> Call<ListAlphaSenderResult> {
      Call<ListAlphaSenderResult>(
        listAlphaSenderRow,
        [
          "serviceSid": PathValue(id: serviceSid), "PageSize": PathValue(id: pageSize), "Page": PathValue(id: page),
          "PageToken": PathValue(id: pageToken),
        ])
    }

    static let fetchAlphaSenderRow = endpoint(
      "fetchAlphaSender", .get, "v1/Services/{serviceSid}/AlphaSenders/{sid}", output: AlphaSender.self
    )
    /// `GET /v1/Services/{ServiceSid}/AlphaSenders/{Sid}`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to fetch the
    ///     resource from.
    ///   - sid: The SID of the AlphaSender resource to fetch.
    public static func fetchAlphaSender(serviceSid: String, sid: String) -> Call<AlphaSender> {
      Call<AlphaSender>(fetchAlphaSenderRow, ["serviceSid": PathValue(id: serviceSid), "sid": PathValue(id: sid)])
    }

    static let deleteAlphaSenderRow = endpoint(
      "deleteAlphaSender", .delete, "v1/Services/{serviceSid}/AlphaSenders/{sid}", output: Okay.self
    )
    /// `DELETE /v1/Services/{ServiceSid}/AlphaSenders/{Sid}`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to delete the
    ///     resource from.
    ///   - sid: The SID of the AlphaSender resource to delete.
    public static func deleteAlphaSender(serviceSid: String, sid: String) -> Call<Okay> {
      Call<Okay>(deleteAlphaSenderRow, ["serviceSid": PathValue(id: serviceSid), "sid": PathValue(id: sid)])
    }
  }
}
