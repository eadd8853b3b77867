// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1DestinationAlphaSender.
  public enum MessagingV1DestinationAlphaSender: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      createDestinationAlphaSenderRow, listDestinationAlphaSenderRow, fetchDestinationAlphaSenderRow,
      deleteDestinationAlphaSenderRow,
    ]

    static let createDestinationAlphaSenderRow = endpoint(
      "createDestinationAlphaSender", .post, "v1/Services/{serviceSid}/DestinationAlphaSenders",
      input: CreateDestinationAlphaSenderBody.self, output: DestinationAlphaSender.self
    )
    /// `POST /v1/Services/{ServiceSid}/DestinationAlphaSenders`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to create the
    ///     resource under.
    public static func createDestinationAlphaSender(
      serviceSid: String, body: CreateDestinationAlphaSenderBody? = nil
    ) -> Call<DestinationAlphaSender> {
      var call = Call<DestinationAlphaSender>(createDestinationAlphaSenderRow, ["serviceSid": PathValue(id: serviceSid)])
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let listDestinationAlphaSenderRow = endpoint(
      "listDestinationAlphaSender", .get,
      "v1/Services/{serviceSid}/DestinationAlphaSenders{?IsoCountryCode,PageSize,Page,PageToken}",
      output: ListDestinationAlphaSenderResult.self
    )
    /// `GET /v1/Services/{ServiceSid}/DestinationAlphaSenders`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to read the
    ///     resources from.
    ///   - isoCountryCode: Optional filter to return only alphanumeric sender IDs associated with the specified two-character
    ///     ISO country code.
    ///   - pageSize: How many resources to return in each list page. The default is 50, and the maximum is 1000.
    ///   - page: The page index. This value is simply for client state.
    ///   - pageToken: The page token. This is provided by the API.
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .nextLink(.body("meta.next_page_url")), elements: { $0.alphaSenders ?? [] })`.
    public static func listDestinationAlphaSender(
      serviceSid: String, isoCountryCode: String? = nil, pageSize: Int? = nil, page: Int? = nil, pageToken: String? = nil
    ) -> Call<ListDestinationAlphaSenderResult> {
      Call<ListDestinationAlphaSenderResult>(
        listDestinationAlphaSenderRow,
        [
          "serviceSid": PathValue(id: serviceSid), "IsoCountryCode": PathValue(id: isoCountryCode),
          "PageSize": PathValue(id: pageSize), "Page": PathValue(id: page), "PageToken": PathValue(id: pageToken),
        ])
    }

    static let fetchDestinationAlphaSenderRow = endpoint(
      "fetchDestinationAlphaSender", .get, "v1/Services/{serviceSid}/DestinationAlphaSenders/{sid}",
      output: DestinationAlphaSender.self
    )
    /// `GET /v1/Services/{ServiceSid}/DestinationAlphaSenders/{Sid}`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to fetch the
    ///     resource from.
    ///   - sid: The SID of the AlphaSender resource to fetch.
    public static func fetchDestinationAlphaSender(serviceSid: String, sid: String) -> Call<DestinationAlphaSender> {
      Call<DestinationAlphaSender>(
        fetchDestinationAlphaSenderRow, ["serviceSid": PathValue(id: serviceSid), "sid": PathValue(id: sid)])
    }

    static let deleteDestinationAlphaSenderRow = endpoint(
      "deleteDestinationAlphaSender", .delete, "v1/Services/{serviceSid}/DestinationAlphaSenders/{sid}", output: Okay.self
    )
    /// `DELETE /v1/Services/{ServiceSid}/DestinationAlphaSenders/{Sid}`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to delete the
    ///     resource from.
    ///   - sid: The SID of the AlphaSender resource to delete.
    public static func deleteDestinationAlphaSender(serviceSid: String, sid: String) -> Call<Okay> {
      Call<Okay>(deleteDestinationAlphaSenderRow, ["serviceSid": PathValue(id: serviceSid), "sid": PathValue(id: sid)])
    }
  }
}
