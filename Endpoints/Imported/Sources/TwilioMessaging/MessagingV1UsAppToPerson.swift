// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1UsAppToPerson.
  public enum MessagingV1UsAppToPerson: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      createUsAppToPersonRow, listUsAppToPersonRow, deleteUsAppToPersonRow, fetchUsAppToPersonRow, updateUsAppToPersonRow,
    ]

    static let createUsAppToPersonRow = endpoint(
      "createUsAppToPerson", .post, "v1/Services/{messagingServiceSid}/Compliance/Usa2p", input: CreateUsAppToPersonBody.self,
      output: UsAppToPersonResponse.self
    )
    /// `POST /v1/Services/{MessagingServiceSid}/Compliance/Usa2p`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: The SID of the [Messaging Service](https://www.twilio.com/docs/messaging/api/service-resource) to
    ///     create the resources from.
    ///   - xTwilioAPIVersion: The version of the Messaging API to use for this request
    public static func createUsAppToPerson(
      messagingServiceSid: String, xTwilioAPIVersion: String? = nil, body: CreateUsAppToPersonBody? = nil
    ) -> Call<UsAppToPersonResponse> {
      var call = Call<UsAppToPersonResponse>(
        createUsAppToPersonRow, ["messagingServiceSid": PathValue(id: messagingServiceSid)]
      )
      .header("X-Twilio-Api-Version", ifPresent: xTwilioAPIVersion)
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let listUsAppToPersonRow = endpoint(
      "listUsAppToPerson", .get, "v1/Services/{messagingServiceSid}/Compliance/Usa2p{?PageSize,Page,PageToken}",
      output: ListUsAppToPersonResult.self
    )
    /// `GET /v1/Services/{MessagingServiceSid}/Compliance/Usa2p`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: The SID of the [Messaging Service](https://www.twilio.com/docs/messaging/api/service-resource) to
    ///     fetch the resource from.
    ///   - pageSize: How many resources to return in each list page. The default is 50, and the maximum is 1000.
    ///   - page: The page index. This value is simply for client state.
    ///   - pageToken: The page token. This is provided by the API.
    ///   - xTwilioAPIVersion: The version of the Messaging API to use for this request
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .nextLink(.body("meta.next_page_url")), elements: { $0.compliance ?? [] })`.
    public static func listUsAppToPerson(
      messagingServiceSid: String, pageSize: Int? = nil, page: Int? = nil, pageToken: String? = nil,
      xTwilioAPIVersion: String? = nil
    ) -> Call<ListUsAppToPersonResult> {
      Call<ListUsAppToPersonResult>(
        listUsAppToPersonRow,
        [
          "messagingServiceSid": PathValue(id: messagingServiceSid), "PageSize": PathValue(id: pageSize),
          "Page": PathValue(id: page), "PageToken": PathValue(id: pageToken),
        ]
      )
      .header("X-Twilio-Api-Version", ifPresent: xTwilioAPIVersion)
    }

    static let deleteUsAppToPersonRow = endpoint(
      "deleteUsAppToPerson", .delete, "v1/Services/{messagingServiceSid}/Compliance/Usa2p/{sid}", output: Okay.self
    )
    /// `DELETE /v1/Services/{MessagingServiceSid}/Compliance/Usa2p/{Sid}`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: The SID of the [Messaging Service](https://www.twilio.com/docs/messaging/api/service-resource) to
    ///     delete the resource from.
    ///   - sid: The SID of the US A2P Compliance resource to delete `QE2c6890da8086d771620e9b13fadeba0b`.
    public static func deleteUsAppToPerson(messagingServiceSid: String, sid: String) -> Call<Okay> {
      Call<Okay>(
        deleteUsAppToPersonRow, ["messagingServiceSid": PathValue(id: messagingServiceSid), "sid": PathValue(id: sid)])
    }

    static let fetchUsAppToPersonRow = endpoint(
      "fetchUsAppToPerson", .get, "v1/Services/{messagingServiceSid}/Compliance/Usa2p/{sid}",
      output: UsAppToPersonResponse.self
    )
    /// `GET /v1/Services/{MessagingServiceSid}/Compliance/Usa2p/{Sid}`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: The SID of the [Messaging Service](https://www.twilio.com/docs/messaging/api/service-resource) to
    ///     fetch the resource from.
    ///   - sid: The SID of the US A2P Compliance resource to fetch `QE2c6890da8086d771620e9b13fadeba0b`.
    ///   - xTwilioAPIVersion: The version of the Messaging API to use for this request
    public static func fetchUsAppToPerson(
      messagingServiceSid: String, sid: String, xTwilioAPIVersion: String? = nil
    ) -> Call<UsAppToPersonResponse> {
      Call<UsAppToPersonResponse>(
        fetchUsAppToPersonRow, ["messagingServiceSid": PathValue(id: messagingServiceSid), "sid": PathValue(id: sid)]
      )
      .header("X-Twilio-Api-Version", ifPresent: xTwilioAPIVersion)
    }

    static let updateUsAppToPersonRow = endpoint(
      "updateUsAppToPerson", .post, "v1/Services/{messagingServiceSid}/Compliance/Usa2p/{sid}",
      input: UpdateUsAppToPersonBody.self, output: UsAppToPersonResponse.self
    )
    /// `POST /v1/Services/{MessagingServiceSid}/Compliance/Usa2p/{Sid}`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: The SID of the [Messaging Service](https://www.twilio.com/docs/messaging/services/api) to update the
    ///     resource from.
    ///   - sid: The SID of the US A2P Compliance resource to update `QE2c6890da8086d771620e9b13fadeba0b`.
    ///   - xTwilioAPIVersion: The version of the Messaging API to use for this request
    public static func updateUsAppToPerson(
      messagingServiceSid: String, sid: String, xTwilioAPIVersion: String? = nil, body: UpdateUsAppToPersonBody? = nil
    ) -> Call<UsAppToPersonResponse> {
      var call = Call<UsAppToPersonResponse>(
        updateUsAppToPersonRow, ["messagingServiceSid": PathValue(id: messagingServiceSid), "sid": PathValue(id: sid)]
      )
      .header("X-Twilio-Api-Version", ifPresent: xTwilioAPIVersion)
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }
  }
}
