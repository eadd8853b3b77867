// Written by `refinery import` from OpenAI API 2.3.0. Do not edit it: import again.

public import RefineryCore

extension OpenAI {
  /// ErrorModel.
  public struct ErrorModel: ObjectModel {
    public var code: String?
    public var message: String
    public var param: String?
    public var type: String

    public init(code: String?, message: String, param: String?, type: String) {
      self.code = code
      self.message = message
      self.param = param
      self.type = type
    }

    public init(_ unread: Unread) {
      message = ""
      type = ""
    }

    public mutating func list(_ members: Members) {
      members.nullable("code", &code)
      members.required("message", &message)
      members.nullable("param", &param)
      members.required("type", &type)
    }
  }

  /// ErrorResponse.
  public struct ErrorResponse: ObjectModel, Error {
    public var error: ErrorModel

    public init(error: ErrorModel) {
      self.error = error
    }

    public init(_ unread: Unread) {
      error = ErrorModel(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("error", &error)
    }
  }

  /// Default: `"asc"`.
  public struct ListChatCompletionsOrder: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var asc: Self { Self(rawValue: "asc") }
    public static var desc: Self { Self(rawValue: "desc") }

    public static var knownValues: [Self] { [.asc, .desc] }
  }
}
