import Foundation
import RefineryJSON

/// The files of a description. Each is loaded and parsed once.
struct DocumentStore {
  private let loading: (String) throws -> Data
  /// The folder of the first file, with a slash at its end.
  private let folder: String
  private var files: [String: Result<JSONValue, DescriptionError>] = [:]
  /// How often a file was loaded, for tests.
  private(set) var loadCount = 0

  init(folder: String, loading: @escaping (String) throws -> Data) {
    self.folder = folder
    self.loading = loading
  }

  /// Returns the value of a file.
  ///
  /// - Throws: ``DescriptionError``.
  mutating func document(_ file: String, findings: (Finding) -> Void) throws -> JSONValue {
    if let known = files[file] { return try known.get() }
    let result = Result { () throws(DescriptionError) in try load(file, findings) }
    files[file] = result
    return try result.get()
  }

  private mutating func load(_ file: String, _ findings: (Finding) -> Void) throws(DescriptionError) -> JSONValue {
    let data: Data
    loadCount += 1
    do {
      data = try loading(file.hasPrefix("/") ? file : RelativePath.resolved(folder + file, from: ""))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      throw DescriptionError("there is no such file", in: file)
    } catch let error as DescriptionError {
      throw error
    } catch {
      throw DescriptionError("the file cannot be read: \(error)", in: file)
    }
    let (value, found) = try DocumentParser.parse(data, in: file)
    found.forEach(findings)
    return value
  }
}
