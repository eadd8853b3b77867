// Written by `refinery import` from OpenAI API 2.3.0. Do not edit it: import again.

public import RefineryCore

/// The OpenAI REST API. Please see https://platform.openai.com/docs/api-reference for more details.
///
/// Authentication, by `AuthMiddleware`. The first is the default credential; rows name the others:
/// - `ApiKeyAuth`: `.bearer(token)`
/// - `AdminApiKeyAuth`: `.bearer(token)`
public enum OpenAI {
  /// The base URL of its server.
  public static let baseURL = "https://api.openai.com/v1"

  /// All its rows.
  public static let table = EndpointTable("OpenAI", [Chat.self, Embeddings.self, Files.self, Models.self])
}
