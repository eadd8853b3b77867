public import RefineryCore

extension Options {
  /// Whether requests are compressed with gzip. Default: the choice of the client's ``GzipMiddleware``. That choice is `never`
  /// by default.
  ///
  /// Set it only for a server that decodes gzip. A client cannot find this out in advance: few servers respond 415; others
  /// refuse the bytes as malformed JSON, or store them as they are. A client, a model, a row or a call can set it.
  ///
  /// ```swift
  /// Endpoint("Report.upload", .post, "reports", Options { $0.compression = .large })
  /// ```
  public var compression: Compression {
    get { self[CompressionKey.self] }
    set { self[CompressionKey.self] = newValue }
  }

  /// The maximum ratio between the decoded size of a response and its size on the network. It applies above 1 MiB. Default 25;
  /// with nil, only `responseLimit` applies.
  public var decompressionRatioLimit: Int? {
    get { self[DecompressionRatioLimitKey.self] }
    set { self[DecompressionRatioLimitKey.self] = newValue }
  }
}

package enum CompressionKey: OptionKey {
  package static let name = "compression"
  package static let defaultValue = Compression.automatic
}

package enum DecompressionRatioLimitKey: OptionKey {
  package static let name = "decompressionRatioLimit"
  package static let defaultValue: Int? = 25
}
