// Written by `refinery import` from OpenAI API 2.3.0. Do not edit it: import again.

public import RefineryCore

extension OpenAI {
  /// List and describe the various models available in the API.
  public enum Models: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [listModelsRow, retrieveModelRow, deleteModelRow]

    static let listModelsRow = endpoint(
      "listModels", .get, "models", output: ListModelsResponse.self,
      summary: "Lists the currently available models, and provides basic information about each one such …"
    )
    /// Lists the currently available models, and provides basic information about each one such as the owner and
    /// availability.
    public static func listModels() -> Call<ListModelsResponse> {
      Call<ListModelsResponse>(listModelsRow)
    }

    static let retrieveModelRow = endpoint(
      "retrieveModel", .get, "models/{model}", output: Model.self,
      summary: "Retrieves a model instance, providing basic information about the model such as the owner…"
    )
    /// Retrieves a model instance, providing basic information about the model such as the owner and permissioning.
    ///
    /// - Parameters:
    ///   - model: The ID of the model to use for this request
    public static func retrieveModel(model: String) -> Call<Model> {
      Call<Model>(retrieveModelRow, ["model": PathValue(id: model)])
    }

    static let deleteModelRow = endpoint(
      "deleteModel", .delete, "models/{model}", output: DeleteModelResponse.self, summary: "Delete a fine-tuned model"
    )
    /// Delete a fine-tuned model. You must have the Owner role in your organization to delete a model.
    ///
    /// - Parameters:
    ///   - model: The model to delete
    public static func deleteModel(model: String) -> Call<DeleteModelResponse> {
      Call<DeleteModelResponse>(deleteModelRow, ["model": PathValue(id: model)])
    }
  }
}
