package import Foundation

/// Files of a description from the file system.
package enum FileLoading {
  /// Returns the content of a regular file. A `$ref` may name a device or a pipe, whose content never ends.
  package static func content(of path: String) throws -> Data {
    let url = URL(filePath: path).resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: url.path) else { throw CocoaError(.fileReadNoSuchFile) }
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw DescriptionError("it is no regular file", in: path)
    }
    return try Data(contentsOf: url)
  }
}
