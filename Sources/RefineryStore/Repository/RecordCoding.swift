public import RefineryCore

/// Converts a model to the content of a record, and back.
public struct RecordCoding<Model: Sendable>: Sendable {
  private let write: @Sendable (Model) throws -> JSONValue
  private let read: @Sendable (JSONValue) throws -> Model

  /// Converts with the given closures.
  public init(
    encode: @escaping @Sendable (Model) throws -> JSONValue, decode: @escaping @Sendable (JSONValue) throws -> Model
  ) {
    write = encode
    read = decode
  }

  /// The content for a model.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/badRecord`` if the model is not a JSON object or cannot be encoded.
  func content(of model: Model) throws -> JSONValue {
    do {
      let content = try write(model)
      guard case .object = content else { throw MappingError(.wrongShape, expected: "object") }
      return content
    } catch {
      throw StoreError(.badRecord, underlying: MappingError(encoding: error))
    }
  }

  /// The model in a content.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/badRecord``; its underlying `MappingError` has the path of the fault.
  func model(of content: JSONValue) throws -> Model {
    do {
      return try read(content)
    } catch {
      throw StoreError(.badRecord, underlying: MappingError(decoding: error, expecting: Model.self))
    }
  }

  /// The model in a record of a store; the error says which record it is.
  func model(of record: StoredRecord) throws -> Model {
    do {
      return try model(of: record.content)
    } catch let error as StoreError {
      throw error.naming(key: record.key, id: record.id)
    }
  }

  /// Reads records. `policy` decides what happens to records that the model cannot read.
  func read<Output>(
    _ records: [StoredRecord], _ policy: ElementPolicy, as output: (StoredRecord) throws -> Output
  ) throws -> [Output] {
    try records.compactMap { record in
      do {
        return try output(record)
      } catch let error as StoreError where error.kind == .badRecord && policy == .skip {
        return nil
      }
    }
  }

  /// The records that the model cannot read.
  func unreadable(_ records: [StoredRecord]) throws -> [UnreadableRecord] {
    try records.compactMap { record in
      do {
        _ = try model(of: record)
        return nil
      } catch let error as StoreError {
        return UnreadableRecord(record: record, error: error)
      }
    }
  }
}

extension RecordCoding where Model: Codable {
  /// Converts with JSON, and with the date and key strategies of a `JSONCoder` or a `FoundationJSONCoder`. For any other coder,
  /// uses the default strategies.
  public init(as coder: any Coder = JSONCoder()) {
    let json = coder as? JSONCoder
    let (dates, keys) = (json?.dates ?? .iso8601, json?.keys ?? .asWritten)
    let encoder = JSONValueEncoder(dates: dates, keys: keys)
    let decoder = JSONValueDecoder(dates: dates, keys: keys)
    self.init(encode: { try encoder.encode($0) }, decode: { try decoder.decode(Model.self, from: $0) })
  }
}
