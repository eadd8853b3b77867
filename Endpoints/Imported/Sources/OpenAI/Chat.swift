// Written by `refinery import` from OpenAI API 2.3.0. Do not edit it: import again.

public import RefineryCore

extension OpenAI {
  /// Given a list of messages comprising a conversation, the model will return a response.
  public enum Chat: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      listChatCompletionsRow, createChatCompletionRow, createChatCompletionEventsRow, getChatCompletionRow,
      updateChatCompletionRow, deleteChatCompletionRow, getChatCompletionMessagesRow,
    ]

    static let listChatCompletionsRow = endpoint(
      "listChatCompletions", .get, "chat/completions{?model,after,limit,order}",
      Options {
        $0.queryEncoding = QueryEncoder(order: .asWritten)
      },
      output: ChatCompletionList.self, summary: "List stored Chat Completions"
    )
    /// List stored Chat Completions. Only Chat Completions that have been stored
    /// with the `store` parameter set to `true` will be returned.
    ///
    /// - Parameters:
    ///   - model: The model used to generate the Chat Completions.
    ///   - metadata: A list of metadata keys to filter the Chat Completions by. Example:
    ///
    ///     `metadata[key1]=value1&metadata[key2]=value2`
    ///   - after: Identifier for the last chat completion from the previous pagination request.
    ///   - limit: Number of Chat Completions to retrieve.
    ///   - order: Sort order for Chat Completions by timestamp. Use `asc` for ascending order or `desc` for descending
    ///     order. Defaults to `asc`.
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .cursor(.body("last_id"), parameter: "after", more: "has_more"), elements: \.data)`.
    public static func listChatCompletions(
      model: String? = nil, metadata: Query? = nil, after: String? = nil, limit: Int? = nil,
      order: ListChatCompletionsOrder? = nil
    ) -> Call<ChatCompletionList> {
      Call<ChatCompletionList>(
        listChatCompletionsRow,
        [
          "model": PathValue(id: model), "after": PathValue(id: after), "limit": PathValue(id: limit),
          "order": PathValue(id: order),
        ]
      )
      .query(metadata ?? [:])
    }

    static let createChatCompletionRow = endpoint(
      "createChatCompletion", .post, "chat/completions",
      Options {
        $0.errors.add(ErrorResponse.self, for: 429)
      },
      input: CreateChatCompletionRequest.self, output: CreateChatCompletionResponse.self,
      summary: "**Starting a new project?** We recommend trying [Responses](/docs/api-reference/responses…"
    )
    /// **Starting a new project?** We recommend trying [Responses](/docs/api-reference/responses)
    /// to take advantage of the latest OpenAI platform features. Compare
    /// [Chat Completions with Responses](/docs/guides/responses-vs-chat-completions?api-mode=responses).
    ///
    /// ---
    ///
    /// Creates a model response for the given chat conversation. Learn more in the
    /// [text generation](/docs/guides/text-generation), [vision](/docs/guides/vision),
    /// and [audio](/docs/guides/audio) guides.
    ///
    /// Parameter support can differ depending on the model used to generate the
    /// response, particularly for newer reasoning models. Parameters that are only
    /// supported for reasoning models are noted below. For the current state of
    /// unsupported parameters in reasoning models,
    /// [refer to the reasoning guide](/docs/guides/reasoning).
    ///
    /// Returns a chat completion object, or a streamed sequence of chat completion
    /// chunk objects if the request is streamed.
    public static func createChatCompletion(body: CreateChatCompletionRequest) -> Call<CreateChatCompletionResponse> {
      Call<CreateChatCompletionResponse>(createChatCompletionRow).body(body)
    }

    static let createChatCompletionEventsRow = endpoint(
      "createChatCompletionEvents", .post, "chat/completions",
      Options {
        $0.headers["Accept"] = "text/event-stream"
        $0.errors.add(ErrorResponse.self, for: 429)
      },
      input: CreateChatCompletionRequest.self, output: CreateChatCompletionStreamResponse.self,
      summary: "**Starting a new project?** We recommend trying [Responses](/docs/api-reference/responses…"
    )
    /// **Starting a new project?** We recommend trying [Responses](/docs/api-reference/responses)
    /// to take advantage of the latest OpenAI platform features. Compare
    /// [Chat Completions with Responses](/docs/guides/responses-vs-chat-completions?api-mode=responses).
    ///
    /// ---
    ///
    /// Creates a model response for the given chat conversation. Learn more in the
    /// [text generation](/docs/guides/text-generation), [vision](/docs/guides/vision),
    /// and [audio](/docs/guides/audio) guides.
    ///
    /// Parameter support can differ depending on the model used to generate the
    /// response, particularly for newer reasoning models. Parameters that are only
    /// supported for reasoning models are noted below. For the current state of
    /// unsupported parameters in reasoning models,
    /// [refer to the reasoning guide](/docs/guides/reasoning).
    ///
    /// Returns a chat completion object, or a streamed sequence of chat completion
    /// chunk objects if the request is streamed.
    ///
    /// Sends `stream` as true. Read the events by `api.events(_:)`.
    public static func createChatCompletionEvents(
      body: CreateChatCompletionRequest
    ) -> Call<CreateChatCompletionStreamResponse> {
      var body = body
      body.stream = .value(true)
      return Call<CreateChatCompletionStreamResponse>(createChatCompletionEventsRow).body(body)
    }

    static let getChatCompletionRow = endpoint(
      "getChatCompletion", .get, "chat/completions/{completionID}", output: CreateChatCompletionResponse.self,
      summary: "Get a stored chat completion"
    )
    /// Get a stored chat completion. Only Chat Completions that have been created
    /// with the `store` parameter set to `true` will be returned.
    ///
    /// - Parameters:
    ///   - completionID: The ID of the chat completion to retrieve.
    public static func getChatCompletion(completionID: String) -> Call<CreateChatCompletionResponse> {
      Call<CreateChatCompletionResponse>(getChatCompletionRow, ["completionID": PathValue(id: completionID)])
    }

    static let updateChatCompletionRow = endpoint(
      "updateChatCompletion", .post, "chat/completions/{completionID}", input: UpdateChatCompletionBody.self,
      output: CreateChatCompletionResponse.self, summary: "Modify a stored chat completion"
    )
    /// Modify a stored chat completion. Only Chat Completions that have been
    /// created with the `store` parameter set to `true` can be modified. Currently,
    /// the only supported modification is to update the `metadata` field.
    ///
    /// - Parameters:
    ///   - completionID: The ID of the chat completion to update.
    public static func updateChatCompletion(
      completionID: String, body: UpdateChatCompletionBody
    ) -> Call<CreateChatCompletionResponse> {
      Call<CreateChatCompletionResponse>(updateChatCompletionRow, ["completionID": PathValue(id: completionID)]).body(body)
    }

    static let deleteChatCompletionRow = endpoint(
      "deleteChatCompletion", .delete, "chat/completions/{completionID}", output: ChatCompletionDeleted.self,
      summary: "Delete a stored chat completion"
    )
    /// Delete a stored chat completion. Only Chat Completions that have been
    /// created with the `store` parameter set to `true` can be deleted.
    ///
    /// - Parameters:
    ///   - completionID: The ID of the chat completion to delete.
    public static func deleteChatCompletion(completionID: String) -> Call<ChatCompletionDeleted> {
      Call<ChatCompletionDeleted>(deleteChatCompletionRow, ["completionID": PathValue(id: completionID)])
    }

    static let getChatCompletionMessagesRow = endpoint(
      "getChatCompletionMessages", .get, "chat/completions/{completionID}/messages{?after,limit,order}",
      output: ChatCompletionMessageList.self, summary: "Get the messages in a stored chat completion"
    )
    /// Get the messages in a stored chat completion. Only Chat Completions that
    /// have been created with the `store` parameter set to `true` will be
    /// returned.
    ///
    /// - Parameters:
    ///   - completionID: The ID of the chat completion to retrieve messages from.
    ///   - after: Identifier for the last message from the previous pagination request.
    ///   - limit: Number of messages to retrieve.
    ///   - order: Sort order for messages by timestamp. Use `asc` for ascending order or `desc` for descending order.
    ///     Defaults to `asc`.
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .cursor(.body("last_id"), parameter: "after", more: "has_more"), elements: \.data)`.
    public static func getChatCompletionMessages(
      completionID: String, after: String? = nil, limit: Int? = nil, order: GetChatCompletionMessagesOrder? = nil
    ) -> Call<ChatCompletionMessageList> {
      Call<ChatCompletionMessageList>(
        getChatCompletionMessagesRow,
        [
          "completionID": PathValue(id: completionID), "after": PathValue(id: after), "limit": PathValue(id: limit),
          "order": PathValue(id: order),
        ])
    }
  }
}
