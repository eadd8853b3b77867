// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1ChannelSender.
  public enum MessagingV1ChannelSender: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      listChannelSenderRow, createChannelSenderRow, fetchChannelSenderRow, deleteChannelSenderRow,
    ]

    static let listChannelSenderRow = endpoint(
      "listChannelSender", .get, "v1/Services/{messagingServiceSid}/ChannelSenders{?PageSize,Page,PageToken}",
      output: ListChannelSenderResult.self
    )
    /// `GET /v1/Services/{MessagingServiceSid}/ChannelSenders`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to read the
    ///     resources from.
    ///   - pageSize: How many resources to return in each list page. The default is 50, and the maximum is 1000.
    ///   - page: The page index. This value is simply for client state.
    ///   - pageToken: The page token. This is provided by the API.
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .nextLink(.body("meta.next_page_url")), elements: { $0.senders ?? [] })`.
    public static func listChannelSender(
      messagingServiceSid: String, pageSize: Int? = nil, page: Int? = nil, pageToken: String? = nil
    ) -> Call<ListChannelSenderResult> {
      Call<ListChannelSenderResult>(
        listChannelSenderRow,
        [
          "messagingServiceSid": PathValue(id: messagingServiceSid), "PageSize": PathValue(id: pageSize),
          "Page": PathValue(id: page), "PageToken": PathValue(id: pageToken),
        ])
    }

    static let createChannelSenderRow = endpoint(
      "createChannelSender", .post, "v1/Services/{messagingServiceSid}/ChannelSenders", input: CreateChannelSenderBody.self,
      output: ChannelSender.self
    )
    /// `POST /v1/Services/{MessagingServiceSid}/ChannelSenders`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to create the
    ///     resource under.
    public static func createChannelSender(
      messagingServiceSid: String, body: CreateChannelSenderBody? = nil
    ) -> Call<ChannelSender> {
      var call = Call<ChannelSender>(createChannelSenderRow, ["messagingServiceSid": PathValue(id: messagingServiceSid)])
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let fetchChannelSenderRow = endpoint(
      "fetchChannelSender", .get, "v1/Services/{messagingServiceSid}/ChannelSenders/{sid}", output: ChannelSender.self
    )
    /// `GET /v1/Services/{MessagingServiceSid}/ChannelSenders/{Sid}`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to fetch the
    ///     resource from.
    ///   - sid: The SID of the ChannelSender resource to fetch.
    public static func fetchChannelSender(messagingServiceSid: String, sid: String) -> Call<ChannelSender> {
      Call<ChannelSender>(
        fetchChannelSenderRow, ["messagingServiceSid": PathValue(id: messagingServiceSid), "sid": PathValue(id: sid)])
    }

    static let deleteChannelSenderRow = endpoint(
      "deleteChannelSender", .delete, "v1/Services/{messagingServiceSid}/ChannelSenders/{sid}", output: Okay.self
    )
    /// `DELETE /v1/Services/{MessagingServiceSid}/ChannelSenders/{Sid}`.
    ///
    /// - Parameters:
    ///   - messagingServiceSid: The SID of the [Service](https://www.twilio.com/docs/chat/rest/service-resource) to delete the
    ///     resource from.
    ///   - sid: The SID of the Channel Sender resource to delete.
    public static func deleteChannelSender(messagingServiceSid: String, sid: String) -> Call<Okay> {
      Call<Okay>(
        deleteChannelSenderRow, ["messagingServiceSid": PathValue(id: messagingServiceSid), "sid": PathValue(id: sid)])
    }
  }
}
