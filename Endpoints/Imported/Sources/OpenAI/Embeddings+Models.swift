// Written by `refinery import` from OpenAI API 2.3.0. Do not edit it: import again.

public import RefineryCore

extension OpenAI {
  /// CreateEmbeddingRequest.
  public struct CreateEmbeddingRequest: ObjectModel {
    /// Input text to embed, encoded as a string or array of tokens. To embed multiple inputs in a single request, pass an
    /// array of strings or array of token arrays. The input must not exceed the max input tokens for the model (8192 tokens
    /// for all embedding models), cannot be an empty string, and any array must be 2048 dimensions or less. [Example Python
    /// code](https://cookbook.openai.com/examples/how_to_count_tokens_with_tiktoken) for counting tokens. In addition to
    /// the per-input token limit, all embedding models enforce a maximum of 300,000 tokens summed across all inputs in a
    /// single request.
    public var input: CreateEmbeddingRequestInput
    /// ID of the model to use. You can use the [List models](/docs/api-reference/models/list) API to see all of your
    /// available models, or see our [Model overview](/docs/models) for descriptions of them.
    public var model: CreateEmbeddingRequestModel
    /// The format to return the embeddings in. Can be either `float` or [`base64`](https://example.com/pybase64/).
    ///
    /// Default: `"float"`.
    public var encodingFormat: CreateEmbeddingRequestEncodingFormat?
    /// The number of dimensions the resulting output embeddings should have. Only supported in `text-embedding-3` and later
    /// models.
    public var dimensions: Int?
    /// A unique identifier representing your end-user, which can help OpenAI to monitor and detect abuse. [Learn
    /// more](/docs/guides/safety-best-practices#end-user-ids).
    public var user: String?

    public init(
      input: CreateEmbeddingRequestInput, model: CreateEmbeddingRequestModel,
      encodingFormat: CreateEmbeddingRequestEncodingFormat? = nil, dimensions: Int? = nil, user: String? = nil
    ) {
      self.input = input
      self.model = model
      self.encodingFormat = encodingFormat
      self.dimensions = dimensions
      self.user = user
    }

    public init(_ unread: Unread) {
      input = .other(.null)
      model = CreateEmbeddingRequestModel(rawValue: "")
    }

    public mutating func list(_ members: Members) {
      members.required("input", &input)
      members.required("model", &model)
      members.optional("encoding_format", &encodingFormat)
      members.optional("dimensions", &dimensions)
      members.optional("user", &user)
    }
  }

  /// The format to return the embeddings in. Can be either `float` or [`base64`](https://example.com/pybase64/).
  ///
  /// Default: `"float"`.
  public struct CreateEmbeddingRequestEncodingFormat: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var float: Self { Self(rawValue: "float") }
    public static var base64: Self { Self(rawValue: "base64") }

    public static var knownValues: [Self] { [.float, .base64] }
  }

  /// Input text to embed, encoded as a string or array of tokens. To embed multiple inputs in a single request, pass an
  /// array of strings or array of token arrays. The input must not exceed the max input tokens for the model (8192 tokens
  /// for all embedding models), cannot be an empty string, and any array must be 2048 dimensions or less. [Example Python
  /// code](https://cookbook.openai.com/examples/how_to_count_tokens_with_tiktoken) for counting tokens. In addition to
  /// the per-input token limit, all embedding models enforce a maximum of 300,000 tokens summed across all inputs in a
  /// single request.
  public enum CreateEmbeddingRequestInput: UnionModel {
    case string(String)
    case array([String])
    case array2([Int])
    case array3([[Int]])
    /// None of these; the value is kept.
    case other(JSONValue)

    public static let branches: [UnionBranch<Self>] = [
      UnionBranch(Self.string), UnionBranch(Self.array), UnionBranch(Self.array2), UnionBranch(Self.array3),
    ]

    public var content: any Codable & Sendable {
      switch self {
      case .string(let content): content
      case .array(let content): content
      case .array2(let content): content
      case .array3(let content): content
      case .other(let content): content
      }
    }
  }

  /// ID of the model to use. You can use the [List models](/docs/api-reference/models/list) API to see all of your
  /// available models, or see our [Model overview](/docs/models) for descriptions of them.
  public struct CreateEmbeddingRequestModel: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var textEmbeddingAda002: Self { Self(rawValue: "text-embedding-ada-002") }
    public static var textEmbedding3Small: Self { Self(rawValue: "text-embedding-3-small") }
    public static var textEmbedding3Large: Self { Self(rawValue: "text-embedding-3-large") }

    public static var knownValues: [Self] { [.textEmbeddingAda002, .textEmbedding3Small, .textEmbedding3Large] }
  }

  /// CreateEmbeddingResponse.
  public struct CreateEmbeddingResponse: ObjectModel {
    /// The list of embeddings generated by the model.
    public var data: [Embedding]
    /// The name of the model used to generate the embedding.
    public var model: String
    /// The object type, which is always "list".
    public var object: String
    /// The usage information for the request.
    public var usage: CreateEmbeddingResponseUsage

    public init(data: [Embedding], model: String, usage: CreateEmbeddingResponseUsage, object: String = "list") {
      self.data = data
      self.model = model
      self.usage = usage
      self.object = object
    }

    public init(_ unread: Unread) {
      data = []
      model = ""
      object = ""
      usage = CreateEmbeddingResponseUsage(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("data", &data)
      members.required("model", &model)
      members.required("object", &object)
      members.required("usage", &usage)
    }
  }

  /// The usage information for the request.
  public struct CreateEmbeddingResponseUsage: ObjectModel {
    /// The number of tokens used by the prompt.
    public var promptTokens: Int
    /// The total number of tokens used by the request.
    public var totalTokens: Int

    public init(promptTokens: Int, totalTokens: Int) {
      self.promptTokens = promptTokens
      self.totalTokens = totalTokens
    }

    public init(_ unread: Unread) {
      promptTokens = 0
      totalTokens = 0
    }

    public mutating func list(_ members: Members) {
      members.required("prompt_tokens", &promptTokens)
      members.required("total_tokens", &totalTokens)
    }
  }

  /// Represents an embedding vector returned by embedding endpoint.
  public struct Embedding: ObjectModel {
    /// The index of the embedding in the list of embeddings.
    public var index: Int
    /// The embedding vector, which is a list of floats. The length of vector depends on the model as listed in the
    /// [embedding guide](/docs/guides/embeddings).
    public var embedding: [Double]
    /// The object type, which is always "embedding".
    public var object: String

    public init(index: Int, embedding: [Double], object: String = "embedding") {
      self.index = index
      self.embedding = embedding
      self.object = object
    }

    public init(_ unread: Unread) {
      index = 0
      embedding = []
      object = ""
    }

    public mutating func list(_ members: Members) {
      members.required("index", &index)
      members.required("embedding", &embedding)
      members.required("object", &object)
    }
  }
}
