// Written by `refinery import` from OpenAI API 2.3.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension OpenAI {
  /// The intended purpose of the uploaded file. One of:
  /// - `assistants`: Used in the Assistants API
  /// - `batch`: Used in the Batch API
  /// - `fine-tune`: Used for fine-tuning
  /// - `vision`: Images used for vision fine-tuning
  /// - `user_data`: Flexible file type for any purpose
  /// - `evals`: Used for eval data sets
  public struct CreateFileBodyPurpose: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var assistants: Self { Self(rawValue: "assistants") }
    public static var batch: Self { Self(rawValue: "batch") }
    public static var fineTune: Self { Self(rawValue: "fine-tune") }
    public static var vision: Self { Self(rawValue: "vision") }
    public static var userData: Self { Self(rawValue: "user_data") }
    public static var evals: Self { Self(rawValue: "evals") }

    public static var knownValues: [Self] { [.assistants, .batch, .fineTune, .vision, .userData, .evals] }
  }

  /// DeleteFileResponse.
  public struct DeleteFileResponse: ObjectModel {
    public var id: String
    public var object: String
    public var deleted: Bool

    public init(id: String, deleted: Bool, object: String = "file") {
      self.id = id
      self.deleted = deleted
      self.object = object
    }

    public init(_ unread: Unread) {
      id = ""
      object = ""
      deleted = false
    }

    public mutating func list(_ members: Members) {
      members.required("id", &id)
      members.required("object", &object)
      members.required("deleted", &deleted)
    }
  }

  /// The expiration policy for a file. By default, files with `purpose=batch` expire after 30 days and all other files
  /// are persisted until they are manually deleted.
  public struct FileExpirationAfter: ObjectModel {
    /// Anchor timestamp after which the expiration policy applies. Supported anchors: `created_at`.
    public var anchor: String
    /// The number of seconds after the anchor time that the file will expire. Must be between 3600 (1 hour) and 2592000 (30
    /// days).
    public var seconds: Int

    public init(seconds: Int, anchor: String = "created_at") {
      self.seconds = seconds
      self.anchor = anchor
    }

    public init(_ unread: Unread) {
      anchor = ""
      seconds = 0
    }

    public mutating func list(_ members: Members) {
      members.required("anchor", &anchor)
      members.required("seconds", &seconds)
    }
  }

  /// Default: `"desc"`.
  public typealias ListFilesOrder = ListChatCompletionsOrder

  /// ListFilesResponse.
  public struct ListFilesResponse: ObjectModel {
    public var object: String
    public var data: [OpenAIFile]
    public var firstID: String
    public var lastID: String
    public var hasMore: Bool

    public init(object: String, data: [OpenAIFile], firstID: String, lastID: String, hasMore: Bool) {
      self.object = object
      self.data = data
      self.firstID = firstID
      self.lastID = lastID
      self.hasMore = hasMore
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

  /// The `File` object represents a document that has been uploaded to OpenAI.
  public struct OpenAIFile: ObjectModel {
    /// The file identifier, which can be referenced in the API endpoints.
    public var id: String
    /// The size of the file, in bytes.
    public var bytes: Int
    /// The Unix timestamp (in seconds) for when the file was created.
    public var createdAt: Date
    /// The Unix timestamp (in seconds) for when the file will expire.
    public var expiresAt: Date?
    /// The name of the file.
    public var filename: String
    /// The object type, which is always `file`.
    public var object: String
    /// The intended purpose of the file. Supported values are `assistants`, `assistants_output`, `batch`, `batch_output`,
    /// `fine-tune`, `fine-tune-results`, `vision`, and `user_data`.
    public var purpose: OpenAIFilePurpose
    /// Deprecated. The current status of the file, which can be either `uploaded`, `processed`, or `error`.
    ///
    /// Deprecated.
    public var status: OpenAIFileStatus
    /// Deprecated. For details on why a fine-tuning training file failed validation, see the `error` field on
    /// `fine_tuning.job`.
    ///
    /// Deprecated.
    public var statusDetails: String?

    public init(
      id: String, bytes: Int, createdAt: Date, filename: String, purpose: OpenAIFilePurpose, status: OpenAIFileStatus,
      expiresAt: Date? = nil, object: String = "file", statusDetails: String? = nil
    ) {
      self.id = id
      self.bytes = bytes
      self.createdAt = createdAt
      self.filename = filename
      self.purpose = purpose
      self.status = status
      self.expiresAt = expiresAt
      self.object = object
      self.statusDetails = statusDetails
    }

    public init(_ unread: Unread) {
      id = ""
      bytes = 0
      createdAt = .distantPast
      filename = ""
      object = ""
      purpose = OpenAIFilePurpose(rawValue: "")
      status = OpenAIFileStatus(rawValue: "")
    }

    public mutating func list(_ members: Members) {
      members.required("id", &id)
      members.required("bytes", &bytes)
      members.required("created_at", &createdAt, .unixTime)
      members.optional("expires_at", &expiresAt, .unixTime)
      members.required("filename", &filename)
      members.required("object", &object)
      members.required("purpose", &purpose)
      members.required("status", &status)
      members.optional("status_details", &statusDetails)
    }
  }

  /// The intended purpose of the file. Supported values are `assistants`, `assistants_output`, `batch`, `batch_output`,
  /// `fine-tune`, `fine-tune-results`, `vision`, and `user_data`.
  public struct OpenAIFilePurpose: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var assistants: Self { Self(rawValue: "assistants") }
    public static var assistantsOutput: Self { Self(rawValue: "assistants_output") }
    public static var batch: Self { Self(rawValue: "batch") }
    public static var batchOutput: Self { Self(rawValue: "batch_output") }
    public static var fineTune: Self { Self(rawValue: "fine-tune") }
    public static var fineTuneResults: Self { Self(rawValue: "fine-tune-results") }
    public static var vision: Self { Self(rawValue: "vision") }
    public static var userData: Self { Self(rawValue: "user_data") }

    public static var knownValues: [Self] {
      [.assistants, .assistantsOutput, .batch, .batchOutput, .fineTune, .fineTuneResults, .vision, .userData]
    }
  }

  /// Deprecated. The current status of the file, which can be either `uploaded`, `processed`, or `error`.
  ///
  /// Deprecated.
  public struct OpenAIFileStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var uploaded: Self { Self(rawValue: "uploaded") }
    public static var processed: Self { Self(rawValue: "processed") }
    public static var error: Self { Self(rawValue: "error") }

    public static var knownValues: [Self] { [.uploaded, .processed, .error] }
  }
}
