// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// UsAppToPersonUsecase.
  public struct UsAppToPersonUsecase: ObjectModel {
    /// Human readable name, code, description and post_approval_required (indicates whether or not post approval is
    /// required for this Use Case) of A2P Campaign Use Cases.
    public var usAppToPersonUsecases: [JSONValue]?

    public init(usAppToPersonUsecases: [JSONValue]? = nil) {
      self.usAppToPersonUsecases = usAppToPersonUsecases
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("us_app_to_person_usecases", &usAppToPersonUsecases)
    }
  }
}
