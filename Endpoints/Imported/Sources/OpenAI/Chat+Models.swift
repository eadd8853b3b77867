// Written by `refinery import` from OpenAI API 2.3.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension OpenAI {
  /// Constrains the tools available to the model to a pre-defined set.
  public struct ChatCompletionAllowedTools: ObjectModel {
    /// Constrains the tools available to the model to a pre-defined set.
    ///
    /// `auto` allows the model to pick from among the allowed tools and generate a
    /// message.
    ///
    /// `required` requires the model to call one or more of the allowed tools.
    public var mode: ChatCompletionAllowedToolsMode
    /// A list of tool definitions that the model should be allowed to call.
    ///
    /// For the Chat Completions API, the list of tool definitions might look like:
    /// ```json
    /// [
    ///   { "type": "function", "function": { "name": "get_weather" } },
    ///   { "type": "function", "function": { "name": "get_time" } }
    /// ]
    /// ```
    public var tools: [[String: JSONValue]]

    public init(mode: ChatCompletionAllowedToolsMode, tools: [[String: JSONValue]]) {
      self.mode = mode
      self.tools = tools
    }

    public init(_ unread: Unread) {
      mode = ChatCompletionAllowedToolsMode(rawValue: "")
      tools = []
    }

    public mutating func list(_ members: Members) {
      members.required("mode", &mode)
      members.required("tools", &tools)
    }
  }

  /// Constrains the tools available to the model to a pre-defined set.
  public struct ChatCompletionAllowedToolsChoice: ObjectModel {
    /// Allowed tool configuration type. Always `allowed_tools`.
    public var type: String
    /// Constrains the tools available to the model to a pre-defined set.
    public var allowedTools: ChatCompletionAllowedTools

    public init(allowedTools: ChatCompletionAllowedTools, type: String = "allowed_tools") {
      self.allowedTools = allowedTools
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      allowedTools = ChatCompletionAllowedTools(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("allowed_tools", &allowedTools)
    }
  }

  /// Constrains the tools available to the model to a pre-defined set.
  ///
  /// `auto` allows the model to pick from among the allowed tools and generate a
  /// message.
  ///
  /// `required` requires the model to call one or more of the allowed tools.
  public struct ChatCompletionAllowedToolsMode: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var auto: Self { Self(rawValue: "auto") }
    public static var required: Self { Self(rawValue: "required") }

    public static var knownValues: [Self] { [.auto, .required] }
  }

  /// ChatCompletionDeleted.
  public struct ChatCompletionDeleted: ObjectModel {
    /// The type of object being deleted.
    public var object: String
    /// The ID of the chat completion that was deleted.
    public var id: String
    /// Whether the chat completion was deleted.
    public var deleted: Bool

    public init(id: String, deleted: Bool, object: String = "chat.completion.deleted") {
      self.id = id
      self.deleted = deleted
      self.object = object
    }

    public init(_ unread: Unread) {
      object = ""
      id = ""
      deleted = false
    }

    public mutating func list(_ members: Members) {
      members.required("object", &object)
      members.required("id", &id)
      members.required("deleted", &deleted)
    }
  }

  /// Specifying a particular function via `{"name": "my_function"}` forces the model to call that function.
  public struct ChatCompletionFunctionCallOption: ObjectModel {
    /// The name of the function to call.
    public var name: String

    public init(name: String) {
      self.name = name
    }

    public init(_ unread: Unread) {
      name = ""
    }

    public mutating func list(_ members: Members) {
      members.required("name", &name)
    }
  }

  /// Deprecated.
  public struct ChatCompletionFunctions: ObjectModel {
    /// A description of what the function does, used by the model to choose when and how to call the function.
    public var description: String?
    /// The name of the function to be called. Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum
    /// length of 64.
    public var name: String
    /// The parameters the functions accepts, described as a JSON Schema object. See the
    /// [guide](/docs/guides/function-calling) for examples, and the [JSON Schema
    /// reference](https://json-schema.org/understanding-json-schema/) for documentation about the format.
    ///
    /// Omitting `parameters` defines a function with an empty parameter list.
    public var parameters: [String: JSONValue]?

    public init(name: String, description: String? = nil, parameters: [String: JSONValue]? = nil) {
      self.name = name
      self.description = description
      self.parameters = parameters
    }

    public init(_ unread: Unread) {
      name = ""
    }

    public mutating func list(_ members: Members) {
      members.optional("description", &description)
      members.required("name", &name)
      members.optional("parameters", &parameters)
    }
  }

  /// An object representing a list of Chat Completions.
  public struct ChatCompletionList: ObjectModel {
    /// The type of this object. It is always set to "list".
    ///
    /// Default: `"list"`.
    public var object: String
    /// An array of chat completion objects.
    public var data: [CreateChatCompletionResponse]
    /// The identifier of the first chat completion in the data array.
    public var firstID: String
    /// The identifier of the last chat completion in the data array.
    public var lastID: String
    /// Indicates whether there are more Chat Completions available.
    public var hasMore: Bool

    public init(
      data: [CreateChatCompletionResponse], firstID: String, lastID: String, hasMore: Bool, object: String = "list"
    ) {
      self.data = data
      self.firstID = firstID
      self.lastID = lastID
      self.hasMore = hasMore
      self.object = object
    }

    public init(_ unread: Unread) {
      object = ""
      data = []
      firstID = ""
      lastID = ""
      hasMore = false
    }

    public mutating func list(_ members: Members) {
      members.required("object", &object)
      members.required("data", &data)
      members.required("first_id", &firstID)
      members.required("last_id", &lastID)
      members.required("has_more", &hasMore)
    }
  }

  /// A call to a custom tool created by the model.
  public struct ChatCompletionMessageCustomToolCall: ObjectModel {
    /// The ID of the tool call.
    public var id: String
    /// The type of the tool. Always `custom`.
    public var type: String
    /// The custom tool that the model called.
    public var custom: ChatCompletionMessageCustomToolCallCustom

    public init(id: String, custom: ChatCompletionMessageCustomToolCallCustom, type: String = "custom") {
      self.id = id
      self.custom = custom
      self.type = type
    }

    public init(_ unread: Unread) {
      id = ""
      type = ""
      custom = ChatCompletionMessageCustomToolCallCustom(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("id", &id)
      members.required("type", &type)
      members.required("custom", &custom)
    }
  }

  /// The custom tool that the model called.
  public struct ChatCompletionMessageCustomToolCallCustom: ObjectModel {
    /// The name of the custom tool to call.
    public var name: String
    /// The input for the custom tool call generated by the model.
    public var input: String

    public init(name: String, input: String) {
      self.name = name
      self.input = input
    }

    public init(_ unread: Unread) {
      name = ""
      input = ""
    }

    public mutating func list(_ members: Members) {
      members.required("name", &name)
      members.required("input", &input)
    }
  }

  /// An object representing a list of chat completion messages.
  public struct ChatCompletionMessageList: ObjectModel {
    /// The type of this object. It is always set to "list".
    ///
    /// Default: `"list"`.
    public var object: String
    /// An array of chat completion message objects.
    public var data: [ChatCompletionMessageListDataItem]
    /// The identifier of the first chat message in the data array.
    public var firstID: String
    /// The identifier of the last chat message in the data array.
    public var lastID: String
    /// Indicates whether there are more chat messages available.
    public var hasMore: Bool

    public init(
      data: [ChatCompletionMessageListDataItem], firstID: String, lastID: String, hasMore: Bool, object: String = "list"
    ) {
      self.data = data
      self.firstID = firstID
      self.lastID = lastID
      self.hasMore = hasMore
      self.object = object
    }

    public init(_ unread: Unread) {
      object = ""
      data = []
      firstID = ""
      lastID = ""
      hasMore = false
    }

    public mutating func list(_ members: Members) {
      members.required("object", &object)
      members.required("data", &data)
      members.required("first_id", &firstID)
      members.required("last_id", &lastID)
      members.required("has_more", &hasMore)
    }
  }

  /// ChatCompletionMessageListDataItem.
  public struct ChatCompletionMessageListDataItem: ObjectModel {
    /// The contents of the message.
    public var content: String?
    /// The refusal message generated by the model.
    public var refusal: String?
    /// The tool calls generated by the model, such as function calls.
    public var toolCalls: [ChatCompletionMessageToolCall]?
    /// Annotations for the message, when applicable, as when using the
    /// [web search tool](/docs/guides/tools-web-search?api-mode=chat).
    public var annotations: [ChatCompletionResponseMessageAnnotation]?
    /// The role of the author of this message.
    public var role: String
    /// Deprecated and replaced by `tool_calls`. The name and arguments of a function that should be called, as generated by
    /// the model.
    ///
    /// Deprecated.
    public var functionCall: ChatCompletionResponseMessageFunctionCall?
    /// If the audio output modality is requested, this object contains data
    /// about the audio response from the model. [Learn more](/docs/guides/audio).
    public var audio: ChatCompletionResponseMessageAudio?
    /// The identifier of the chat message.
    public var id: String
    /// If a content parts array was provided, this is an array of `text` and `image_url` parts.
    /// Otherwise, null.
    public var contentParts: [ChatCompletionMessageListDataItemContentPart]?

    public init(
      content: String?, refusal: String?, id: String, toolCalls: [ChatCompletionMessageToolCall]? = nil,
      annotations: [ChatCompletionResponseMessageAnnotation]? = nil, role: String = "assistant",
      functionCall: ChatCompletionResponseMessageFunctionCall? = nil, audio: ChatCompletionResponseMessageAudio? = nil,
      contentParts: [ChatCompletionMessageListDataItemContentPart]? = nil
    ) {
      self.content = content
      self.refusal = refusal
      self.id = id
      self.toolCalls = toolCalls
      self.annotations = annotations
      self.role = role
      self.functionCall = functionCall
      self.audio = audio
      self.contentParts = contentParts
    }

    public init(_ unread: Unread) {
      role = ""
      id = ""
    }

    public mutating func list(_ members: Members) {
      members.nullable("content", &content)
      members.nullable("refusal", &refusal)
      members.optional("tool_calls", &toolCalls)
      members.optional("annotations", &annotations)
      members.required("role", &role)
      members.optional("function_call", &functionCall)
      members.optional("audio", &audio)
      members.required("id", &id)
      members.optional("content_parts", &contentParts)
    }
  }

  /// ChatCompletionMessageListDataItemContentPart.
  public enum ChatCompletionMessageListDataItemContentPart: UnionModel {
    case chatCompletionRequestMessageContentPartText(ChatCompletionRequestMessageContentPartText)
    case chatCompletionRequestMessageContentPartImage(ChatCompletionRequestMessageContentPartImage)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static var discriminator: String? { "type" }
    public static let branches: [UnionBranch<Self>] = [
      UnionBranch("text", Self.chatCompletionRequestMessageContentPartText),
      UnionBranch("image_url", Self.chatCompletionRequestMessageContentPartImage),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .chatCompletionRequestMessageContentPartText(let content): content
      case .chatCompletionRequestMessageContentPartImage(let content): content
      case .other(let content): content
      }
    }
  }

  /// ChatCompletionMessageToolCall.
  public enum ChatCompletionMessageToolCall: UnionModel {
    case chatCompletionMessageToolCall(ChatCompletionMessageToolCall2)
    case chatCompletionMessageCustomToolCall(ChatCompletionMessageCustomToolCall)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static var discriminator: String? { "type" }
    public static let branches: [UnionBranch<Self>] = [
      UnionBranch("function", Self.chatCompletionMessageToolCall),
      UnionBranch("custom", Self.chatCompletionMessageCustomToolCall),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .chatCompletionMessageToolCall(let content): content
      case .chatCompletionMessageCustomToolCall(let content): content
      case .other(let content): content
      }
    }
  }

  /// A call to a function tool created by the model.
  public struct ChatCompletionMessageToolCall2: ObjectModel {
    /// The ID of the tool call.
    public var id: String
    /// The type of the tool. Currently, only `function` is supported.
    public var type: String
    /// The function that the model called.
    public var function: ChatCompletionMessageToolCall2Function

    public init(id: String, function: ChatCompletionMessageToolCall2Function, type: String = "function") {
      self.id = id
      self.function = function
      self.type = type
    }

    public init(_ unread: Unread) {
      id = ""
      type = ""
      function = ChatCompletionMessageToolCall2Function(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("id", &id)
      members.required("type", &type)
      members.required("function", &function)
    }
  }

  /// The function that the model called.
  public struct ChatCompletionMessageToolCall2Function: ObjectModel {
    /// The name of the function to call.
    public var name: String
    /// The arguments to call the function with, as generated by the model in JSON format. Note that the model does not
    /// always generate valid JSON, and may hallucinate parameters not defined by your function schema. Validate the
    /// arguments in your code before calling your function.
    public var arguments: String

    public init(name: String, arguments: String) {
      self.name = name
      self.arguments = arguments
    }

    public init(_ unread: Unread) {
      name = ""
      arguments = ""
    }

    public mutating func list(_ members: Members) {
      members.required("name", &name)
      members.required("arguments", &arguments)
    }
  }

  /// ChatCompletionMessageToolCallChunk.
  public struct ChatCompletionMessageToolCallChunk: ObjectModel {
    public var index: Int
    /// The ID of the tool call.
    public var id: String?
    /// The type of the tool. Currently, only `function` is supported.
    public var type: String?
    public var function: ChatCompletionMessageToolCallChunkFunction?

    public init(
      index: Int, id: String? = nil, type: String? = nil, function: ChatCompletionMessageToolCallChunkFunction? = nil
    ) {
      self.index = index
      self.id = id
      self.type = type
      self.function = function
    }

    public init(_ unread: Unread) {
      index = 0
    }

    public mutating func list(_ members: Members) {
      members.required("index", &index)
      members.optional("id", &id)
      members.optional("type", &type)
      members.optional("function", &function)
    }
  }

  /// ChatCompletionMessageToolCallChunkFunction.
  public struct ChatCompletionMessageToolCallChunkFunction: ObjectModel {
    /// The name of the function to call.
    public var name: String?
    /// The arguments to call the function with, as generated by the model in JSON format. Note that the model does not
    /// always generate valid JSON, and may hallucinate parameters not defined by your function schema. Validate the
    /// arguments in your code before calling your function.
    public var arguments: String?

    public init(name: String? = nil, arguments: String? = nil) {
      self.name = name
      self.arguments = arguments
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("name", &name)
      members.optional("arguments", &arguments)
    }
  }

  /// Moderation results or errors for the request input and generated output.
  public struct ChatCompletionModeration: ObjectModel {
    /// Moderation for the request input.
    public var input: ChatCompletionModerationInput
    /// Moderation for the generated output.
    public var output: ChatCompletionModerationOutput

    public init(input: ChatCompletionModerationInput, output: ChatCompletionModerationOutput) {
      self.input = input
      self.output = output
    }

    public init(_ unread: Unread) {
      input = .other(.null)
      output = .other(.null)
    }

    public mutating func list(_ members: Members) {
      members.required("input", &input)
      members.required("output", &output)
    }
  }

  /// An error produced while attempting moderation.
  public struct ChatCompletionModerationError: ObjectModel {
    /// The object type, which is always `error`.
    public var type: String
    /// The error code.
    public var code: String
    /// The error message.
    public var message: String

    public init(code: String, message: String, type: String = "error") {
      self.code = code
      self.message = message
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      code = ""
      message = ""
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("code", &code)
      members.required("message", &message)
    }
  }

  /// Moderation for the request input.
  public enum ChatCompletionModerationInput: UnionModel {
    case chatCompletionModerationResults(ChatCompletionModerationResults)
    case chatCompletionModerationError(ChatCompletionModerationError)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static var discriminator: String? { "type" }
    public static let branches: [UnionBranch<Self>] = [
      UnionBranch("moderation_results", Self.chatCompletionModerationResults),
      UnionBranch("error", Self.chatCompletionModerationError),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .chatCompletionModerationResults(let content): content
      case .chatCompletionModerationError(let content): content
      case .other(let content): content
      }
    }
  }

  /// Moderation for the generated output.
  public typealias ChatCompletionModerationOutput = ChatCompletionModerationInput

  /// Successful moderation results for the request input or generated output.
  public struct ChatCompletionModerationResults: ObjectModel {
    /// The object type, which is always `moderation_results`.
    public var type: String
    /// The moderation model used to generate the results.
    public var model: String
    /// A list of moderation results.
    public var results: [ModerationResultBody]

    public init(model: String, results: [ModerationResultBody], type: String = "moderation_results") {
      self.model = model
      self.results = results
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      model = ""
      results = []
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("model", &model)
      members.required("results", &results)
    }
  }

  /// Specifies a tool the model should use. Use to force the model to call a specific function.
  public struct ChatCompletionNamedToolChoice: ObjectModel {
    /// For function calling, the type is always `function`.
    public var type: String
    public var function: ChatCompletionNamedToolChoiceFunction

    public init(function: ChatCompletionNamedToolChoiceFunction, type: String = "function") {
      self.function = function
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      function = ChatCompletionNamedToolChoiceFunction(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("function", &function)
    }
  }

  /// Specifies a tool the model should use. Use to force the model to call a specific custom tool.
  public struct ChatCompletionNamedToolChoiceCustom: ObjectModel {
    /// For custom tool calling, the type is always `custom`.
    public var type: String
    public var custom: ChatCompletionNamedToolChoiceCustomValue

    public init(custom: ChatCompletionNamedToolChoiceCustomValue, type: String = "custom") {
      self.custom = custom
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      custom = ChatCompletionNamedToolChoiceCustomValue(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("custom", &custom)
    }
  }

  /// The same type as ``ChatCompletionFunctionCallOption``.
  public typealias ChatCompletionNamedToolChoiceCustomValue = ChatCompletionFunctionCallOption

  /// The same type as ``ChatCompletionFunctionCallOption``.
  public typealias ChatCompletionNamedToolChoiceFunction = ChatCompletionFunctionCallOption

  /// Messages sent by the model in response to user messages.
  public struct ChatCompletionRequestAssistantMessage: ObjectModel {
    /// The contents of the assistant message. Required unless `tool_calls` or `function_call` is specified.
    public var content: Field<ChatCompletionRequestAssistantMessageContent>
    /// The refusal message by the assistant.
    public var refusal: Field<String>
    /// The role of the messages author, in this case `assistant`.
    public var role: String
    /// An optional name for the participant. Provides the model information to differentiate between participants of the
    /// same role.
    public var name: String?
    /// Data about a previous audio response from the model.
    /// [Learn more](/docs/guides/audio).
    public var audio: Field<ChatCompletionRequestAssistantMessageAudio>
    /// The tool calls generated by the model, such as function calls.
    public var toolCalls: [ChatCompletionMessageToolCall]?
    /// Deprecated and replaced by `tool_calls`. The name and arguments of a function that should be called, as generated by
    /// the model.
    ///
    /// Deprecated.
    public var functionCall: Field<ChatCompletionRequestAssistantMessageFunctionCall>

    public init(
      content: Field<ChatCompletionRequestAssistantMessageContent> = .absent, refusal: Field<String> = .absent,
      role: String = "assistant", name: String? = nil, audio: Field<ChatCompletionRequestAssistantMessageAudio> = .absent,
      toolCalls: [ChatCompletionMessageToolCall]? = nil,
      functionCall: Field<ChatCompletionRequestAssistantMessageFunctionCall> = .absent
    ) {
      self.content = content
      self.refusal = refusal
      self.role = role
      self.name = name
      self.audio = audio
      self.toolCalls = toolCalls
      self.functionCall = functionCall
    }

    public init(_ unread: Unread) {
      content = .absent
      refusal = .absent
      role = ""
      audio = .absent
      functionCall = .absent
    }

    public mutating func list(_ members: Members) {
      members.field("content", &content)
      members.field("refusal", &refusal)
      members.required("role", &role)
      members.optional("name", &name)
      members.field("audio", &audio)
      members.optional("tool_calls", &toolCalls)
      members.field("function_call", &functionCall)
    }
  }

  /// Data about a previous audio response from the model.
  /// [Learn more](/docs/guides/audio).
  public struct ChatCompletionRequestAssistantMessageAudio: ObjectModel {
    /// Unique identifier for a previous audio response from the model.
    public var id: String

    public init(id: String) {
      self.id = id
    }

    public init(_ unread: Unread) {
      id = ""
    }

    public mutating func list(_ members: Members) {
      members.required("id", &id)
    }
  }

  /// The contents of the assistant message. Required unless `tool_calls` or `function_call` is specified.
  public enum ChatCompletionRequestAssistantMessageContent: UnionModel {
    case textContent(String)
    case arrayOfContentParts([ChatCompletionRequestAssistantMessageContentPart])
    /// None of these; the value is kept.
    case other(JSONValue)

    public static let branches: [UnionBranch<Self>] = [UnionBranch(Self.textContent), UnionBranch(Self.arrayOfContentParts)]

    public var content: any Codable & Sendable {
      switch self {
      case .textContent(let content): content
      case .arrayOfContentParts(let content): content
      case .other(let content): content
      }
    }
  }

  /// ChatCompletionRequestAssistantMessageContentPart.
  public enum ChatCompletionRequestAssistantMessageContentPart: UnionModel {
    case chatCompletionRequestMessageContentPartText(ChatCompletionRequestMessageContentPartText)
    case chatCompletionRequestMessageContentPartRefusal(ChatCompletionRequestMessageContentPartRefusal)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static var discriminator: String? { "type" }
    public static let branches: [UnionBranch<Self>] = [
      UnionBranch("text", Self.chatCompletionRequestMessageContentPartText),
      UnionBranch("refusal", Self.chatCompletionRequestMessageContentPartRefusal),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .chatCompletionRequestMessageContentPartText(let content): content
      case .chatCompletionRequestMessageContentPartRefusal(let content): content
      case .other(let content): content
      }
    }
  }

  /// Deprecated and replaced by `tool_calls`. The name and arguments of a function that should be called, as generated by
  /// the model.
  ///
  /// Deprecated.
  public typealias ChatCompletionRequestAssistantMessageFunctionCall = ChatCompletionResponseMessageFunctionCall

  /// Developer-provided instructions that the model should follow, regardless of
  /// messages sent by the user. With o1 models and newer, `developer` messages
  /// replace the previous `system` messages.
  public struct ChatCompletionRequestDeveloperMessage: ObjectModel {
    /// The contents of the developer message.
    public var content: ChatCompletionRequestDeveloperMessageContent
    /// The role of the messages author, in this case `developer`.
    public var role: String
    /// An optional name for the participant. Provides the model information to differentiate between participants of the
    /// same role.
    public var name: String?

    public init(content: ChatCompletionRequestDeveloperMessageContent, role: String = "developer", name: String? = nil) {
      self.content = content
      self.role = role
      self.name = name
    }

    public init(_ unread: Unread) {
      content = .other(.null)
      role = ""
    }

    public mutating func list(_ members: Members) {
      members.required("content", &content)
      members.required("role", &role)
      members.optional("name", &name)
    }
  }

  /// The contents of the developer message.
  public enum ChatCompletionRequestDeveloperMessageContent: UnionModel {
    case textContent(String)
    case arrayOfContentParts([ChatCompletionRequestMessageContentPartText])
    /// None of these; the value is kept.
    case other(JSONValue)

    public static let branches: [UnionBranch<Self>] = [UnionBranch(Self.textContent), UnionBranch(Self.arrayOfContentParts)]

    public var content: any Codable & Sendable {
      switch self {
      case .textContent(let content): content
      case .arrayOfContentParts(let content): content
      case .other(let content): content
      }
    }
  }

  /// Function message
  ///
  /// Deprecated.
  public struct ChatCompletionRequestFunctionMessage: ObjectModel {
    /// The role of the messages author, in this case `function`.
    public var role: String
    /// The contents of the function message.
    public var content: String?
    /// The name of the function to call.
    public var name: String

    public init(content: String?, name: String, role: String = "function") {
      self.content = content
      self.name = name
      self.role = role
    }

    public init(_ unread: Unread) {
      role = ""
      name = ""
    }

    public mutating func list(_ members: Members) {
      members.required("role", &role)
      members.nullable("content", &content)
      members.required("name", &name)
    }
  }

  /// ChatCompletionRequestMessage.
  public enum ChatCompletionRequestMessage: UnionModel {
    case chatCompletionRequestDeveloperMessage(ChatCompletionRequestDeveloperMessage)
    case chatCompletionRequestSystemMessage(ChatCompletionRequestSystemMessage)
    case chatCompletionRequestUserMessage(ChatCompletionRequestUserMessage)
    case chatCompletionRequestAssistantMessage(ChatCompletionRequestAssistantMessage)
    case chatCompletionRequestToolMessage(ChatCompletionRequestToolMessage)
    case chatCompletionRequestFunctionMessage(ChatCompletionRequestFunctionMessage)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static var discriminator: String? { "role" }
    public static let branches: [UnionBranch<Self>] = [
      UnionBranch("developer", Self.chatCompletionRequestDeveloperMessage),
      UnionBranch("system", Self.chatCompletionRequestSystemMessage),
      UnionBranch("user", Self.chatCompletionRequestUserMessage),
      UnionBranch("assistant", Self.chatCompletionRequestAssistantMessage),
      UnionBranch("tool", Self.chatCompletionRequestToolMessage),
      UnionBranch("function", Self.chatCompletionRequestFunctionMessage),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .chatCompletionRequestDeveloperMessage(let content): content
      case .chatCompletionRequestSystemMessage(let content): content
      case .chatCompletionRequestUserMessage(let content): content
      case .chatCompletionRequestAssistantMessage(let content): content
      case .chatCompletionRequestToolMessage(let content): content
      case .chatCompletionRequestFunctionMessage(let content): content
      case .other(let content): content
      }
    }
  }

  /// Learn about [audio inputs](/docs/guides/audio).
  public struct ChatCompletionRequestMessageContentPartAudio: ObjectModel {
    /// The type of the content part. Always `input_audio`.
    public var type: String
    public var inputAudio: ChatCompletionRequestMessageContentPartAudioInputAudio
    /// Marks the exact end of a reusable prompt prefix. The breakpoint inherits its TTL from the request's
    /// `prompt_cache_options.ttl`; the boundary is not rounded to a token block.
    public var promptCacheBreakpoint: PromptCacheBreakpointParam?

    public init(
      inputAudio: ChatCompletionRequestMessageContentPartAudioInputAudio, type: String = "input_audio",
      promptCacheBreakpoint: PromptCacheBreakpointParam? = nil
    ) {
      self.inputAudio = inputAudio
      self.type = type
      self.promptCacheBreakpoint = promptCacheBreakpoint
    }

    public init(_ unread: Unread) {
      type = ""
      inputAudio = ChatCompletionRequestMessageContentPartAudioInputAudio(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("input_audio", &inputAudio)
      members.optional("prompt_cache_breakpoint", &promptCacheBreakpoint)
    }
  }

  /// ChatCompletionRequestMessageContentPartAudioInputAudio.
  public struct ChatCompletionRequestMessageContentPartAudioInputAudio: ObjectModel {
    /// Base64 encoded audio data.
    public var data: String
    /// The format of the encoded audio data. Currently supports "wav" and "mp3".
    public var format: ChatCompletionRequestMessageContentPartAudioInputAudioFormat

    public init(data: String, format: ChatCompletionRequestMessageContentPartAudioInputAudioFormat) {
      self.data = data
      self.format = format
    }

    public init(_ unread: Unread) {
      data = ""
      format = ChatCompletionRequestMessageContentPartAudioInputAudioFormat(rawValue: "")
    }

    public mutating func list(_ members: Members) {
      members.required("data", &data)
      members.required("format", &format)
    }
  }

  /// The format of the encoded audio data. Currently supports "wav" and "mp3".
  public struct ChatCompletionRequestMessageContentPartAudioInputAudioFormat: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var wav: Self { Self(rawValue: "wav") }
    public static var mp3: Self { Self(rawValue: "mp3") }

    public static var knownValues: [Self] { [.wav, .mp3] }
  }

  /// Learn about [file inputs](/docs/guides/text) for text generation.
  public struct ChatCompletionRequestMessageContentPartFile: ObjectModel {
    /// The type of the content part. Always `file`.
    public var type: String
    public var file: ChatCompletionRequestMessageContentPartFileValue
    /// Marks the exact end of a reusable prompt prefix. The breakpoint inherits its TTL from the request's
    /// `prompt_cache_options.ttl`; the boundary is not rounded to a token block.
    public var promptCacheBreakpoint: PromptCacheBreakpointParam?

    public init(
      file: ChatCompletionRequestMessageContentPartFileValue, type: String = "file",
      promptCacheBreakpoint: PromptCacheBreakpointParam? = nil
    ) {
      self.file = file
      self.type = type
      self.promptCacheBreakpoint = promptCacheBreakpoint
    }

    public init(_ unread: Unread) {
      type = ""
      file = ChatCompletionRequestMessageContentPartFileValue(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("file", &file)
      members.optional("prompt_cache_breakpoint", &promptCacheBreakpoint)
    }
  }

  /// ChatCompletionRequestMessageContentPartFileValue.
  public struct ChatCompletionRequestMessageContentPartFileValue: ObjectModel {
    /// The name of the file, used when passing the file to the model as a
    /// string.
    public var filename: String?
    /// The base64 encoded file data, used when passing the file to the model
    /// as a string.
    public var fileData: String?
    /// The ID of an uploaded file to use as input.
    public var fileID: String?

    public init(filename: String? = nil, fileData: String? = nil, fileID: String? = nil) {
      self.filename = filename
      self.fileData = fileData
      self.fileID = fileID
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("filename", &filename)
      members.optional("file_data", &fileData)
      members.optional("file_id", &fileID)
    }
  }

  /// Learn about [image inputs](/docs/guides/vision).
  public struct ChatCompletionRequestMessageContentPartImage: ObjectModel {
    /// The type of the content part.
    public var type: String
    public var imageURL: ChatCompletionRequestMessageContentPartImageImageURL
    /// Marks the exact end of a reusable prompt prefix. The breakpoint inherits its TTL from the request's
    /// `prompt_cache_options.ttl`; the boundary is not rounded to a token block.
    public var promptCacheBreakpoint: PromptCacheBreakpointParam?

    public init(
      imageURL: ChatCompletionRequestMessageContentPartImageImageURL, type: String = "image_url",
      promptCacheBreakpoint: PromptCacheBreakpointParam? = nil
    ) {
      self.imageURL = imageURL
      self.type = type
      self.promptCacheBreakpoint = promptCacheBreakpoint
    }

    public init(_ unread: Unread) {
      type = ""
      imageURL = ChatCompletionRequestMessageContentPartImageImageURL(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("image_url", &imageURL)
      members.optional("prompt_cache_breakpoint", &promptCacheBreakpoint)
    }
  }

  /// ChatCompletionRequestMessageContentPartImageImageURL.
  public struct ChatCompletionRequestMessageContentPartImageImageURL: ObjectModel {
    /// Either a URL of the image or the base64 encoded image data.
    public var url: String
    /// Specifies the detail level of the image. Learn more in the [Vision
    /// guide](/docs/guides/vision#low-or-high-fidelity-image-understanding).
    ///
    /// Default: `"auto"`.
    public var detail: ChatCompletionRequestMessageContentPartImageImageURLDetail?

    public init(url: String, detail: ChatCompletionRequestMessageContentPartImageImageURLDetail? = nil) {
      self.url = url
      self.detail = detail
    }

    public init(_ unread: Unread) {
      url = ""
    }

    public mutating func list(_ members: Members) {
      members.required("url", &url)
      members.optional("detail", &detail)
    }
  }

  /// Specifies the detail level of the image. Learn more in the [Vision
  /// guide](/docs/guides/vision#low-or-high-fidelity-image-understanding).
  ///
  /// Default: `"auto"`.
  public struct ChatCompletionRequestMessageContentPartImageImageURLDetail: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var auto: Self { Self(rawValue: "auto") }
    public static var low: Self { Self(rawValue: "low") }
    public static var high: Self { Self(rawValue: "high") }

    public static var knownValues: [Self] { [.auto, .low, .high] }
  }

  /// Refusal content part
  public struct ChatCompletionRequestMessageContentPartRefusal: ObjectModel {
    /// The type of the content part.
    public var type: String
    /// The refusal message generated by the model.
    public var refusal: String

    public init(refusal: String, type: String = "refusal") {
      self.refusal = refusal
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      refusal = ""
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("refusal", &refusal)
    }
  }

  /// Learn about [text inputs](/docs/guides/text-generation).
  public struct ChatCompletionRequestMessageContentPartText: ObjectModel {
    /// The type of the content part.
    public var type: String
    /// The text content.
    public var text: String
    /// Marks the exact end of a reusable prompt prefix. The breakpoint inherits its TTL from the request's
    /// `prompt_cache_options.ttl`; the boundary is not rounded to a token block.
    public var promptCacheBreakpoint: PromptCacheBreakpointParam?

    public init(text: String, type: String = "text", promptCacheBreakpoint: PromptCacheBreakpointParam? = nil) {
      self.text = text
      self.type = type
      self.promptCacheBreakpoint = promptCacheBreakpoint
    }

    public init(_ unread: Unread) {
      type = ""
      text = ""
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("text", &text)
      members.optional("prompt_cache_breakpoint", &promptCacheBreakpoint)
    }
  }

  /// Developer-provided instructions that the model should follow, regardless of
  /// messages sent by the user. With o1 models and newer, use `developer` messages
  /// for this purpose instead.
  public struct ChatCompletionRequestSystemMessage: ObjectModel {
    /// The contents of the system message.
    public var content: ChatCompletionRequestSystemMessageContent
    /// The role of the messages author, in this case `system`.
    public var role: String
    /// An optional name for the participant. Provides the model information to differentiate between participants of the
    /// same role.
    public var name: String?

    public init(content: ChatCompletionRequestSystemMessageContent, role: String = "system", name: String? = nil) {
      self.content = content
      self.role = role
      self.name = name
    }

    public init(_ unread: Unread) {
      content = .other(.null)
      role = ""
    }

    public mutating func list(_ members: Members) {
      members.required("content", &content)
      members.required("role", &role)
      members.optional("name", &name)
    }
  }

  /// The contents of the system message.
  public typealias ChatCompletionRequestSystemMessageContent = ChatCompletionRequestDeveloperMessageContent

  /// Tool message
  public struct ChatCompletionRequestToolMessage: ObjectModel {
    /// The role of the messages author, in this case `tool`.
    public var role: String
    /// The contents of the tool message.
    public var content: ChatCompletionRequestToolMessageContent
    /// Tool call that this message is responding to.
    public var toolCallID: String

    public init(content: ChatCompletionRequestToolMessageContent, toolCallID: String, role: String = "tool") {
      self.content = content
      self.toolCallID = toolCallID
      self.role = role
    }

    public init(_ unread: Unread) {
      role = ""
      content = .other(.null)
      toolCallID = ""
    }

    public mutating func list(_ members: Members) {
      members.required("role", &role)
      members.required("content", &content)
      members.required("tool_call_id", &toolCallID)
    }
  }

  /// The contents of the tool message.
  public typealias ChatCompletionRequestToolMessageContent = ChatCompletionRequestDeveloperMessageContent

  /// Messages sent by an end user, containing prompts or additional context
  /// information.
  public struct ChatCompletionRequestUserMessage: ObjectModel {
    /// The contents of the user message.
    public var content: ChatCompletionRequestUserMessageContent
    /// The role of the messages author, in this case `user`.
    public var role: String
    /// An optional name for the participant. Provides the model information to differentiate between participants of the
    /// same role.
    public var name: String?

    public init(content: ChatCompletionRequestUserMessageContent, role: String = "user", name: String? = nil) {
      self.content = content
      self.role = role
      self.name = name
    }

    public init(_ unread: Unread) {
      content = .other(.null)
      role = ""
    }

    public mutating func list(_ members: Members) {
      members.required("content", &content)
      members.required("role", &role)
      members.optional("name", &name)
    }
  }

  /// The contents of the user message.
  public enum ChatCompletionRequestUserMessageContent: UnionModel {
    case textContent(String)
    case arrayOfContentParts([ChatCompletionRequestUserMessageContentPart])
    /// None of these; the value is kept.
    case other(JSONValue)

    public static let branches: [UnionBranch<Self>] = [UnionBranch(Self.textContent), UnionBranch(Self.arrayOfContentParts)]

    public var content: any Codable & Sendable {
      switch self {
      case .textContent(let content): content
      case .arrayOfContentParts(let content): content
      case .other(let content): content
      }
    }
  }

  /// ChatCompletionRequestUserMessageContentPart.
  public enum ChatCompletionRequestUserMessageContentPart: UnionModel {
    case chatCompletionRequestMessageContentPartText(ChatCompletionRequestMessageContentPartText)
    case chatCompletionRequestMessageContentPartImage(ChatCompletionRequestMessageContentPartImage)
    case chatCompletionRequestMessageContentPartAudio(ChatCompletionRequestMessageContentPartAudio)
    case chatCompletionRequestMessageContentPartFile(ChatCompletionRequestMessageContentPartFile)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static var discriminator: String? { "type" }
    public static let branches: [UnionBranch<Self>] = [
      UnionBranch("text", Self.chatCompletionRequestMessageContentPartText),
      UnionBranch("image_url", Self.chatCompletionRequestMessageContentPartImage),
      UnionBranch("input_audio", Self.chatCompletionRequestMessageContentPartAudio),
      UnionBranch("file", Self.chatCompletionRequestMessageContentPartFile),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .chatCompletionRequestMessageContentPartText(let content): content
      case .chatCompletionRequestMessageContentPartImage(let content): content
      case .chatCompletionRequestMessageContentPartAudio(let content): content
      case .chatCompletionRequestMessageContentPartFile(let content): content
      case .other(let content): content
      }
    }
  }

  /// A chat completion message generated by the model.
  public struct ChatCompletionResponseMessage: ObjectModel {
    /// The contents of the message.
    public var content: String?
    /// The refusal message generated by the model.
    public var refusal: String?
    /// The tool calls generated by the model, such as function calls.
    public var toolCalls: [ChatCompletionMessageToolCall]?
    /// Annotations for the message, when applicable, as when using the
    /// [web search tool](/docs/guides/tools-web-search?api-mode=chat).
    public var annotations: [ChatCompletionResponseMessageAnnotation]?
    /// The role of the author of this message.
    public var role: String
    /// Deprecated and replaced by `tool_calls`. The name and arguments of a function that should be called, as generated by
    /// the model.
    ///
    /// Deprecated.
    public var functionCall: ChatCompletionResponseMessageFunctionCall?
    /// If the audio output modality is requested, this object contains data
    /// about the audio response from the model. [Learn more](/docs/guides/audio).
    public var audio: ChatCompletionResponseMessageAudio?

    public init(
      content: String?, refusal: String?, toolCalls: [ChatCompletionMessageToolCall]? = nil,
      annotations: [ChatCompletionResponseMessageAnnotation]? = nil, role: String = "assistant",
      functionCall: ChatCompletionResponseMessageFunctionCall? = nil, audio: ChatCompletionResponseMessageAudio? = nil
    ) {
      self.content = content
      self.refusal = refusal
      self.toolCalls = toolCalls
      self.annotations = annotations
      self.role = role
      self.functionCall = functionCall
      self.audio = audio
    }

    public init(_ unread: Unread) {
      role = ""
    }

    public mutating func list(_ members: Members) {
      members.nullable("content", &content)
      members.nullable("refusal", &refusal)
      members.optional("tool_calls", &toolCalls)
      members.optional("annotations", &annotations)
      members.required("role", &role)
      members.optional("function_call", &functionCall)
      members.optional("audio", &audio)
    }
  }

  /// A URL citation when using web search.
  public struct ChatCompletionResponseMessageAnnotation: ObjectModel {
    /// The type of the URL citation. Always `url_citation`.
    public var type: String
    /// A URL citation when using web search.
    public var urlCitation: ChatCompletionResponseMessageAnnotationURLCitation

    public init(urlCitation: ChatCompletionResponseMessageAnnotationURLCitation, type: String = "url_citation") {
      self.urlCitation = urlCitation
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      urlCitation = ChatCompletionResponseMessageAnnotationURLCitation(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("url_citation", &urlCitation)
    }
  }

  /// A URL citation when using web search.
  public struct ChatCompletionResponseMessageAnnotationURLCitation: ObjectModel {
    /// The index of the last character of the URL citation in the message.
    public var endIndex: Int
    /// The index of the first character of the URL citation in the message.
    public var startIndex: Int
    /// The URL of the web resource.
    public var url: String
    /// The title of the web resource.
    public var title: String

    public init(endIndex: Int, startIndex: Int, url: String, title: String) {
      self.endIndex = endIndex
      self.startIndex = startIndex
      self.url = url
      self.title = title
    }

    public init(_ unread: Unread) {
      endIndex = 0
      startIndex = 0
      url = ""
      title = ""
    }

    public mutating func list(_ members: Members) {
      members.required("end_index", &endIndex)
      members.required("start_index", &startIndex)
      members.required("url", &url)
      members.required("title", &title)
    }
  }

  /// If the audio output modality is requested, this object contains data
  /// about the audio response from the model. [Learn more](/docs/guides/audio).
  public struct ChatCompletionResponseMessageAudio: ObjectModel {
    /// Unique identifier for this audio response.
    public var id: String
    /// The Unix timestamp (in seconds) for when this audio response will
    /// no longer be accessible on the server for use in multi-turn
    /// conversations.
    public var expiresAt: Date
    /// Base64 encoded audio bytes generated by the model, in the format
    /// specified in the request.
    public var data: String
    /// Transcript of the audio generated by the model.
    public var transcript: String

    public init(id: String, expiresAt: Date, data: String, transcript: String) {
      self.id = id
      self.expiresAt = expiresAt
      self.data = data
      self.transcript = transcript
    }

    public init(_ unread: Unread) {
      id = ""
      expiresAt = .distantPast
      data = ""
      transcript = ""
    }

    public mutating func list(_ members: Members) {
      members.required("id", &id)
      members.required("expires_at", &expiresAt, .unixTime)
      members.required("data", &data)
      members.required("transcript", &transcript)
    }
  }

  /// Deprecated and replaced by `tool_calls`. The name and arguments of a function that should be called, as generated by
  /// the model.
  ///
  /// Deprecated.
  public struct ChatCompletionResponseMessageFunctionCall: ObjectModel {
    /// The arguments to call the function with, as generated by the model in JSON format. Note that the model does not
    /// always generate valid JSON, and may hallucinate parameters not defined by your function schema. Validate the
    /// arguments in your code before calling your function.
    public var arguments: String
    /// The name of the function to call.
    public var name: String

    public init(arguments: String, name: String) {
      self.arguments = arguments
      self.name = name
    }

    public init(_ unread: Unread) {
      arguments = ""
      name = ""
    }

    public mutating func list(_ members: Members) {
      members.required("arguments", &arguments)
      members.required("name", &name)
    }
  }

  /// Options for streaming response. Only set this when you set `stream: true`.
  ///
  /// Default: `null`.
  public struct ChatCompletionStreamOptions: ObjectModel {
    /// If set, an additional chunk will be streamed before the `data: [DONE]`
    /// message. The `usage` field on this chunk shows the token usage statistics
    /// for the entire request, and the `choices` field will always be an empty
    /// array.
    ///
    /// All other chunks will also include a `usage` field, but with a null
    /// value. **NOTE:** If the stream is interrupted, you may not receive the
    /// final usage chunk which contains the total token usage for the request.
    public var includeUsage: Bool?
    /// When true, stream obfuscation will be enabled. Stream obfuscation adds
    /// random characters to an `obfuscation` field on streaming delta events to
    /// normalize payload sizes as a mitigation to certain side-channel attacks.
    /// These obfuscation fields are included by default, but add a small amount
    /// of overhead to the data stream. You can set `include_obfuscation` to
    /// false to optimize for bandwidth if you trust the network links between
    /// your application and the OpenAI API.
    public var includeObfuscation: Bool?

    public init(includeUsage: Bool? = nil, includeObfuscation: Bool? = nil) {
      self.includeUsage = includeUsage
      self.includeObfuscation = includeObfuscation
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("include_usage", &includeUsage)
      members.optional("include_obfuscation", &includeObfuscation)
    }
  }

  /// A chat completion delta generated by streamed model responses.
  public struct ChatCompletionStreamResponseDelta: ObjectModel {
    /// The contents of the chunk message.
    public var content: String?
    /// Deprecated and replaced by `tool_calls`. The name and arguments of a function that should be called, as generated by
    /// the model.
    ///
    /// Deprecated.
    public var functionCall: ChatCompletionStreamResponseDeltaFunctionCall?
    public var toolCalls: [ChatCompletionMessageToolCallChunk]?
    /// The role of the author of this message.
    public var role: ChatCompletionStreamResponseDeltaRole?
    /// The refusal message generated by the model.
    public var refusal: String?

    public init(
      content: String? = nil, functionCall: ChatCompletionStreamResponseDeltaFunctionCall? = nil,
      toolCalls: [ChatCompletionMessageToolCallChunk]? = nil, role: ChatCompletionStreamResponseDeltaRole? = nil,
      refusal: String? = nil
    ) {
      self.content = content
      self.functionCall = functionCall
      self.toolCalls = toolCalls
      self.role = role
      self.refusal = refusal
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("content", &content)
      members.optional("function_call", &functionCall)
      members.optional("tool_calls", &toolCalls)
      members.optional("role", &role)
      members.optional("refusal", &refusal)
    }
  }

  /// Deprecated and replaced by `tool_calls`. The name and arguments of a function that should be called, as generated by
  /// the model.
  ///
  /// Deprecated.
  public struct ChatCompletionStreamResponseDeltaFunctionCall: ObjectModel {
    /// The arguments to call the function with, as generated by the model in JSON format. Note that the model does not
    /// always generate valid JSON, and may hallucinate parameters not defined by your function schema. Validate the
    /// arguments in your code before calling your function.
    public var arguments: String?
    /// The name of the function to call.
    public var name: String?

    public init(arguments: String? = nil, name: String? = nil) {
      self.arguments = arguments
      self.name = name
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("arguments", &arguments)
      members.optional("name", &name)
    }
  }

  /// The role of the author of this message.
  public struct ChatCompletionStreamResponseDeltaRole: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var developer: Self { Self(rawValue: "developer") }
    public static var system: Self { Self(rawValue: "system") }
    public static var user: Self { Self(rawValue: "user") }
    public static var assistant: Self { Self(rawValue: "assistant") }
    public static var tool: Self { Self(rawValue: "tool") }

    public static var knownValues: [Self] { [.developer, .system, .user, .assistant, .tool] }
  }

  /// ChatCompletionTokenLogprob.
  public struct ChatCompletionTokenLogprob: ObjectModel {
    /// The token.
    public var token: String
    /// The log probability of this token, if it is within the top 20 most likely tokens. Otherwise, the value `-9999.0` is
    /// used to signify that the token is very unlikely.
    public var logprob: Double
    /// A list of integers representing the UTF-8 bytes representation of the token. Useful in instances where characters
    /// are represented by multiple tokens and their byte representations must be combined to generate the correct text
    /// representation. Can be `null` if there is no bytes representation for the token.
    public var bytes: [Int]?
    /// List of the most likely tokens and their log probability, at this token position. The number of entries may be fewer
    /// than the requested `top_logprobs`.
    public var topLogprobs: [ChatCompletionTokenLogprobTopLogprob]

    public init(token: String, logprob: Double, bytes: [Int]?, topLogprobs: [ChatCompletionTokenLogprobTopLogprob]) {
      self.token = token
      self.logprob = logprob
      self.bytes = bytes
      self.topLogprobs = topLogprobs
    }

    public init(_ unread: Unread) {
      token = ""
      logprob = 0
      topLogprobs = []
    }

    public mutating func list(_ members: Members) {
      members.required("token", &token)
      members.required("logprob", &logprob)
      members.nullable("bytes", &bytes)
      members.required("top_logprobs", &topLogprobs)
    }
  }

  /// ChatCompletionTokenLogprobTopLogprob.
  public struct ChatCompletionTokenLogprobTopLogprob: ObjectModel {
    /// The token.
    public var token: String
    /// The log probability of this token, if it is within the top 20 most likely tokens. Otherwise, the value `-9999.0` is
    /// used to signify that the token is very unlikely.
    public var logprob: Double
    /// A list of integers representing the UTF-8 bytes representation of the token. Useful in instances where characters
    /// are represented by multiple tokens and their byte representations must be combined to generate the correct text
    /// representation. Can be `null` if there is no bytes representation for the token.
    public var bytes: [Int]?

    public init(token: String, logprob: Double, bytes: [Int]?) {
      self.token = token
      self.logprob = logprob
      self.bytes = bytes
    }

    public init(_ unread: Unread) {
      token = ""
      logprob = 0
    }

    public mutating func list(_ members: Members) {
      members.required("token", &token)
      members.required("logprob", &logprob)
      members.nullable("bytes", &bytes)
    }
  }

  /// A function tool that can be used to generate a response.
  public struct ChatCompletionTool: ObjectModel {
    /// The type of the tool. Currently, only `function` is supported.
    public var type: String
    public var function: FunctionObject

    public init(function: FunctionObject, type: String = "function") {
      self.function = function
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      function = FunctionObject(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("function", &function)
    }
  }

  /// Controls which (if any) tool is called by the model.
  /// `none` means the model will not call any tool and instead generates a message.
  /// `auto` means the model can pick between generating a message or calling one or more tools.
  /// `required` means the model must call one or more tools.
  /// Specifying a particular tool via `{"type": "function", "function": {"name": "my_function"}}` forces the model to
  /// call that tool.
  ///
  /// `none` is the default when no tools are present. `auto` is the default if tools are present.
  public enum ChatCompletionToolChoiceOption: UnionModel {
    case toolChoiceMode(ChatCompletionToolChoiceOptionToolChoiceMode)
    case chatCompletionAllowedToolsChoice(ChatCompletionAllowedToolsChoice)
    case chatCompletionNamedToolChoice(ChatCompletionNamedToolChoice)
    case chatCompletionNamedToolChoiceCustom(ChatCompletionNamedToolChoiceCustom)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static let branches: [UnionBranch<Self>] = [
      UnionBranch(Self.toolChoiceMode), UnionBranch(Self.chatCompletionAllowedToolsChoice),
      UnionBranch(Self.chatCompletionNamedToolChoice), UnionBranch(Self.chatCompletionNamedToolChoiceCustom),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .toolChoiceMode(let content): content
      case .chatCompletionAllowedToolsChoice(let content): content
      case .chatCompletionNamedToolChoice(let content): content
      case .chatCompletionNamedToolChoiceCustom(let content): content
      case .other(let content): content
      }
    }
  }

  /// `none` means the model will not call any tool and instead generates a message. `auto` means the model can pick
  /// between generating a message or calling one or more tools. `required` means the model must call one or more tools.
  public struct ChatCompletionToolChoiceOptionToolChoiceMode: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var noneValue: Self { Self(rawValue: "none") }
    public static var auto: Self { Self(rawValue: "auto") }
    public static var required: Self { Self(rawValue: "required") }

    public static var knownValues: [Self] { [.noneValue, .auto, .required] }
  }

  /// Usage statistics for the completion request.
  public struct CompletionUsage: ObjectModel {
    /// Number of tokens in the generated completion.
    ///
    /// Default: `0`.
    public var completionTokens: Int
    /// Number of tokens in the prompt.
    ///
    /// Default: `0`.
    public var promptTokens: Int
    /// Total number of tokens used in the request (prompt + completion).
    ///
    /// Default: `0`.
    public var totalTokens: Int
    /// Breakdown of tokens used in a completion.
    public var completionTokensDetails: CompletionUsageCompletionTokensDetails?
    /// Breakdown of tokens used in the prompt.
    public var promptTokensDetails: CompletionUsagePromptTokensDetails?

    public init(
      completionTokens: Int, promptTokens: Int, totalTokens: Int,
      completionTokensDetails: CompletionUsageCompletionTokensDetails? = nil,
      promptTokensDetails: CompletionUsagePromptTokensDetails? = nil
    ) {
      self.completionTokens = completionTokens
      self.promptTokens = promptTokens
      self.totalTokens = totalTokens
      self.completionTokensDetails = completionTokensDetails
      self.promptTokensDetails = promptTokensDetails
    }

    public init(_ unread: Unread) {
      completionTokens = 0
      promptTokens = 0
      totalTokens = 0
    }

    public mutating func list(_ members: Members) {
      members.required("completion_tokens", &completionTokens)
      members.required("prompt_tokens", &promptTokens)
      members.required("total_tokens", &totalTokens)
      members.optional("completion_tokens_details", &completionTokensDetails)
      members.optional("prompt_tokens_details", &promptTokensDetails)
    }
  }

  /// Breakdown of tokens used in a completion.
  public struct CompletionUsageCompletionTokensDetails: ObjectModel {
    /// When using Predicted Outputs, the number of tokens in the
    /// prediction that appeared in the completion.
    ///
    /// Default: `0`.
    public var acceptedPredictionTokens: Int?
    /// Audio input tokens generated by the model.
    ///
    /// Default: `0`.
    public var audioTokens: Int?
    /// Tokens generated by the model for reasoning.
    ///
    /// Default: `0`.
    public var reasoningTokens: Int?
    /// Text output tokens generated by the model.
    public var textTokens: Int?
    /// When using Predicted Outputs, the number of tokens in the
    /// prediction that did not appear in the completion. However, like
    /// reasoning tokens, these tokens are still counted in the total
    /// completion tokens for purposes of billing, output, and context window
    /// limits.
    ///
    /// Default: `0`.
    public var rejectedPredictionTokens: Int?

    public init(
      acceptedPredictionTokens: Int? = nil, audioTokens: Int? = nil, reasoningTokens: Int? = nil, textTokens: Int? = nil,
      rejectedPredictionTokens: Int? = nil
    ) {
      self.acceptedPredictionTokens = acceptedPredictionTokens
      self.audioTokens = audioTokens
      self.reasoningTokens = reasoningTokens
      self.textTokens = textTokens
      self.rejectedPredictionTokens = rejectedPredictionTokens
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("accepted_prediction_tokens", &acceptedPredictionTokens)
      members.optional("audio_tokens", &audioTokens)
      members.optional("reasoning_tokens", &reasoningTokens)
      members.optional("text_tokens", &textTokens)
      members.optional("rejected_prediction_tokens", &rejectedPredictionTokens)
    }
  }

  /// Breakdown of tokens used in the prompt.
  public struct CompletionUsagePromptTokensDetails: ObjectModel {
    /// Audio input tokens present in the prompt.
    ///
    /// Default: `0`.
    public var audioTokens: Int?
    /// Cached tokens present in the prompt.
    ///
    /// Default: `0`.
    public var cachedTokens: Int?
    /// Text input tokens present in the prompt.
    public var textTokens: Int?
    /// Image input tokens present in the prompt.
    public var imageTokens: Int?
    /// The unadjusted number of prompt tokens written to cache.
    ///
    /// Default: `0`.
    public var cacheWriteTokens: Int?

    public init(
      audioTokens: Int? = nil, cachedTokens: Int? = nil, textTokens: Int? = nil, imageTokens: Int? = nil,
      cacheWriteTokens: Int? = nil
    ) {
      self.audioTokens = audioTokens
      self.cachedTokens = cachedTokens
      self.textTokens = textTokens
      self.imageTokens = imageTokens
      self.cacheWriteTokens = cacheWriteTokens
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("audio_tokens", &audioTokens)
      members.optional("cached_tokens", &cachedTokens)
      members.optional("text_tokens", &textTokens)
      members.optional("image_tokens", &imageTokens)
      members.optional("cache_write_tokens", &cacheWriteTokens)
    }
  }

  /// CreateChatCompletionRequest.
  public struct CreateChatCompletionRequest: ObjectModel {
    /// Set of 16 key-value pairs that can be attached to an object. This can be
    /// useful for storing additional information about the object in a structured
    /// format, and querying for objects via API or the dashboard.
    ///
    /// Keys are strings with a maximum length of 64 characters. Values are strings
    /// with a maximum length of 512 characters.
    public var metadata: Field<[String: String]>
    /// An integer between 0 and 20 specifying the maximum number of most likely
    /// tokens to return at each token position, each with an associated log
    /// probability. In some cases, the number of returned tokens may be fewer than
    /// requested.
    public var topLogprobs: Field<Int>
    /// What sampling temperature to use, between 0 and 2. Higher values like 0.8 will make the output more random, while
    /// lower values like 0.2 will make it more focused and deterministic.
    /// We generally recommend altering this or `top_p` but not both.
    ///
    /// Default: `1`.
    public var temperature: Field<Double>
    /// An alternative to sampling with temperature, called nucleus sampling,
    /// where the model considers the results of the tokens with top_p probability
    /// mass. So 0.1 means only the tokens comprising the top 10% probability mass
    /// are considered.
    ///
    /// We generally recommend altering this or `temperature` but not both.
    ///
    /// Default: `1`.
    public var topP: Field<Double>
    /// This field is being replaced by `safety_identifier` and `prompt_cache_key`. Use `prompt_cache_key` instead to
    /// maintain caching optimizations.
    /// A stable identifier for your end-users.
    /// Used to boost cache hit rates by better bucketing similar requests and to help OpenAI detect and prevent abuse.
    /// [Learn more](/docs/guides/safety-best-practices#safety-identifiers).
    ///
    /// Deprecated.
    public var user: String?
    /// A stable identifier used to help detect users of your application that may be violating OpenAI's usage policies.
    /// The IDs should be a string that uniquely identifies each user, with a maximum length of 64 characters. We recommend
    /// hashing their username or email address, in order to avoid sending us any identifying information. [Learn
    /// more](/docs/guides/safety-best-practices#safety-identifiers).
    public var safetyIdentifier: Field<String>
    /// Used by OpenAI to cache responses for similar requests to optimize your cache hit rates. Replaces the `user` field.
    /// [Learn more](/docs/guides/prompt-caching).
    public var promptCacheKey: Field<String>
    /// Deprecated. Use `prompt_cache_options.ttl` instead.
    ///
    /// The retention policy for the prompt cache. Set to `24h` to enable extended prompt caching, which keeps cached
    /// prefixes active for longer, up to a maximum of 24 hours. [Learn
    /// more](/docs/guides/prompt-caching#prompt-cache-retention).
    /// This field expresses a maximum retention policy, while
    /// `prompt_cache_options.ttl` expresses a minimum cache lifetime. The two
    /// fields are independent and do not interact.
    /// For `gpt-5.5`, `gpt-5.5-pro`, and future models, only `24h` is supported.
    ///
    /// For older models that support both `in_memory` and `24h`, the default depends on your organization's data retention
    /// policy:
    /// - Organizations without ZDR enabled default to `24h`.
    /// - Organizations with ZDR enabled default to `in_memory` when `prompt_cache_retention` is not specified.
    ///
    /// Deprecated.
    public var promptCacheRetention: Field<CreateChatCompletionRequestPromptCacheRetention>
    /// Options for prompt caching. Supported for `gpt-5.6` and later models. By default, OpenAI automatically chooses one
    /// implicit cache breakpoint. You can add explicit breakpoints to content blocks with `prompt_cache_breakpoint`. Each
    /// request can write up to four breakpoints. For cache matching, OpenAI considers up to the latest 80 breakpoints in
    /// the conversation, without a content-block lookback limit. Set `mode` to `explicit` to disable the implicit
    /// breakpoint. The `ttl` defaults to `30m`, which is currently the only supported value. See the [prompt caching
    /// guide](/docs/guides/prompt-caching) for current details.
    public var promptCacheOptions: PromptCacheOptionsParam?
    /// A list of messages comprising the conversation so far. Depending on the
    /// [model](/docs/models) you use, different message types (modalities) are
    /// supported, like [text](/docs/guides/text-generation),
    /// [images](/docs/guides/vision), and [audio](/docs/guides/audio).
    public var messages: [ChatCompletionRequestMessage]
    /// Model ID used to generate the response, like `gpt-4o` or `o3`. OpenAI
    /// offers a wide range of models with different capabilities, performance
    /// characteristics, and price points. Refer to the [model guide](/docs/models)
    /// to browse and compare available models.
    public var model: ModelIDsShared
    /// Specifies the processing type used for serving the request.
    /// - If set to 'auto', then the request will be processed with the service tier configured in the Project settings.
    /// Unless otherwise configured, the Project will use 'default'.
    /// - If set to 'default', then the request will be processed with the standard pricing and performance for the selected
    /// model.
    /// - If set to '[flex](/docs/guides/flex-processing)', then the request will be processed with the Flex Processing
    /// service tier.
    /// - To opt-in to [Fast mode](/api/docs/guides/fast-mode) at the request level, include the `service_tier=fast` or
    /// `service_tier=priority` parameter for Responses or Chat Completions. The response will show `service_tier=priority`
    /// regardless of if you specify `service_tier=fast` or `priority` in your request.
    /// - When not set, the default behavior is 'auto'.
    ///
    /// When the `service_tier` parameter is set, the response body will include the `service_tier` value based on the
    /// processing mode actually used to serve the request. This response value may be different from the value set in the
    /// parameter.
    public var serviceTier: Field<ServiceTier>
    /// Output types that you would like the model to generate.
    /// Most models are capable of generating text, which is the default:
    ///
    /// `["text"]`
    ///
    /// The `gpt-4o-audio-preview` model can also be used to
    /// [generate audio](/docs/guides/audio). To request that this model generate
    /// both text and audio responses, you can use:
    ///
    /// `["text", "audio"]`
    public var modalities: Field<[ResponseModality]>
    /// Constrains the verbosity of the model's response. Lower values will result in
    /// more concise responses, while higher values will result in more verbose responses.
    /// Currently supported values are `low`, `medium`, and `high`. The default is
    /// `medium`.
    public var verbosity: Field<Verbosity>
    /// Constrains effort on reasoning for reasoning models. Currently supported
    /// values are `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, and `max`.
    /// Reducing reasoning effort can result in faster responses and fewer tokens
    /// used on reasoning in a response. Not all reasoning models support every
    /// value. See the
    /// [reasoning guide](https://platform.openai.com/docs/guides/reasoning)
    /// for model-specific support.
    public var reasoningEffort: Field<ReasoningEffort>
    /// An upper bound for the number of tokens that can be generated for a completion, including visible output tokens and
    /// [reasoning tokens](/docs/guides/reasoning).
    public var maxCompletionTokens: Field<Int>
    /// Number between -2.0 and 2.0. Positive values penalize new tokens based on
    /// their existing frequency in the text so far, decreasing the model's
    /// likelihood to repeat the same line verbatim.
    ///
    /// Default: `0`.
    public var frequencyPenalty: Field<Double>
    /// Number between -2.0 and 2.0. Positive values penalize new tokens based on
    /// whether they appear in the text so far, increasing the model's likelihood
    /// to talk about new topics.
    ///
    /// Default: `0`.
    public var presencePenalty: Field<Double>
    /// This tool searches the web for relevant results to use in a response.
    /// Learn more about the [web search tool](/docs/guides/tools-web-search?api-mode=chat).
    public var webSearchOptions: CreateChatCompletionRequestWebSearchOptions?
    /// An object specifying the format that the model must output.
    ///
    /// Setting to `{ "type": "json_schema", "json_schema": {...} }` enables
    /// Structured Outputs which ensures the model will match your supplied JSON
    /// schema. Learn more in the [Structured Outputs
    /// guide](/docs/guides/structured-outputs).
    ///
    /// Setting to `{ "type": "json_object" }` enables the older JSON mode, which
    /// ensures the message the model generates is valid JSON. Using `json_schema`
    /// is preferred for models that support it.
    public var responseFormat: CreateChatCompletionRequestResponseFormat?
    /// Parameters for audio output. Required when audio output is requested with
    /// `modalities: ["audio"]`. [Learn more](/docs/guides/audio).
    public var audio: Field<CreateChatCompletionRequestAudio>
    /// Whether or not to store the output of this chat completion request for
    /// use in our [model distillation](/docs/guides/distillation) or
    /// [evals](/docs/guides/evals) products.
    ///
    /// Supports text and image inputs. Note: image inputs over 8MB will be dropped.
    ///
    /// Default: `false`.
    public var store: Field<Bool>
    /// Configuration for running moderation on the request input and generated output.
    public var moderation: Field<ModerationParam>
    /// If set to true, the model response data will be streamed to the client
    /// as it is generated using [server-sent
    /// events](https://developer.mozilla.org/en-US/docs/Web/API/Server-sent_events/Using_server-sent_events#Event_stream_format).
    /// See the [Streaming section below](/docs/api-reference/chat/streaming)
    /// for more information, along with the [streaming responses](/docs/guides/streaming-responses)
    /// guide for more information on how to handle the streaming events.
    ///
    /// Default: `false`.
    public var stream: Field<Bool>
    /// Not supported with latest reasoning models `o3` and `o4-mini`.
    ///
    /// Up to 4 sequences where the API will stop generating further tokens. The
    /// returned text will not contain the stop sequence.
    public var stop: Field<StopConfiguration>
    /// Modify the likelihood of specified tokens appearing in the completion.
    ///
    /// Accepts a JSON object that maps tokens (specified by their token ID in the
    /// tokenizer) to an associated bias value from -100 to 100. Mathematically,
    /// the bias is added to the logits generated by the model prior to sampling.
    /// The exact effect will vary per model, but values between -1 and 1 should
    /// decrease or increase likelihood of selection; values like -100 or 100
    /// should result in a ban or exclusive selection of the relevant token.
    ///
    /// Default: `null`.
    public var logitBias: Field<[String: Int]>
    /// Whether to return log probabilities of the output tokens or not. If true,
    /// returns the log probabilities of each output token returned in the
    /// `content` of `message`.
    ///
    /// Default: `false`.
    public var logprobs: Field<Bool>
    /// The maximum number of [tokens](/tokenizer) that can be generated in the
    /// chat completion. This value can be used to control
    /// [costs](https://openai.com/api/pricing/) for text generated via API.
    ///
    /// This value is now deprecated in favor of `max_completion_tokens`, and is
    /// not compatible with [o-series models](/docs/guides/reasoning).
    ///
    /// Deprecated.
    public var maxTokens: Field<Int>
    /// How many chat completion choices to generate for each input message. Note that you will be charged based on the
    /// number of generated tokens across all of the choices. Keep `n` as `1` to minimize costs.
    ///
    /// Default: `1`.
    public var n: Field<Int>
    /// Configuration for a [Predicted Output](/docs/guides/predicted-outputs),
    /// which can greatly improve response times when large parts of the model
    /// response are known ahead of time. This is most common when you are
    /// regenerating a file with only minor changes to most of the content.
    public var prediction: Field<PredictionContent>
    /// This feature is in Beta.
    /// If specified, our system will make a best effort to sample deterministically, such that repeated requests with the
    /// same `seed` and parameters should return the same result.
    /// Determinism is not guaranteed, and you should refer to the `system_fingerprint` response parameter to monitor
    /// changes in the backend.
    ///
    /// Deprecated.
    public var seed: Field<Int>
    /// Options for streaming response. Only set this when you set `stream: true`.
    public var streamOptions: Field<ChatCompletionStreamOptions>
    /// A list of tools the model may call. You can provide either
    /// [custom tools](/docs/guides/function-calling#custom-tools) or
    /// [function tools](/docs/guides/function-calling).
    public var tools: [CreateChatCompletionRequestTool]?
    /// Controls which (if any) tool is called by the model.
    /// `none` means the model will not call any tool and instead generates a message.
    /// `auto` means the model can pick between generating a message or calling one or more tools.
    /// `required` means the model must call one or more tools.
    /// Specifying a particular tool via `{"type": "function", "function": {"name": "my_function"}}` forces the model to
    /// call that tool.
    ///
    /// `none` is the default when no tools are present. `auto` is the default if tools are present.
    public var toolChoice: ChatCompletionToolChoiceOption?
    /// Whether to enable [parallel function calling](/docs/guides/function-calling#configuring-parallel-function-calling)
    /// during tool use.
    public var parallelToolCalls: Bool?
    /// Deprecated in favor of `tool_choice`.
    ///
    /// Controls which (if any) function is called by the model.
    ///
    /// `none` means the model will not call a function and instead generates a
    /// message.
    ///
    /// `auto` means the model can pick between generating a message or calling a
    /// function.
    ///
    /// Specifying a particular function via `{"name": "my_function"}` forces the
    /// model to call that function.
    ///
    /// `none` is the default when no functions are present. `auto` is the default
    /// if functions are present.
    ///
    /// Deprecated.
    public var functionCall: CreateChatCompletionRequestFunctionCall?
    /// Deprecated in favor of `tools`.
    ///
    /// A list of functions the model may generate JSON inputs for.
    ///
    /// Deprecated.
    public var functions: [ChatCompletionFunctions]?

    public init(
      messages: [ChatCompletionRequestMessage], model: ModelIDsShared, metadata: Field<[String: String]> = .absent,
      topLogprobs: Field<Int> = .absent, temperature: Field<Double> = .absent, topP: Field<Double> = .absent,
      user: String? = nil, safetyIdentifier: Field<String> = .absent, promptCacheKey: Field<String> = .absent,
      promptCacheRetention: Field<CreateChatCompletionRequestPromptCacheRetention> = .absent,
      promptCacheOptions: PromptCacheOptionsParam? = nil, serviceTier: Field<ServiceTier> = .absent,
      modalities: Field<[ResponseModality]> = .absent, verbosity: Field<Verbosity> = .absent,
      reasoningEffort: Field<ReasoningEffort> = .absent, maxCompletionTokens: Field<Int> = .absent,
      frequencyPenalty: Field<Double> = .absent, presencePenalty: Field<Double> = .absent,
      webSearchOptions: CreateChatCompletionRequestWebSearchOptions? = nil,
      responseFormat: CreateChatCompletionRequestResponseFormat? = nil,
      audio: Field<CreateChatCompletionRequestAudio> = .absent, store: Field<Bool> = .absent,
      moderation: Field<ModerationParam> = .absent, stream: Field<Bool> = .absent, stop: Field<StopConfiguration> = .absent,
      logitBias: Field<[String: Int]> = .absent, logprobs: Field<Bool> = .absent, maxTokens: Field<Int> = .absent,
      n: Field<Int> = .absent, prediction: Field<PredictionContent> = .absent, seed: Field<Int> = .absent,
      streamOptions: Field<ChatCompletionStreamOptions> = .absent, tools: [CreateChatCompletionRequestTool]? = nil,
      toolChoice: ChatCompletionToolChoiceOption? = nil, parallelToolCalls: Bool? = nil,
      functionCall: CreateChatCompletionRequestFunctionCall? = nil, functions: [ChatCompletionFunctions]? = nil
    ) {
      self.messages = messages
      self.model = model
      self.metadata = metadata
      self.topLogprobs = topLogprobs
      self.temperature = temperature
      self.topP = topP
      self.user = user
      self.safetyIdentifier = safetyIdentifier
      self.promptCacheKey = promptCacheKey
      self.promptCacheRetention = promptCacheRetention
      self.promptCacheOptions = promptCacheOptions
      self.serviceTier = serviceTier
      self.modalities = modalities
      self.verbosity = verbosity
      self.reasoningEffort = reasoningEffort
      self.maxCompletionTokens = maxCompletionTokens
      self.frequencyPenalty = frequencyPenalty
      self.presencePenalty = presencePenalty
      self.webSearchOptions = webSearchOptions
      self.responseFormat = responseFormat
      self.audio = audio
      self.store = store
      self.moderation = moderation
      self.stream = stream
      self.stop = stop
      self.logitBias = logitBias
      self.logprobs = logprobs
      self.maxTokens = maxTokens
      self.n = n
      self.prediction = prediction
      self.seed = seed
      self.streamOptions = streamOptions
      self.tools = tools
      self.toolChoice = toolChoice
      self.parallelToolCalls = parallelToolCalls
      self.functionCall = functionCall
      self.functions = functions
    }

    public init(_ unread: Unread) {
      metadata = .absent
      topLogprobs = .absent
      temperature = .absent
      topP = .absent
      safetyIdentifier = .absent
      promptCacheKey = .absent
      promptCacheRetention = .absent
      messages = []
      model = ModelIDsShared(rawValue: "")
      serviceTier = .absent
      modalities = .absent
      verbosity = .absent
      reasoningEffort = .absent
      maxCompletionTokens = .absent
      frequencyPenalty = .absent
      presencePenalty = .absent
      audio = .absent
      store = .absent
      moderation = .absent
      stream = .absent
      stop = .absent
      logitBias = .absent
      logprobs = .absent
      maxTokens = .absent
      n = .absent
      prediction = .absent
      seed = .absent
      streamOptions = .absent
    }

    public mutating func list(_ members: Members) {
      members.field("metadata", &metadata)
      members.field("top_logprobs", &topLogprobs)
      members.field("temperature", &temperature)
      members.field("top_p", &topP)
      members.optional("user", &user)
      members.field("safety_identifier", &safetyIdentifier)
      members.field("prompt_cache_key", &promptCacheKey)
      members.field("prompt_cache_retention", &promptCacheRetention)
      members.optional("prompt_cache_options", &promptCacheOptions)
      members.required("messages", &messages)
      members.required("model", &model)
      members.field("service_tier", &serviceTier)
      members.field("modalities", &modalities)
      members.field("verbosity", &verbosity)
      members.field("reasoning_effort", &reasoningEffort)
      members.field("max_completion_tokens", &maxCompletionTokens)
      members.field("frequency_penalty", &frequencyPenalty)
      members.field("presence_penalty", &presencePenalty)
      members.optional("web_search_options", &webSearchOptions)
      members.optional("response_format", &responseFormat)
      members.field("audio", &audio)
      members.field("store", &store)
      members.field("moderation", &moderation)
      members.field("stream", &stream)
      members.field("stop", &stop)
      members.field("logit_bias", &logitBias)
      members.field("logprobs", &logprobs)
      members.field("max_tokens", &maxTokens)
      members.field("n", &n)
      members.field("prediction", &prediction)
      members.field("seed", &seed)
      members.field("stream_options", &streamOptions)
      members.optional("tools", &tools)
      members.optional("tool_choice", &toolChoice)
      members.optional("parallel_tool_calls", &parallelToolCalls)
      members.optional("function_call", &functionCall)
      members.optional("functions", &functions)
    }
  }

  /// Parameters for audio output. Required when audio output is requested with
  /// `modalities: ["audio"]`. [Learn more](/docs/guides/audio).
  public struct CreateChatCompletionRequestAudio: ObjectModel {
    /// The voice the model uses to respond. Supported built-in voices are
    /// `alloy`, `ash`, `ballad`, `coral`, `echo`, `fable`, `nova`, `onyx`,
    /// `sage`, `shimmer`, `marin`, and `cedar`. You may also provide a
    /// custom voice object with an `id`, for example `{ "id": "voice_1234" }`.
    public var voice: VoiceIDsOrCustomVoice
    /// Specifies the output audio format. Must be one of `wav`, `mp3`, `flac`,
    /// `opus`, or `pcm16`.
    public var format: CreateChatCompletionRequestAudioFormat

    public init(voice: VoiceIDsOrCustomVoice, format: CreateChatCompletionRequestAudioFormat) {
      self.voice = voice
      self.format = format
    }

    public init(_ unread: Unread) {
      voice = .other(.null)
      format = CreateChatCompletionRequestAudioFormat(rawValue: "")
    }

    public mutating func list(_ members: Members) {
      members.required("voice", &voice)
      members.required("format", &format)
    }
  }

  /// Specifies the output audio format. Must be one of `wav`, `mp3`, `flac`,
  /// `opus`, or `pcm16`.
  public struct CreateChatCompletionRequestAudioFormat: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var wav: Self { Self(rawValue: "wav") }
    public static var aac: Self { Self(rawValue: "aac") }
    public static var mp3: Self { Self(rawValue: "mp3") }
    public static var flac: Self { Self(rawValue: "flac") }
    public static var opus: Self { Self(rawValue: "opus") }
    public static var pcm16: Self { Self(rawValue: "pcm16") }

    public static var knownValues: [Self] { [.wav, .aac, .mp3, .flac, .opus, .pcm16] }
  }

  /// Deprecated in favor of `tool_choice`.
  ///
  /// Controls which (if any) function is called by the model.
  ///
  /// `none` means the model will not call a function and instead generates a
  /// message.
  ///
  /// `auto` means the model can pick between generating a message or calling a
  /// function.
  ///
  /// Specifying a particular function via `{"name": "my_function"}` forces the
  /// model to call that function.
  ///
  /// `none` is the default when no functions are present. `auto` is the default
  /// if functions are present.
  ///
  /// Deprecated.
  public enum CreateChatCompletionRequestFunctionCall: UnionModel {
    case value(CreateChatCompletionRequestFunctionCallValue)
    case chatCompletionFunctionCallOption(ChatCompletionFunctionCallOption)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static let branches: [UnionBranch<Self>] = [
      UnionBranch(Self.value), UnionBranch(Self.chatCompletionFunctionCallOption),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .value(let content): content
      case .chatCompletionFunctionCallOption(let content): content
      case .other(let content): content
      }
    }
  }

  /// `none` means the model will not call a function and instead generates a message. `auto` means the model can pick
  /// between generating a message or calling a function.
  public struct CreateChatCompletionRequestFunctionCallValue: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var noneValue: Self { Self(rawValue: "none") }
    public static var auto: Self { Self(rawValue: "auto") }

    public static var knownValues: [Self] { [.noneValue, .auto] }
  }

  /// Deprecated. Use `prompt_cache_options.ttl` instead.
  ///
  /// The retention policy for the prompt cache. Set to `24h` to enable extended prompt caching, which keeps cached
  /// prefixes active for longer, up to a maximum of 24 hours. [Learn
  /// more](/docs/guides/prompt-caching#prompt-cache-retention).
  /// This field expresses a maximum retention policy, while
  /// `prompt_cache_options.ttl` expresses a minimum cache lifetime. The two
  /// fields are independent and do not interact.
  /// For `gpt-5.5`, `gpt-5.5-pro`, and future models, only `24h` is supported.
  ///
  /// For older models that support both `in_memory` and `24h`, the default depends on your organization's data retention
  /// policy:
  /// - Organizations without ZDR enabled default to `24h`.
  /// - Organizations with ZDR enabled default to `in_memory` when `prompt_cache_retention` is not specified.
  ///
  /// Deprecated.
  public struct CreateChatCompletionRequestPromptCacheRetention: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var inMemory: Self { Self(rawValue: "in_memory") }
    public static var value24h: Self { Self(rawValue: "24h") }

    public static var knownValues: [Self] { [.inMemory, .value24h] }
  }

  /// An object specifying the format that the model must output.
  ///
  /// Setting to `{ "type": "json_schema", "json_schema": {...} }` enables
  /// Structured Outputs which ensures the model will match your supplied JSON
  /// schema. Learn more in the [Structured Outputs
  /// guide](/docs/guides/structured-outputs).
  ///
  /// Setting to `{ "type": "json_object" }` enables the older JSON mode, which
  /// ensures the message the model generates is valid JSON. Using `json_schema`
  /// is preferred for models that support it.
  public enum CreateChatCompletionRequestResponseFormat: UnionModel {
    case responseFormatText(ResponseFormatText)
    case responseFormatJSONSchema(ResponseFormatJSONSchema)
    case responseFormatJSONObject(ResponseFormatJSONObject)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static var discriminator: String? { "type" }
    public static let branches: [UnionBranch<Self>] = [
      UnionBranch("text", Self.responseFormatText), UnionBranch("json_schema", Self.responseFormatJSONSchema),
      UnionBranch("json_object", Self.responseFormatJSONObject),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .responseFormatText(let content): content
      case .responseFormatJSONSchema(let content): content
      case .responseFormatJSONObject(let content): content
      case .other(let content): content
      }
    }
  }

  /// CreateChatCompletionRequestTool.
  public enum CreateChatCompletionRequestTool: UnionModel {
    case chatCompletionTool(ChatCompletionTool)
    case customToolChatCompletions(CustomToolChatCompletions)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static var discriminator: String? { "type" }
    public static let branches: [UnionBranch<Self>] = [
      UnionBranch("function", Self.chatCompletionTool), UnionBranch("custom", Self.customToolChatCompletions),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .chatCompletionTool(let content): content
      case .customToolChatCompletions(let content): content
      case .other(let content): content
      }
    }
  }

  /// This tool searches the web for relevant results to use in a response.
  /// Learn more about the [web search tool](/docs/guides/tools-web-search?api-mode=chat).
  public struct CreateChatCompletionRequestWebSearchOptions: ObjectModel {
    /// Approximate location parameters for the search.
    public var userLocation: Field<CreateChatCompletionRequestWebSearchOptionsUserLocation>
    /// High level guidance for the amount of context window space to use for the
    /// search. One of `low`, `medium`, or `high`. `medium` is the default.
    public var searchContextSize: WebSearchContextSize?

    public init(
      userLocation: Field<CreateChatCompletionRequestWebSearchOptionsUserLocation> = .absent,
      searchContextSize: WebSearchContextSize? = nil
    ) {
      self.userLocation = userLocation
      self.searchContextSize = searchContextSize
    }

    public init(_ unread: Unread) {
      userLocation = .absent
    }

    public mutating func list(_ members: Members) {
      members.field("user_location", &userLocation)
      members.optional("search_context_size", &searchContextSize)
    }
  }

  /// Approximate location parameters for the search.
  public struct CreateChatCompletionRequestWebSearchOptionsUserLocation: ObjectModel {
    /// The type of location approximation. Always `approximate`.
    public var type: String
    /// Approximate location parameters for the search.
    public var approximate: WebSearchLocation

    public init(approximate: WebSearchLocation, type: String = "approximate") {
      self.approximate = approximate
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      approximate = WebSearchLocation(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("approximate", &approximate)
    }
  }

  /// Represents a chat completion response returned by model, based on the provided input.
  public struct CreateChatCompletionResponse: ObjectModel {
    /// A unique identifier for the chat completion.
    public var id: String
    /// A list of chat completion choices. Can be more than one if `n` is greater than 1.
    public var choices: [CreateChatCompletionResponseChoice]
    /// The Unix timestamp (in seconds) of when the chat completion was created.
    public var created: Date
    /// The model used for the chat completion.
    public var model: String
    /// Set of 16 key-value pairs that can be attached to an object. This can be
    /// useful for storing additional information about the object in a structured
    /// format, and querying for objects via API or the dashboard.
    ///
    /// Keys are strings with a maximum length of 64 characters. Values are strings
    /// with a maximum length of 512 characters.
    public var metadata: [String: String]?
    /// Specifies the processing type used for serving the request.
    /// - If set to 'auto', then the request will be processed with the service tier configured in the Project settings.
    /// Unless otherwise configured, the Project will use 'default'.
    /// - If set to 'default', then the request will be processed with the standard pricing and performance for the selected
    /// model.
    /// - If set to '[flex](/docs/guides/flex-processing)', then the request will be processed with the Flex Processing
    /// service tier.
    /// - To opt-in to [Fast mode](/api/docs/guides/fast-mode) at the request level, include the `service_tier=fast` or
    /// `service_tier=priority` parameter for Responses or Chat Completions. The response will show `service_tier=priority`
    /// regardless of if you specify `service_tier=fast` or `priority` in your request.
    /// - When not set, the default behavior is 'auto'.
    ///
    /// When the `service_tier` parameter is set, the response body will include the `service_tier` value based on the
    /// processing mode actually used to serve the request. This response value may be different from the value set in the
    /// parameter.
    public var serviceTier: ServiceTier?
    /// This fingerprint represents the backend configuration that the model runs with.
    ///
    /// Can be used in conjunction with the `seed` request parameter to understand when backend changes have been made that
    /// might impact determinism.
    ///
    /// Deprecated.
    public var systemFingerprint: String?
    /// The object type, which is always `chat.completion`.
    public var object: String
    /// Usage statistics for the completion request.
    public var usage: CompletionUsage?
    /// Moderation results for the request input and generated output, if moderated
    /// completions were requested.
    public var moderation: ChatCompletionModeration?

    public init(
      id: String, choices: [CreateChatCompletionResponseChoice], created: Date, model: String,
      metadata: [String: String]? = nil, serviceTier: ServiceTier? = nil, systemFingerprint: String? = nil,
      object: String = "chat.completion", usage: CompletionUsage? = nil, moderation: ChatCompletionModeration? = nil
    ) {
      self.id = id
      self.choices = choices
      self.created = created
      self.model = model
      self.metadata = metadata
      self.serviceTier = serviceTier
      self.systemFingerprint = systemFingerprint
      self.object = object
      self.usage = usage
      self.moderation = moderation
    }

    public init(_ unread: Unread) {
      id = ""
      choices = []
      created = .distantPast
      model = ""
      object = ""
    }

    public mutating func list(_ members: Members) {
      members.required("id", &id)
      members.required("choices", &choices)
      members.required("created", &created, .unixTime)
      members.required("model", &model)
      members.optional("metadata", &metadata)
      members.optional("service_tier", &serviceTier)
      members.optional("system_fingerprint", &systemFingerprint)
      members.required("object", &object)
      members.optional("usage", &usage)
      members.optional("moderation", &moderation)
    }
  }

  /// CreateChatCompletionResponseChoice.
  public struct CreateChatCompletionResponseChoice: ObjectModel {
    /// The reason the model stopped generating tokens. This will be `stop` if the model hit a natural stop point or a
    /// provided stop sequence,
    /// `length` if the maximum number of tokens specified in the request was reached,
    /// `content_filter` if content was omitted due to a flag from our content filters,
    /// `tool_calls` if the model called a tool, or `function_call` (deprecated) if the model called a function.
    /// Read the [Model Spec](https://model-spec.openai.com/2025-12-18.html) for more.
    public var finishReason: CreateChatCompletionResponseChoiceFinishReason
    /// The index of the choice in the list of choices.
    public var index: Int
    /// A chat completion message generated by the model.
    public var message: ChatCompletionResponseMessage
    /// Log probability information for the choice.
    public var logprobs: CreateChatCompletionResponseChoiceLogprobs?

    public init(
      finishReason: CreateChatCompletionResponseChoiceFinishReason, index: Int, message: ChatCompletionResponseMessage,
      logprobs: CreateChatCompletionResponseChoiceLogprobs?
    ) {
      self.finishReason = finishReason
      self.index = index
      self.message = message
      self.logprobs = logprobs
    }

    public init(_ unread: Unread) {
      finishReason = CreateChatCompletionResponseChoiceFinishReason(rawValue: "")
      index = 0
      message = ChatCompletionResponseMessage(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("finish_reason", &finishReason)
      members.required("index", &index)
      members.required("message", &message)
      members.nullable("logprobs", &logprobs)
    }
  }

  /// The reason the model stopped generating tokens. This will be `stop` if the model hit a natural stop point or a
  /// provided stop sequence,
  /// `length` if the maximum number of tokens specified in the request was reached,
  /// `content_filter` if content was omitted due to a flag from our content filters,
  /// `tool_calls` if the model called a tool, or `function_call` (deprecated) if the model called a function.
  /// Read the [Model Spec](https://model-spec.openai.com/2025-12-18.html) for more.
  public struct CreateChatCompletionResponseChoiceFinishReason: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var stop: Self { Self(rawValue: "stop") }
    public static var length: Self { Self(rawValue: "length") }
    public static var toolCalls: Self { Self(rawValue: "tool_calls") }
    public static var contentFilter: Self { Self(rawValue: "content_filter") }
    public static var functionCall: Self { Self(rawValue: "function_call") }

    public static var knownValues: [Self] { [.stop, .length, .toolCalls, .contentFilter, .functionCall] }
  }

  /// Log probability information for the choice.
  public struct CreateChatCompletionResponseChoiceLogprobs: ObjectModel {
    /// A list of message content tokens with log probability information.
    public var content: [ChatCompletionTokenLogprob]?
    /// A list of message refusal tokens with log probability information.
    public var refusal: [ChatCompletionTokenLogprob]?

    public init(content: [ChatCompletionTokenLogprob]?, refusal: [ChatCompletionTokenLogprob]?) {
      self.content = content
      self.refusal = refusal
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.nullable("content", &content)
      members.nullable("refusal", &refusal)
    }
  }

  /// Represents a streamed chunk of a chat completion response returned
  /// by the model, based on the provided input.
  /// [Learn more](/docs/guides/streaming-responses).
  public struct CreateChatCompletionStreamResponse: ObjectModel {
    /// A unique identifier for the chat completion. Each chunk has the same ID.
    public var id: String
    /// A list of chat completion choices. Can contain more than one elements if `n` is greater than 1. Can also be empty
    /// for the
    /// last chunk if you set `stream_options: {"include_usage": true}`.
    public var choices: [CreateChatCompletionStreamResponseChoice]
    /// The Unix timestamp (in seconds) of when the chat completion was created. Each chunk has the same timestamp.
    public var created: Date
    /// The model to generate the completion.
    public var model: String
    /// An obfuscation string added to normalize the size of streamed chunks as a
    /// mitigation to certain side-channel attacks. The field is included by
    /// default and omitted when `stream_options.include_obfuscation` is `false`.
    public var obfuscation: String?
    /// Specifies the processing type used for serving the request.
    /// - If set to 'auto', then the request will be processed with the service tier configured in the Project settings.
    /// Unless otherwise configured, the Project will use 'default'.
    /// - If set to 'default', then the request will be processed with the standard pricing and performance for the selected
    /// model.
    /// - If set to '[flex](/docs/guides/flex-processing)', then the request will be processed with the Flex Processing
    /// service tier.
    /// - To opt-in to [Fast mode](/api/docs/guides/fast-mode) at the request level, include the `service_tier=fast` or
    /// `service_tier=priority` parameter for Responses or Chat Completions. The response will show `service_tier=priority`
    /// regardless of if you specify `service_tier=fast` or `priority` in your request.
    /// - When not set, the default behavior is 'auto'.
    ///
    /// When the `service_tier` parameter is set, the response body will include the `service_tier` value based on the
    /// processing mode actually used to serve the request. This response value may be different from the value set in the
    /// parameter.
    public var serviceTier: ServiceTier?
    /// This fingerprint represents the backend configuration that the model runs with.
    /// Can be used in conjunction with the `seed` request parameter to understand when backend changes have been made that
    /// might impact determinism.
    ///
    /// Deprecated.
    public var systemFingerprint: String?
    /// The object type, which is always `chat.completion.chunk`.
    public var object: String
    /// An optional field that will only be present when you set
    /// `stream_options: {"include_usage": true}` in your request. When present, it
    /// contains a null value **except for the last chunk** which contains the
    /// token usage statistics for the entire request.
    ///
    /// **NOTE:** If the stream is interrupted or cancelled, you may not
    /// receive the final usage chunk which contains the total token usage for
    /// the request.
    public var usage: CompletionUsage?
    /// Moderation results for the request input and generated output. Present
    /// on the moderation chunk when moderated completions are requested.
    public var moderation: ChatCompletionModeration?

    public init(
      id: String, choices: [CreateChatCompletionStreamResponseChoice], created: Date, model: String,
      obfuscation: String? = nil, serviceTier: ServiceTier? = nil, systemFingerprint: String? = nil,
      object: String = "chat.completion.chunk", usage: CompletionUsage? = nil, moderation: ChatCompletionModeration? = nil
    ) {
      self.id = id
      self.choices = choices
      self.created = created
      self.model = model
      self.obfuscation = obfuscation
      self.serviceTier = serviceTier
      self.systemFingerprint = systemFingerprint
      self.object = object
      self.usage = usage
      self.moderation = moderation
    }

    public init(_ unread: Unread) {
      id = ""
      choices = []
      created = .distantPast
      model = ""
      object = ""
    }

    public mutating func list(_ members: Members) {
      members.required("id", &id)
      members.required("choices", &choices)
      members.required("created", &created, .unixTime)
      members.required("model", &model)
      members.optional("obfuscation", &obfuscation)
      members.optional("service_tier", &serviceTier)
      members.optional("system_fingerprint", &systemFingerprint)
      members.required("object", &object)
      members.optional("usage", &usage)
      members.optional("moderation", &moderation)
    }
  }

  /// CreateChatCompletionStreamResponseChoice.
  public struct CreateChatCompletionStreamResponseChoice: ObjectModel {
    /// A chat completion delta generated by streamed model responses.
    public var delta: ChatCompletionStreamResponseDelta
    /// Log probability information for the choice.
    public var logprobs: CreateChatCompletionStreamResponseChoiceLogprobs?
    /// The reason the model stopped generating tokens. This will be `stop` if the model hit a natural stop point or a
    /// provided stop sequence,
    /// `length` if the maximum number of tokens specified in the request was reached,
    /// `content_filter` if content was omitted due to a flag from our content filters,
    /// `tool_calls` if the model called a tool, or `function_call` (deprecated) if the model called a function.
    public var finishReason: CreateChatCompletionStreamResponseChoiceFinishReason?
    /// The index of the choice in the list of choices.
    public var index: Int

    public init(
      delta: ChatCompletionStreamResponseDelta, finishReason: CreateChatCompletionStreamResponseChoiceFinishReason?,
      index: Int, logprobs: CreateChatCompletionStreamResponseChoiceLogprobs? = nil
    ) {
      self.delta = delta
      self.finishReason = finishReason
      self.index = index
      self.logprobs = logprobs
    }

    public init(_ unread: Unread) {
      delta = ChatCompletionStreamResponseDelta(unread)
      index = 0
    }

    public mutating func list(_ members: Members) {
      members.required("delta", &delta)
      members.optional("logprobs", &logprobs)
      members.nullable("finish_reason", &finishReason)
      members.required("index", &index)
    }
  }

  /// The reason the model stopped generating tokens. This will be `stop` if the model hit a natural stop point or a
  /// provided stop sequence,
  /// `length` if the maximum number of tokens specified in the request was reached,
  /// `content_filter` if content was omitted due to a flag from our content filters,
  /// `tool_calls` if the model called a tool, or `function_call` (deprecated) if the model called a function.
  public typealias CreateChatCompletionStreamResponseChoiceFinishReason = CreateChatCompletionResponseChoiceFinishReason

  /// Log probability information for the choice.
  public typealias CreateChatCompletionStreamResponseChoiceLogprobs = CreateChatCompletionResponseChoiceLogprobs

  /// A custom tool that processes input using a specified format.
  public struct CustomToolChatCompletions: ObjectModel {
    /// The type of the custom tool. Always `custom`.
    public var type: String
    /// Properties of the custom tool.
    public var custom: CustomToolChatCompletionsCustom

    public init(custom: CustomToolChatCompletionsCustom, type: String = "custom") {
      self.custom = custom
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      custom = CustomToolChatCompletionsCustom(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("custom", &custom)
    }
  }

  /// Properties of the custom tool.
  public struct CustomToolChatCompletionsCustom: ObjectModel {
    /// The name of the custom tool, used to identify it in tool calls.
    public var name: String
    /// Optional description of the custom tool, used to provide more context.
    public var description: String?
    /// The input format for the custom tool. Default is unconstrained text.
    public var format: CustomToolChatCompletionsCustomFormat?

    public init(name: String, description: String? = nil, format: CustomToolChatCompletionsCustomFormat? = nil) {
      self.name = name
      self.description = description
      self.format = format
    }

    public init(_ unread: Unread) {
      name = ""
    }

    public mutating func list(_ members: Members) {
      members.required("name", &name)
      members.optional("description", &description)
      members.optional("format", &format)
    }
  }

  /// The input format for the custom tool. Default is unconstrained text.
  public enum CustomToolChatCompletionsCustomFormat: UnionModel {
    case textFormat(CustomToolChatCompletionsCustomFormatTextFormat)
    case grammarFormat(CustomToolChatCompletionsCustomFormatGrammarFormat)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static var discriminator: String? { "type" }
    public static let branches: [UnionBranch<Self>] = [
      UnionBranch("text", Self.textFormat), UnionBranch("grammar", Self.grammarFormat),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .textFormat(let content): content
      case .grammarFormat(let content): content
      case .other(let content): content
      }
    }
  }

  /// A grammar defined by the user.
  public struct CustomToolChatCompletionsCustomFormatGrammarFormat: ObjectModel {
    /// Grammar format. Always `grammar`.
    public var type: String
    /// Your chosen grammar.
    public var grammar: CustomToolChatCompletionsCustomFormatGrammarFormatGrammar

    public init(grammar: CustomToolChatCompletionsCustomFormatGrammarFormatGrammar, type: String = "grammar") {
      self.grammar = grammar
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      grammar = CustomToolChatCompletionsCustomFormatGrammarFormatGrammar(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("grammar", &grammar)
    }
  }

  /// Your chosen grammar.
  public struct CustomToolChatCompletionsCustomFormatGrammarFormatGrammar: ObjectModel {
    /// The grammar definition.
    public var definition: String
    /// The syntax of the grammar definition. One of `lark` or `regex`.
    public var syntax: CustomToolChatCompletionsCustomFormatGrammarFormatGrammarSyntax

    public init(definition: String, syntax: CustomToolChatCompletionsCustomFormatGrammarFormatGrammarSyntax) {
      self.definition = definition
      self.syntax = syntax
    }

    public init(_ unread: Unread) {
      definition = ""
      syntax = CustomToolChatCompletionsCustomFormatGrammarFormatGrammarSyntax(rawValue: "")
    }

    public mutating func list(_ members: Members) {
      members.required("definition", &definition)
      members.required("syntax", &syntax)
    }
  }

  /// The syntax of the grammar definition. One of `lark` or `regex`.
  public struct CustomToolChatCompletionsCustomFormatGrammarFormatGrammarSyntax: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var lark: Self { Self(rawValue: "lark") }
    public static var regex: Self { Self(rawValue: "regex") }

    public static var knownValues: [Self] { [.lark, .regex] }
  }

  /// Unconstrained free-form text.
  public typealias CustomToolChatCompletionsCustomFormatTextFormat = ResponseFormatText

  /// FunctionObject.
  public struct FunctionObject: ObjectModel {
    /// A description of what the function does, used by the model to choose when and how to call the function.
    public var description: String?
    /// The name of the function to be called. Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum
    /// length of 64.
    public var name: String
    /// The parameters the functions accepts, described as a JSON Schema object. See the
    /// [guide](/docs/guides/function-calling) for examples, and the [JSON Schema
    /// reference](https://json-schema.org/understanding-json-schema/) for documentation about the format.
    ///
    /// Omitting `parameters` defines a function with an empty parameter list.
    public var parameters: [String: JSONValue]?
    /// Whether to enable strict schema adherence when generating the function call. If set to true, the model will follow
    /// the exact schema defined in the `parameters` field. Only a subset of JSON Schema is supported when `strict` is
    /// `true`. Learn more about Structured Outputs in the [function calling guide](/docs/guides/function-calling).
    ///
    /// Default: `false`.
    public var strict: Field<Bool>

    public init(
      name: String, description: String? = nil, parameters: [String: JSONValue]? = nil, strict: Field<Bool> = .absent
    ) {
      self.name = name
      self.description = description
      self.parameters = parameters
      self.strict = strict
    }

    public init(_ unread: Unread) {
      name = ""
      strict = .absent
    }

    public mutating func list(_ members: Members) {
      members.optional("description", &description)
      members.required("name", &name)
      members.optional("parameters", &parameters)
      members.field("strict", &strict)
    }
  }

  /// Default: `"asc"`.
  public typealias GetChatCompletionMessagesOrder = ListChatCompletionsOrder

  /// ModelIDsShared.
  public struct ModelIDsShared: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var gpt56Sol: Self { Self(rawValue: "gpt-5.6-sol") }
    public static var gpt56Terra: Self { Self(rawValue: "gpt-5.6-terra") }
    public static var gpt56Luna: Self { Self(rawValue: "gpt-5.6-luna") }
    public static var gpt55: Self { Self(rawValue: "gpt-5.5") }
    public static var gpt5520260423: Self { Self(rawValue: "gpt-5.5-2026-04-23") }
    public static var gpt54: Self { Self(rawValue: "gpt-5.4") }
    public static var gpt54Mini: Self { Self(rawValue: "gpt-5.4-mini") }
    public static var gpt54Nano: Self { Self(rawValue: "gpt-5.4-nano") }
    public static var gpt54Mini20260317: Self { Self(rawValue: "gpt-5.4-mini-2026-03-17") }
    public static var gpt54Nano20260317: Self { Self(rawValue: "gpt-5.4-nano-2026-03-17") }
    public static var gpt53ChatLatest: Self { Self(rawValue: "gpt-5.3-chat-latest") }
    public static var gpt52: Self { Self(rawValue: "gpt-5.2") }
    public static var gpt5220251211: Self { Self(rawValue: "gpt-5.2-2025-12-11") }
    public static var gpt52ChatLatest: Self { Self(rawValue: "gpt-5.2-chat-latest") }
    public static var gpt52Pro: Self { Self(rawValue: "gpt-5.2-pro") }
    public static var gpt52Pro20251211: Self { Self(rawValue: "gpt-5.2-pro-2025-12-11") }
    public static var gpt51: Self { Self(rawValue: "gpt-5.1") }
    public static var gpt5120251113: Self { Self(rawValue: "gpt-5.1-2025-11-13") }
    public static var gpt51Codex: Self { Self(rawValue: "gpt-5.1-codex") }
    public static var gpt51Mini: Self { Self(rawValue: "gpt-5.1-mini") }
    public static var gpt51ChatLatest: Self { Self(rawValue: "gpt-5.1-chat-latest") }
    public static var gpt5: Self { Self(rawValue: "gpt-5") }
    public static var gpt5Mini: Self { Self(rawValue: "gpt-5-mini") }
    public static var gpt5Nano: Self { Self(rawValue: "gpt-5-nano") }
    public static var gpt520250807: Self { Self(rawValue: "gpt-5-2025-08-07") }
    public static var gpt5Mini20250807: Self { Self(rawValue: "gpt-5-mini-2025-08-07") }
    public static var gpt5Nano20250807: Self { Self(rawValue: "gpt-5-nano-2025-08-07") }
    public static var gpt5ChatLatest: Self { Self(rawValue: "gpt-5-chat-latest") }
    public static var gpt41: Self { Self(rawValue: "gpt-4.1") }
    public static var gpt41Mini: Self { Self(rawValue: "gpt-4.1-mini") }
    public static var gpt41Nano: Self { Self(rawValue: "gpt-4.1-nano") }
    public static var gpt4120250414: Self { Self(rawValue: "gpt-4.1-2025-04-14") }
    public static var gpt41Mini20250414: Self { Self(rawValue: "gpt-4.1-mini-2025-04-14") }
    public static var gpt41Nano20250414: Self { Self(rawValue: "gpt-4.1-nano-2025-04-14") }
    public static var o4Mini: Self { Self(rawValue: "o4-mini") }
    public static var o4Mini20250416: Self { Self(rawValue: "o4-mini-2025-04-16") }
    public static var o3: Self { Self(rawValue: "o3") }
    public static var o320250416: Self { Self(rawValue: "o3-2025-04-16") }
    public static var o3Mini: Self { Self(rawValue: "o3-mini") }
    public static var o3Mini20250131: Self { Self(rawValue: "o3-mini-2025-01-31") }
    public static var o1: Self { Self(rawValue: "o1") }
    public static var o120241217: Self { Self(rawValue: "o1-2024-12-17") }
    public static var o1Preview: Self { Self(rawValue: "o1-preview") }
    public static var o1Preview20240912: Self { Self(rawValue: "o1-preview-2024-09-12") }
    public static var o1Mini: Self { Self(rawValue: "o1-mini") }
    public static var o1Mini20240912: Self { Self(rawValue: "o1-mini-2024-09-12") }
    public static var gpt4o: Self { Self(rawValue: "gpt-4o") }
    public static var gpt4o20241120: Self { Self(rawValue: "gpt-4o-2024-11-20") }
    public static var gpt4o20240806: Self { Self(rawValue: "gpt-4o-2024-08-06") }
    public static var gpt4o20240513: Self { Self(rawValue: "gpt-4o-2024-05-13") }
    public static var gpt4oAudioPreview: Self { Self(rawValue: "gpt-4o-audio-preview") }
    public static var gpt4oAudioPreview20241001: Self { Self(rawValue: "gpt-4o-audio-preview-2024-10-01") }
    public static var gpt4oAudioPreview20241217: Self { Self(rawValue: "gpt-4o-audio-preview-2024-12-17") }
    public static var gpt4oAudioPreview20250603: Self { Self(rawValue: "gpt-4o-audio-preview-2025-06-03") }
    public static var gpt4oMiniAudioPreview: Self { Self(rawValue: "gpt-4o-mini-audio-preview") }
    public static var gpt4oMiniAudioPreview20241217: Self { Self(rawValue: "gpt-4o-mini-audio-preview-2024-12-17") }
    public static var gpt4oSearchPreview: Self { Self(rawValue: "gpt-4o-search-preview") }
    public static var gpt4oMiniSearchPreview: Self { Self(rawValue: "gpt-4o-mini-search-preview") }
    public static var gpt4oSearchPreview20250311: Self { Self(rawValue: "gpt-4o-search-preview-2025-03-11") }
    public static var gpt4oMiniSearchPreview20250311: Self { Self(rawValue: "gpt-4o-mini-search-preview-2025-03-11") }
    public static var chatgpt4oLatest: Self { Self(rawValue: "chatgpt-4o-latest") }
    public static var codexMiniLatest: Self { Self(rawValue: "codex-mini-latest") }
    public static var gpt4oMini: Self { Self(rawValue: "gpt-4o-mini") }
    public static var gpt4oMini20240718: Self { Self(rawValue: "gpt-4o-mini-2024-07-18") }
    public static var gpt4Turbo: Self { Self(rawValue: "gpt-4-turbo") }
    public static var gpt4Turbo20240409: Self { Self(rawValue: "gpt-4-turbo-2024-04-09") }
    public static var gpt40125Preview: Self { Self(rawValue: "gpt-4-0125-preview") }
    public static var gpt4TurboPreview: Self { Self(rawValue: "gpt-4-turbo-preview") }
    public static var gpt41106Preview: Self { Self(rawValue: "gpt-4-1106-preview") }
    public static var gpt4VisionPreview: Self { Self(rawValue: "gpt-4-vision-preview") }
    public static var gpt4: Self { Self(rawValue: "gpt-4") }
    public static var gpt40314: Self { Self(rawValue: "gpt-4-0314") }
    public static var gpt40613: Self { Self(rawValue: "gpt-4-0613") }
    public static var gpt432k: Self { Self(rawValue: "gpt-4-32k") }
    public static var gpt432k0314: Self { Self(rawValue: "gpt-4-32k-0314") }
    public static var gpt432k0613: Self { Self(rawValue: "gpt-4-32k-0613") }
    public static var gpt35Turbo: Self { Self(rawValue: "gpt-3.5-turbo") }
    public static var gpt35Turbo16k: Self { Self(rawValue: "gpt-3.5-turbo-16k") }
    public static var gpt35Turbo0301: Self { Self(rawValue: "gpt-3.5-turbo-0301") }
    public static var gpt35Turbo0613: Self { Self(rawValue: "gpt-3.5-turbo-0613") }
    public static var gpt35Turbo1106: Self { Self(rawValue: "gpt-3.5-turbo-1106") }
    public static var gpt35Turbo0125: Self { Self(rawValue: "gpt-3.5-turbo-0125") }
    public static var gpt35Turbo16k0613: Self { Self(rawValue: "gpt-3.5-turbo-16k-0613") }

    public static var knownValues: [Self] {
      [
        .gpt56Sol, .gpt56Terra, .gpt56Luna, .gpt55, .gpt5520260423, .gpt54, .gpt54Mini, .gpt54Nano, .gpt54Mini20260317,
        .gpt54Nano20260317, .gpt53ChatLatest, .gpt52, .gpt5220251211, .gpt52ChatLatest, .gpt52Pro, .gpt52Pro20251211, .gpt51,
        .gpt5120251113, .gpt51Codex, .gpt51Mini, .gpt51ChatLatest, .gpt5, .gpt5Mini, .gpt5Nano, .gpt520250807,
        .gpt5Mini20250807, .gpt5Nano20250807, .gpt5ChatLatest, .gpt41, .gpt41Mini, .gpt41Nano, .gpt4120250414,
        .gpt41Mini20250414, .gpt41Nano20250414, .o4Mini, .o4Mini20250416, .o3, .o320250416, .o3Mini, .o3Mini20250131, .o1,
        .o120241217, .o1Preview, .o1Preview20240912, .o1Mini, .o1Mini20240912, .gpt4o, .gpt4o20241120, .gpt4o20240806,
        .gpt4o20240513, .gpt4oAudioPreview, .gpt4oAudioPreview20241001, .gpt4oAudioPreview20241217,
        .gpt4oAudioPreview20250603, .gpt4oMiniAudioPreview, .gpt4oMiniAudioPreview20241217, .gpt4oSearchPreview,
        .gpt4oMiniSearchPreview, .gpt4oSearchPreview20250311, .gpt4oMiniSearchPreview20250311, .chatgpt4oLatest,
        .codexMiniLatest, .gpt4oMini, .gpt4oMini20240718, .gpt4Turbo, .gpt4Turbo20240409, .gpt40125Preview, .gpt4TurboPreview,
        .gpt41106Preview, .gpt4VisionPreview, .gpt4, .gpt40314, .gpt40613, .gpt432k, .gpt432k0314, .gpt432k0613, .gpt35Turbo,
        .gpt35Turbo16k, .gpt35Turbo0301, .gpt35Turbo0613, .gpt35Turbo1106, .gpt35Turbo0125, .gpt35Turbo16k0613,
      ]
    }
  }

  /// The moderation policy for the response input.
  public struct ModerationConfigParam: ObjectModel {
    public var mode: ModerationMode

    public init(mode: ModerationMode) {
      self.mode = mode
    }

    public init(_ unread: Unread) {
      mode = ModerationMode(rawValue: "")
    }

    public mutating func list(_ members: Members) {
      members.required("mode", &mode)
    }
  }

  /// ModerationInputType.
  public struct ModerationInputType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var text: Self { Self(rawValue: "text") }
    public static var image: Self { Self(rawValue: "image") }

    public static var knownValues: [Self] { [.text, .image] }
  }

  /// ModerationMode.
  public struct ModerationMode: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var score: Self { Self(rawValue: "score") }
    public static var block: Self { Self(rawValue: "block") }

    public static var knownValues: [Self] { [.score, .block] }
  }

  /// Configuration for running moderation on the input and output of this response.
  public struct ModerationParam: ObjectModel {
    /// The moderation model to use for moderated completions, e.g. 'omni-moderation-latest'.
    public var model: String
    /// The policy to apply to moderated response input and output.
    public var policy: Field<ModerationPolicyParam>

    public init(model: String, policy: Field<ModerationPolicyParam> = .absent) {
      self.model = model
      self.policy = policy
    }

    public init(_ unread: Unread) {
      model = ""
      policy = .absent
    }

    public mutating func list(_ members: Members) {
      members.required("model", &model)
      members.field("policy", &policy)
    }
  }

  /// The policy to apply to moderated response input and output.
  public struct ModerationPolicyParam: ObjectModel {
    /// The moderation policy for the response input.
    public var input: Field<ModerationConfigParam>
    /// The moderation policy for the response output.
    public var output: Field<ModerationConfigParam>

    public init(input: Field<ModerationConfigParam> = .absent, output: Field<ModerationConfigParam> = .absent) {
      self.input = input
      self.output = output
    }

    public init(_ unread: Unread) {
      input = .absent
      output = .absent
    }

    public mutating func list(_ members: Members) {
      members.field("input", &input)
      members.field("output", &output)
    }
  }

  /// A moderation result produced for the response input or output.
  public struct ModerationResultBody: ObjectModel {
    /// The object type, which was always `moderation_result` for successful moderation results.
    ///
    /// Default: `"moderation_result"`.
    public var type: String
    /// The moderation model that produced this result.
    public var model: String
    /// A boolean indicating whether the content was flagged by any category.
    public var flagged: Bool
    /// A dictionary of moderation categories to booleans, True if the input is flagged under this category.
    public var categories: [String: Bool]
    /// A dictionary of moderation categories to scores.
    public var categoryScores: [String: Double]
    /// Which modalities of input are reflected by the score for each category.
    public var categoryAppliedInputTypes: [String: [ModerationInputType]]

    public init(
      model: String, flagged: Bool, categories: [String: Bool], categoryScores: [String: Double],
      categoryAppliedInputTypes: [String: [ModerationInputType]], type: String = "moderation_result"
    ) {
      self.model = model
      self.flagged = flagged
      self.categories = categories
      self.categoryScores = categoryScores
      self.categoryAppliedInputTypes = categoryAppliedInputTypes
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      model = ""
      flagged = false
      categories = [:]
      categoryScores = [:]
      categoryAppliedInputTypes = [:]
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("model", &model)
      members.required("flagged", &flagged)
      members.required("categories", &categories)
      members.required("category_scores", &categoryScores)
      members.required("category_applied_input_types", &categoryAppliedInputTypes)
    }
  }

  /// Static predicted output content, such as the content of a text file that is
  /// being regenerated.
  public struct PredictionContent: ObjectModel {
    /// The type of the predicted content you want to provide. This type is
    /// currently always `content`.
    public var type: String
    /// The content that should be matched when generating a model response.
    /// If generated tokens would match this content, the entire model response
    /// can be returned much more quickly.
    public var content: PredictionContentValue

    public init(content: PredictionContentValue, type: String = "content") {
      self.content = content
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      content = .other(.null)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("content", &content)
    }
  }

  /// The content that should be matched when generating a model response.
  /// If generated tokens would match this content, the entire model response
  /// can be returned much more quickly.
  public typealias PredictionContentValue = ChatCompletionRequestDeveloperMessageContent

  /// Marks the exact end of a reusable prompt prefix. The breakpoint inherits its TTL from the request's
  /// `prompt_cache_options.ttl`; the boundary is not rounded to a token block.
  public struct PromptCacheBreakpointParam: ObjectModel {
    /// The breakpoint mode. Always `explicit`.
    ///
    /// Default: `"explicit"`.
    public var mode: String

    public init(mode: String = "explicit") {
      self.mode = mode
    }

    public init(_ unread: Unread) {
      mode = ""
    }

    public mutating func list(_ members: Members) {
      members.required("mode", &mode)
    }
  }

  /// PromptCacheModeEnum.
  public struct PromptCacheModeEnum: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var implicit: Self { Self(rawValue: "implicit") }
    public static var explicit: Self { Self(rawValue: "explicit") }

    public static var knownValues: [Self] { [.implicit, .explicit] }
  }

  /// Options for prompt caching. Supported for `gpt-5.6` and later models. By default, OpenAI automatically chooses one
  /// implicit cache breakpoint. You can add explicit breakpoints to content blocks with `prompt_cache_breakpoint`. Each
  /// request can write up to four breakpoints. For cache matching, OpenAI considers up to the latest 80 breakpoints in
  /// the conversation, without a content-block lookback limit. Set `mode` to `explicit` to disable the implicit
  /// breakpoint. The `ttl` defaults to `30m`, which is currently the only supported value. See the [prompt caching
  /// guide](/docs/guides/prompt-caching) for current details.
  public struct PromptCacheOptionsParam: ObjectModel {
    /// The minimum lifetime applied to every implicit and explicit cache breakpoint written by the request. Defaults to
    /// `30m`, which is currently the only supported value. The backend may retain cache entries for longer.
    public var ttl: String?
    /// Controls whether OpenAI automatically creates an implicit cache breakpoint. Defaults to `implicit`. With `implicit`,
    /// OpenAI creates one implicit breakpoint and writes up to the latest three explicit breakpoints in the request. With
    /// `explicit`, OpenAI does not create an implicit breakpoint and writes up to the latest four explicit breakpoints. If
    /// there are no explicit breakpoints, the request does not use prompt caching.
    public var mode: PromptCacheModeEnum?

    public init(ttl: String? = nil, mode: PromptCacheModeEnum? = nil) {
      self.ttl = ttl
      self.mode = mode
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ttl", &ttl)
      members.optional("mode", &mode)
    }
  }

  /// Constrains effort on reasoning for reasoning models. Currently supported
  /// values are `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, and `max`.
  /// Reducing reasoning effort can result in faster responses and fewer tokens
  /// used on reasoning in a response. Not all reasoning models support every
  /// value. See the
  /// [reasoning guide](https://platform.openai.com/docs/guides/reasoning)
  /// for model-specific support.
  ///
  /// Default: `"medium"`.
  public struct ReasoningEffort: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var noneValue: Self { Self(rawValue: "none") }
    public static var minimal: Self { Self(rawValue: "minimal") }
    public static var low: Self { Self(rawValue: "low") }
    public static var medium: Self { Self(rawValue: "medium") }
    public static var high: Self { Self(rawValue: "high") }
    public static var xhigh: Self { Self(rawValue: "xhigh") }
    public static var max: Self { Self(rawValue: "max") }

    public static var knownValues: [Self] { [.noneValue, .minimal, .low, .medium, .high, .xhigh, .max] }
  }

  /// JSON object response format. An older method of generating JSON responses.
  /// Using `json_schema` is recommended for models that support it. Note that the
  /// model will not generate JSON without a system or user message instructing it
  /// to do so.
  public struct ResponseFormatJSONObject: ObjectModel {
    /// The type of response format being defined. Always `json_object`.
    public var type: String

    public init(type: String = "json_object") {
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
    }
  }

  /// JSON Schema response format. Used to generate structured JSON responses.
  /// Learn more about [Structured Outputs](/docs/guides/structured-outputs).
  public struct ResponseFormatJSONSchema: ObjectModel {
    /// The type of response format being defined. Always `json_schema`.
    public var type: String
    /// Structured Outputs configuration options, including a JSON Schema.
    public var jsonSchema: ResponseFormatJSONSchemaValue

    public init(jsonSchema: ResponseFormatJSONSchemaValue, type: String = "json_schema") {
      self.jsonSchema = jsonSchema
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
      jsonSchema = ResponseFormatJSONSchemaValue(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
      members.required("json_schema", &jsonSchema)
    }
  }

  /// Structured Outputs configuration options, including a JSON Schema.
  public struct ResponseFormatJSONSchemaValue: ObjectModel {
    /// A description of what the response format is for, used by the model to
    /// determine how to respond in the format.
    public var description: String?
    /// The name of the response format. Must be a-z, A-Z, 0-9, or contain
    /// underscores and dashes, with a maximum length of 64.
    public var name: String
    /// The schema for the response format, described as a JSON Schema object.
    /// Learn how to build JSON schemas [here](https://json-schema.org/).
    public var schema: [String: JSONValue]?
    /// Whether to enable strict schema adherence when generating the output.
    /// If set to true, the model will always follow the exact schema defined
    /// in the `schema` field. Only a subset of JSON Schema is supported when
    /// `strict` is `true`. To learn more, read the [Structured Outputs
    /// guide](/docs/guides/structured-outputs).
    ///
    /// Default: `false`.
    public var strict: Field<Bool>

    public init(name: String, description: String? = nil, schema: [String: JSONValue]? = nil, strict: Field<Bool> = .absent) {
      self.name = name
      self.description = description
      self.schema = schema
      self.strict = strict
    }

    public init(_ unread: Unread) {
      name = ""
      strict = .absent
    }

    public mutating func list(_ members: Members) {
      members.optional("description", &description)
      members.required("name", &name)
      members.optional("schema", &schema)
      members.field("strict", &strict)
    }
  }

  /// Default response format. Used to generate text responses.
  public struct ResponseFormatText: ObjectModel {
    /// The type of response format being defined. Always `text`.
    public var type: String

    public init(type: String = "text") {
      self.type = type
    }

    public init(_ unread: Unread) {
      type = ""
    }

    public mutating func list(_ members: Members) {
      members.required("type", &type)
    }
  }

  /// ResponseModality.
  public struct ResponseModality: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var text: Self { Self(rawValue: "text") }
    public static var audio: Self { Self(rawValue: "audio") }

    public static var knownValues: [Self] { [.text, .audio] }
  }

  /// Specifies the processing type used for serving the request.
  /// - If set to 'auto', then the request will be processed with the service tier configured in the Project settings.
  /// Unless otherwise configured, the Project will use 'default'.
  /// - If set to 'default', then the request will be processed with the standard pricing and performance for the selected
  /// model.
  /// - If set to '[flex](/docs/guides/flex-processing)', then the request will be processed with the Flex Processing
  /// service tier.
  /// - To opt-in to [Fast mode](/api/docs/guides/fast-mode) at the request level, include the `service_tier=fast` or
  /// `service_tier=priority` parameter for Responses or Chat Completions. The response will show `service_tier=priority`
  /// regardless of if you specify `service_tier=fast` or `priority` in your request.
  /// - When not set, the default behavior is 'auto'.
  ///
  /// When the `service_tier` parameter is set, the response body will include the `service_tier` value based on the
  /// processing mode actually used to serve the request. This response value may be different from the value set in the
  /// parameter.
  ///
  /// Default: `"auto"`.
  public struct ServiceTier: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var auto: Self { Self(rawValue: "auto") }
    public static var `default`: Self { Self(rawValue: "default") }
    public static var flex: Self { Self(rawValue: "flex") }
    public static var scale: Self { Self(rawValue: "scale") }
    public static var priority: Self { Self(rawValue: "priority") }
    public static var fast: Self { Self(rawValue: "fast") }

    public static var knownValues: [Self] { [.auto, .default, .flex, .scale, .priority, .fast] }
  }

  /// Not supported with latest reasoning models `o3` and `o4-mini`.
  ///
  /// Up to 4 sequences where the API will stop generating further tokens. The
  /// returned text will not contain the stop sequence.
  ///
  /// Default: `null`.
  public enum StopConfiguration: UnionModel {
    case text(String)
    case list([String])
    /// None of these; the value is kept.
    case other(JSONValue)

    public static let branches: [UnionBranch<Self>] = [UnionBranch(Self.text), UnionBranch(Self.list)]

    public var content: any Codable & Sendable {
      switch self {
      case .text(let content): content
      case .list(let content): content
      case .other(let content): content
      }
    }
  }

  /// UpdateChatCompletionBody.
  public struct UpdateChatCompletionBody: ObjectModel {
    /// Set of 16 key-value pairs that can be attached to an object. This can be
    /// useful for storing additional information about the object in a structured
    /// format, and querying for objects via API or the dashboard.
    ///
    /// Keys are strings with a maximum length of 64 characters. Values are strings
    /// with a maximum length of 512 characters.
    public var metadata: [String: String]?

    public init(metadata: [String: String]?) {
      self.metadata = metadata
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.nullable("metadata", &metadata)
    }
  }

  /// Constrains the verbosity of the model's response. Lower values will result in
  /// more concise responses, while higher values will result in more verbose responses.
  /// Currently supported values are `low`, `medium`, and `high`. The default is
  /// `medium`.
  ///
  /// Default: `"medium"`.
  public struct Verbosity: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var low: Self { Self(rawValue: "low") }
    public static var medium: Self { Self(rawValue: "medium") }
    public static var high: Self { Self(rawValue: "high") }

    public static var knownValues: [Self] { [.low, .medium, .high] }
  }

  /// A built-in voice name or a custom voice reference.
  public enum VoiceIDsOrCustomVoice: UnionModel {
    case voiceIDsShared(VoiceIDsShared)
    case id(VoiceIDsOrCustomVoiceID)
    /// None of these; the value is kept.
    case other(JSONValue)

    public static let branches: [UnionBranch<Self>] = [UnionBranch(Self.voiceIDsShared), UnionBranch(Self.id)]

    public var content: any Codable & Sendable {
      switch self {
      case .voiceIDsShared(let content): content
      case .id(let content): content
      case .other(let content): content
      }
    }
  }

  /// Custom voice reference.
  public typealias VoiceIDsOrCustomVoiceID = ChatCompletionRequestAssistantMessageAudio

  /// VoiceIDsShared.
  public struct VoiceIDsShared: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var alloy: Self { Self(rawValue: "alloy") }
    public static var ash: Self { Self(rawValue: "ash") }
    public static var ballad: Self { Self(rawValue: "ballad") }
    public static var coral: Self { Self(rawValue: "coral") }
    public static var echo: Self { Self(rawValue: "echo") }
    public static var sage: Self { Self(rawValue: "sage") }
    public static var shimmer: Self { Self(rawValue: "shimmer") }
    public static var verse: Self { Self(rawValue: "verse") }
    public static var marin: Self { Self(rawValue: "marin") }
    public static var cedar: Self { Self(rawValue: "cedar") }

    public static var knownValues: [Self] { [.alloy, .ash, .ballad, .coral, .echo, .sage, .shimmer, .verse, .marin, .cedar] }
  }

  /// High level guidance for the amount of context window space to use for the
  /// search. One of `low`, `medium`, or `high`. `medium` is the default.
  ///
  /// Default: `"medium"`.
  public typealias WebSearchContextSize = Verbosity

  /// Approximate location parameters for the search.
  public struct WebSearchLocation: ObjectModel {
    /// The two-letter
    /// [ISO country code](https://en.wikipedia.org/wiki/ISO_3166-1) of the user,
    /// e.g. `US`.
    public var country: String?
    /// Free text input for the region of the user, e.g. `California`.
    public var region: String?
    /// Free text input for the city of the user, e.g. `San Francisco`.
    public var city: String?
    /// The [IANA timezone](https://timeapi.io/documentation/iana-timezones)
    /// of the user, e.g. `America/Los_Angeles`.
    public var timezone: String?

    public init(country: String? = nil, region: String? = nil, city: String? = nil, timezone: String? = nil) {
      self.country = country
      self.region = region
      self.city = city
      self.timezone = timezone
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("country", &country)
      members.optional("region", &region)
      members.optional("city", &city)
      members.optional("timezone", &timezone)
    }
  }
}
