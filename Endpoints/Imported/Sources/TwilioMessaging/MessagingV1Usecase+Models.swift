// Written by `refinery import` from Twilio - Messaging 1.0.0. Do not edit it: import again.

public import RefineryCore

extension TwilioMessaging {
  /// Usecase.
  public struct Usecase: ObjectModel {
    /// Human readable use case details (usecase, description and purpose) of Messaging Service Use Cases.
    public var usecases: [JSONValue]?

    public init(usecases: [JSONValue]? = nil) {
      self.usecases = usecases
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("usecases", &usecases)
    }
  }
}
