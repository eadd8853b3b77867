// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// MessagingV1Deactivations.
  public enum MessagingV1Deactivations: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [fetchDeactivationRow]

    static let fetchDeactivationRow = endpoint(
      "fetchDeactivation", .get, "v1/Deactivations{?Date}", output: Okay.self,
      summary: "Fetch a list of all United States numbers that have been deactivated on a specific date"
    )
    /// Fetch a list of all United States numbers that have been deactivated on a specific date.
    ///
    /// - Parameters:
    ///   - date: The request will return a list of all United States Phone Numbers that were deactivated on the day
    ///     specified by this parameter. This date should be specified in YYYY-MM-DD format.
    public static func fetchDeactivation(date: CalendarDate? = nil) -> Call<Okay> {
      Call<Okay>(fetchDeactivationRow, ["Date": PathValue(id: date)])
    }
  }
}
