package import RefineryJSON
import SystemPackage

/// A file of JSON lines, for spans and log lines.
///
/// Each line is written by one append to the file. So lines of different tasks do not mix, and no line is lost if the process
/// ends.
package struct LineFile: Sendable {
  private let descriptor: FileDescriptor

  /// Creates the file, or empties it.
  ///
  /// - Throws: ``UnusableFile`` if the file cannot be created.
  package init(_ path: String) throws {
    do {
      descriptor = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .truncate, .append], permissions: [.ownerReadWrite, .groupRead])
    } catch {
      throw UnusableFile(description: "\(path) cannot be written: \(error)")
    }
  }

  /// Appends a line. A line that cannot be written is lost: a full disk must not end a request.
  package func append(_ line: JSONValue.Object) {
    _ = try? descriptor.writeAll("\(JSONValue.object(line).text())\n".utf8)
  }
}

/// The error for a file that cannot be created.
package struct UnusableFile: Error, CustomStringConvertible {
  /// The path and the reason.
  package let description: String
}
