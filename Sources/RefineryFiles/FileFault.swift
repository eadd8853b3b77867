public import RefineryCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a transfer cannot read or write its file. It is the underlying error of a `CallError`.
///
/// The stage is building if the fault is found before anything is sent, and sending otherwise.
public struct FileFault: SafelyDescribed, Equatable {
  /// The kinds of faults.
  public enum Reason: Sendable, Hashable {
    /// The URL does not name a file: it is not a `file:` URL, or its path is empty or contains NUL.
    case notAFileURL
    /// The file or its folder does not exist.
    case missing
    /// The file exists, and the options do not permit its replacement.
    case exists
    /// The path names a folder.
    case isFolder
    /// The path names a symbolic link. Pass the path of the file that it points to.
    case isSymbolicLink
    /// The path names a pipe, a socket or a device.
    case notARegularFile
    /// Another transfer writes the same file.
    case inUse
    /// The process may not read or write there.
    case noPermission
    /// The disk is full, the quota is exhausted, or the process may not write such a large file.
    case noSpace
    /// The file has another size or time of change than before, or was replaced.
    case changed
    /// Any other failure, by the system's error number.
    case system(code: Int32)
  }

  /// The kind of fault.
  public let reason: Reason
  /// The last component of the file's path. The description does not show the rest of the path.
  public let name: String

  /// A fault of a file.
  package init(_ reason: Reason, name: String) {
    self.reason = reason
    self.name = name
  }

  /// The fault for an error number of the system (`errno`).
  init(code: Int32, name: String) {
    let reason: Reason =
      switch code {
      case ENOENT, ENOTDIR: .missing
      case EEXIST: .exists
      case EISDIR: .isFolder
      case EACCES, EPERM, EROFS: .noPermission
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      case ELOOP: .isSymbolicLink
      default: .system(code: code)
      }
    self.init(reason, name: name)
  }

  /// One line, safe to log.
  public var description: String {
    let subject = "the file \"\(Redaction.escaped(String(name.prefix(128))))\""
    return switch reason {
    case .notAFileURL: "\(subject) needs a file URL with a path"
    case .missing: "\(subject) or its folder does not exist"
    case .exists: "\(subject) exists, and the options do not permit its replacement"
    case .isFolder: "\(subject) is a folder"
    case .isSymbolicLink: "\(subject) is a symbolic link"
    case .notARegularFile: "\(subject) is a pipe, a socket or a device"
    case .inUse: "\(subject) is in use by another transfer"
    case .noPermission: "\(subject) cannot be read or written: permission denied"
    case .noSpace: "\(subject) cannot be written: no space left, or the file would be too large"
    case .changed: "\(subject) has changed during the transfer"
    case .system(let code): "\(subject) cannot be read or written: errno \(code)"
    }
  }
}
