// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1PhoneNumber.
  public enum MessagingV1PhoneNumber: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      createPhoneNumberRow, listPhoneNumberRow, deletePhoneNumberRow, fetchPhoneNumberRow,
    ]

    static let createPhoneNumberRow = endpoint(
      "createPhoneNumber", .post, "v1/Services/{serviceSid}/PhoneNumbers", input: CreatePhoneNumberBody.self,
      output: PhoneNumber.self
    )
    /// `POST /v1/Services/{ServiceSid}/PhoneNumbers`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to create the
    ///     resource under.
    public static func createPhoneNumber(serviceSid: String, body: CreatePhoneNumberBody? = nil) -> Call<PhoneNumber> {
      var call = Call<PhoneNumber>(createPhoneNumberRow, ["serviceSid": PathValue(id: serviceSid)])
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let listPhoneNumberRow = endpoint(
      "listPhoneNumber", .get, "v1/Services/{serviceSid}/PhoneNumbers{?PageSize,Page,PageToken}",
      output: ListPhoneNumberResult.self
    )
    /// `GET /v1/Services/{ServiceSid}/PhoneNumbers`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to read the
    ///     resources from.
    ///   - pageSize: How many resources to return in each list page. The default is 50, and the maximum is 1000.
    ///   - page: The page index. This value is simply for client state.
    ///   - pageToken: The page token. This is provided by the API.
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .nextLink(.body("meta.next_page_url")), elements: { $0.phoneNumbers ?? [] })`.
    public static func listPhoneNumber(
      serviceSid: String, pageSize: Int? = nil, page: Int? = nil, pageToken: String? = nil
    ) -> Call<ListPhoneNumberResult> {
      Call<ListPhoneNumberResult>(
        listPhoneNumberRow,
        [
          "serviceSid": PathValue(id: serviceSid), "PageSize": PathValue(id: pageSize), "Page": PathValue(id: page),
          "PageToken": PathValue(id: pageToken),
        ])
    }

    static let deletePhoneNumberRow = endpoint(
      "deletePhoneNumber", .delete, "v1/Services/{serviceSid}/PhoneNumbers/{sid}", output: Okay.self
    )
    /// `DELETE /v1/Services/{ServiceSid}/PhoneNumbers/{Sid}`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to delete the
    ///     resource from.
    ///   - sid: The SID of the PhoneNumber resource to delete.
    public static func deletePhoneNumber(serviceSid: String, sid: String) -> Call<Okay> {
      Call<Okay>(deletePhoneNumberRow, ["serviceSid": PathValue(id: serviceSid), "sid": PathValue(id: sid)])
    }

    static let fetchPhoneNumberRow = endpoint(
      "fetchPhoneNumber", .get, "v1/Services/{serviceSid}/PhoneNumbers/{sid}", output: PhoneNumber.self
    )
    /// `GET /v1/Services/{ServiceSid}/PhoneNumbers/{Sid}`.
    ///
    /// - Parameters:
    ///   - serviceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to fetch the
    ///     resource from.
    ///   - sid: The SID of the PhoneNumber resource to fetch.
    public static func fetchPhoneNumber(serviceSid: String, sid: String) -> Call<PhoneNumber> {
      Call<PhoneNumber>(fetchPhoneNumberRow, ["serviceSid": PathValue(id: serviceSid), "sid": PathValue(id: sid)])
    }
  }
}
