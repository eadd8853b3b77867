// Written by `refinery import` from OpenAI API 2.3.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension OpenAI {
  /// DeleteModelResponse.
  public struct DeleteModelResponse: ObjectModel {
    public var id: String
    public var deleted: Bool
    public var object: String

    public init(id: String, deleted: Bool, object: String) {
      self.id = id
      self.deleted = deleted
      self.object = object
    }

    public init(_ unread: Unread) {
      id = ""
      deleted = false
      object = ""
    }

    public mutating func list(_ members: Members) {
      members.required("id", &id)
      members.required("deleted", &deleted)
      members.required("object", &object)
    }
  }

  /// ListModelsResponse.
  public struct ListModelsResponse: ObjectModel {
    public var object: String
    public var data: [Model]

    public init(data: [Model], object: String = "list") {
      self.data = data
      self.object = object
    }

    public init(_ unread: Unread) {
      object = ""
      data = []
    }

    public mutating func list(_ members: Members) {
      members.required("object", &object)
      members.required("data", &data)
    }
  }

  /// Describes an OpenAI model offering that can be used with the API.
  public struct Model: ObjectModel {
    /// The model identifier, which can be referenced in the API endpoints.
    public var id: String
    /// The Unix timestamp (in seconds) when the model was created.
    public var created: Date
    /// The object type, which is always "model".
    public var object: String
    /// The organization that owns the model.
    public var ownedBy: String
    /// The date when the model will shut down, or null if not announced.
    public var shutdownDate: CalendarDate?

    public init(id: String, created: Date, ownedBy: String, object: String = "model", shutdownDate: CalendarDate? = nil) {
      self.id = id
      self.created = created
      self.ownedBy = ownedBy
      self.object = object
      self.shutdownDate = shutdownDate
    }

    public init(_ unread: Unread) {
      id = ""
      created = .distantPast
      object = ""
      ownedBy = ""
    }

    public mutating func list(_ members: Members) {
      members.required("id", &id)
      members.required("created", &created, .unixTime)
      members.required("object", &object)
      members.required("owned_by", &ownedBy)
      members.optional("shutdown_date", &shutdownDate)
    }
  }
}
