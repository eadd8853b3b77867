// Written by `refinery import` from OpenAI API 2.3.0. Do not edit it: import again.

public import RefineryCore

extension OpenAI {
  /// Get a vector representation of a given input that can be easily consumed by machine learning models and algorithms.
  public enum Embeddings: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [createEmbeddingRow]

    static let createEmbeddingRow = endpoint(
      "createEmbedding", .post, "embeddings",
      Options {
        $0.errors.add(ErrorResponse.self, for: 429)
      },
      input: CreateEmbeddingRequest.self, output: CreateEmbeddingResponse.self,
      summary: "Creates an embedding vector representing the input text"
    )
    /// Creates an embedding vector representing the input text.
    public static func createEmbedding(body: CreateEmbeddingRequest) -> Call<CreateEmbeddingResponse> {
      Call<CreateEmbeddingResponse>(createEmbeddingRow).body(body)
    }
  }
}
