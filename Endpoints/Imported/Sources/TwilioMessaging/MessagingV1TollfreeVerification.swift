// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1TollfreeVerification.
  public enum MessagingV1TollfreeVerification: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      fetchTollfreeVerificationRow, updateTollfreeVerificationRow, deleteTollfreeVerificationRow, listTollfreeVerificationRow,
      createTollfreeVerificationRow,
    ]

    static let fetchTollfreeVerificationRow = endpoint(
      "fetchTollfreeVerification", .get, "v1/Tollfree/Verifications/{sid}", output: TollfreeVerification.self,
      summary: "Retrieve a tollfree verification"
    )
    /// Retrieve a tollfree verification
    ///
    /// - Parameters:
    ///   - sid: A unique string identifying a Tollfree Verification.
    public static func fetchTollfreeVerification(sid: String) -> Call<TollfreeVerification> {
      Call<TollfreeVerification>(fetchTollfreeVerificationRow, ["sid": PathValue(id: sid)])
    }

    static let updateTollfreeVerificationRow = endpoint(
      "updateTollfreeVerification", .post, "v1/Tollfree/Verifications/{sid}", input: UpdateTollfreeVerificationBody.self,
      output: TollfreeVerification.self, summary: "Edit a tollfree verification"
    )
    /// Edit a tollfree verification
    ///
    /// - Parameters:
    ///   - sid: The unique string to identify Tollfree Verification.
    public static func updateTollfreeVerification(
      sid: String, body: UpdateTollfreeVerificationBody? = nil
    ) -> Call<TollfreeVerification> {
      var call = Call<TollfreeVerification>(updateTollfreeVerificationRow, ["sid": PathValue(id: sid)])
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }

    static let deleteTollfreeVerificationRow = endpoint(
      "deleteTollfreeVerification", .delete, "v1/Tollfree/Verifications/{sid}", output: Okay.self,
      summary: "Delete a tollfree verification"
    )
    /// Delete a tollfree verification
    ///
    /// - Parameters:
    ///   - sid: The unique string to identify Tollfree Verification.
    public static func deleteTollfreeVerification(sid: String) -> Call<Okay> {
      Call<Okay>(deleteTollfreeVerificationRow, ["sid": PathValue(id: sid)])
    }

    static let listTollfreeVerificationRow = endpoint(
      "listTollfreeVerification", .get,
      "v1/Tollfree/Verifications{?TollfreePhoneNumberSid,Status,ExternalReferenceId,IncludeSubAccounts,PageSize,Page,PageToken,TrustProductSid*}",
      output: ListTollfreeVerificationResult.self, summary: "List tollfree verifications"
    )
    /// List tollfree verifications
    ///
    /// - Parameters:
    ///   - tollfreePhoneNumberSid: The SID of the Phone Number associated with the Tollfree Verification.
    ///   - status: The compliance status of the Tollfree Verification record.
    ///   - externalReferenceID: Customer supplied reference id for the Tollfree Verification record.
    ///   - includeSubAccounts: Whether to include Tollfree Verifications from sub accounts in list response.
    ///   - pageSize: How many resources to return in each list page. The default is 50, and the maximum is 1000.
    ///   - page: The page index. This value is simply for client state.
    ///   - pageToken: The page token. This is provided by the API.
    ///   - trustProductSid: The trust product sids / tollfree bundle sids of tollfree verifications
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .nextLink(.body("meta.next_page_url")), elements: { $0.verifications ?? [] })`.
    public static func listTollfreeVerification(
      tollfreePhoneNumberSid: String? = nil, status: TollfreeVerificationEnumStatus? = nil,
      externalReferenceID: String? = nil, includeSubAccounts: Bool? = nil, pageSize: Int? = nil, page: Int? = nil,
      pageToken: String? = nil, trustProductSid: [String]? = nil
    ) -> Call<ListTollfreeVerificationResult> {
      Call<ListTollfreeVerificationResult>(
        listTollfreeVerificationRow,
        [
          "TollfreePhoneNumberSid": PathValue(id: tollfreePhoneNumberSid), "Status": PathValue(id: status),
          "ExternalReferenceId": PathValue(id: externalReferenceID), "IncludeSubAccounts": PathValue(id: includeSubAccounts),
          "PageSize": PathValue(id: pageSize), "Page": PathValue(id: page), "PageToken": PathValue(id: pageToken),
          "TrustProductSid": PathValue(id: trustProductSid),
        ])
    }

    static let createTollfreeVerificationRow = endpoint(
      "createTollfreeVerification", .post, "v1/Tollfree/Verifications", input: CreateTollfreeVerificationBody.self,
      output: TollfreeVerification.self, summary: "Create a tollfree verification"
    )
    /// Create a tollfree verification
    public static func createTollfreeVerification(body: CreateTollfreeVerificationBody? = nil) -> Call<TollfreeVerification> {
      var call = Call<TollfreeVerification>(createTollfreeVerificationRow)
      if let body { call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json))) }
      return call
    }
  }
}
