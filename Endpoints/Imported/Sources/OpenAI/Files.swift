// Written by `refinery import` from OpenAI API 2.3.0. Do not edit it: import again.

public import RefineryCore
public import RefineryMultipart

extension OpenAI {
  /// Files are used to upload documents that can be used with features like Assistants and Fine-tuning.
  public enum Files: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      listFilesRow, createFileRow, deleteFileRow, retrieveFileRow, downloadFileRow,
    ]

    static let listFilesRow = endpoint(
      "listFiles", .get, "files{?purpose,limit,order,after}", output: ListFilesResponse.self,
      summary: "Returns a list of files"
    )
    /// Returns a list of files.
    ///
    /// - Parameters:
    ///   - purpose: Only return files with the given purpose.
    ///   - limit: A limit on the number of objects to be returned. Limit can range between 1 and 10,000, and the
    ///     default is 10,000.
    ///   - order: Sort order by the `created_at` timestamp of the objects. `asc` for ascending order and `desc` for
    ///     descending order.
    ///   - after: A cursor for use in pagination. `after` is an object ID that defines your place in the list. For
    ///     instance, if you make a list request and receive 100 objects, ending with obj_foo, your subsequent
    ///     call can include after=obj_foo in order to fetch the next page of the list.
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .cursor(.body("last_id"), parameter: "after", more: "has_more"), elements: \.data)`.
    public static func listFiles(
      purpose: String? = nil, limit: Int? = nil, order: ListFilesOrder? = nil, after: String? = nil
    ) -> Call<ListFilesResponse> {
      Call<ListFilesResponse>(
        listFilesRow,
        [
          "purpose": PathValue(id: purpose), "limit": PathValue(id: limit), "order": PathValue(id: order),
          "after": PathValue(id: after),
        ])
    }

    static let createFileRow = endpoint(
      "createFile", .post, "files", output: OpenAIFile.self,
      summary: "Upload a file that can be used across various endpoints"
    )
    /// Upload a file that can be used across various endpoints. Individual files
    /// can be up to 512 MB, and each project can store up to 2.5 TB of files in
    /// total. There is no organization-wide storage limit. Uploads to this
    /// endpoint are rate-limited to 1,000 requests per minute per authenticated
    /// user.
    ///
    /// - The Assistants API supports files up to 2 million tokens and of specific
    /// file types. See the [Assistants Tools guide](/docs/assistants/tools) for
    /// details.
    /// - The Fine-tuning API only supports `.jsonl` files. The input also has
    /// certain required formats for fine-tuning
    /// [chat](/docs/api-reference/fine-tuning/chat-input) or
    /// [completions](/docs/api-reference/fine-tuning/completions-input) models.
    /// - The Batch API only supports `.jsonl` files up to 200 MB in size. The input
    /// also has a specific required
    /// [format](/docs/api-reference/batch/request-input).
    /// - For Retrieval or `file_search` ingestion, upload files here first. If
    /// you need to attach multiple uploaded files to the same vector store, use
    /// [`/vector_stores/{vector_store_id}/file_batches`](/docs/api-reference/vector-stores-file-batches/createBatch)
    /// instead of attaching them one by one. Vector store attachment has separate
    /// limits from file upload, including 2,000 attached files per minute per
    /// organization.
    ///
    /// Please [contact us](https://help.openai.com/) if you need to increase these
    /// storage limits.
    ///
    /// - Parameters:
    ///   - file: The File object (not file name) to be uploaded.
    ///   - purpose: The intended purpose of the uploaded file. One of:
    ///     - `assistants`: Used in the Assistants API
    ///     - `batch`: Used in the Batch API
    ///     - `fine-tune`: Used for fine-tuning
    ///     - `vision`: Images used for vision fine-tuning
    ///     - `user_data`: Flexible file type for any purpose
    ///     - `evals`: Used for eval data sets
    ///   - expiresAfter: The expiration policy for a file. By default, files with `purpose=batch` expire after 30 days and all other files
    ///     are persisted until they are manually deleted.
    public static func createFile(
      file: MultipartForm.Part, purpose: CreateFileBodyPurpose, expiresAfter: FileExpirationAfter? = nil
    ) -> Call<OpenAIFile> {
      var form = MultipartForm()
      form.append(file, named: "file")
      form.parts.append(.text("purpose", purpose.rawValue))
      if let expiresAfter { form.parts.append(.model("expires_after", expiresAfter)) }
      return Call<OpenAIFile>(createFileRow).multipart(form)
    }

    static let deleteFileRow = endpoint(
      "deleteFile", .delete, "files/{fileID}", output: DeleteFileResponse.self,
      summary: "Delete a file and remove it from all vector stores"
    )
    /// Delete a file and remove it from all vector stores.
    ///
    /// - Parameters:
    ///   - fileID: The ID of the file to use for this request.
    public static func deleteFile(fileID: String) -> Call<DeleteFileResponse> {
      Call<DeleteFileResponse>(deleteFileRow, ["fileID": PathValue(id: fileID)])
    }

    static let retrieveFileRow = endpoint(
      "retrieveFile", .get, "files/{fileID}", output: OpenAIFile.self, summary: "Returns information about a specific file"
    )
    /// Returns information about a specific file.
    ///
    /// - Parameters:
    ///   - fileID: The ID of the file to use for this request.
    public static func retrieveFile(fileID: String) -> Call<OpenAIFile> {
      Call<OpenAIFile>(retrieveFileRow, ["fileID": PathValue(id: fileID)])
    }

    static let downloadFileRow = endpoint(
      "downloadFile", .get, "files/{fileID}/content", output: String.self,
      summary: "Returns a response containing the contents of the specified file"
    )
    /// Returns a response containing the contents of the specified file.
    ///
    /// - Parameters:
    ///   - fileID: The ID of the file to use for this request.
    public static func downloadFile(fileID: String) -> Call<String> {
      Call<String>(downloadFileRow, ["fileID": PathValue(id: fileID)])
    }
  }
}
