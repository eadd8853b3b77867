import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The place of a downloaded file.
struct DownloadTarget: Sendable {
  let path: String
  let folder: String
  let name: String

  init(_ file: URL) throws(FileFault) {
    let path = file.isFileURL ? file.path : ""
    // Compares bytes, because a slash and a combining character after it are one `Character`.
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    let name = String(path[start...])
    guard !path.isEmpty, !path.utf8.contains(0) else { throw FileFault(.notAFileURL, name: name) }
    guard !["", ".", ".."].contains(name), !file.hasDirectoryPath else { throw FileFault(.isFolder, name: name) }
    let folder = String(path[..<start])
    self.path = path
    self.name = name
    self.folder = folder.isEmpty ? "./" : folder
  }

  /// The path of a part that is kept: the same for each download of the file.
  var keptPartPath: String { folder + Self.fitted(name) + ".refinery-part" }
  /// The path of a part that is not kept.
  var ownPartPath: String { folder + Self.fitted(name) + ".\(String(UInt64.random(in: 0 ... .max), radix: 36)).refinery-part" }

  /// Returns a hidden name for the file's name, short enough to add a suffix. A long name is cut, and gets a hash of the whole
  /// name, so that it stays unique.
  private static func fitted(_ name: String) -> String {
    guard name.utf8.count > 190 else { return ".\(name)" }
    var start = name
    while start.utf8.count > 170 { start.removeLast() }
    return ".\(start).\(StableHash.text(of: name))"
  }

  func fault(_ reason: FileFault.Reason) -> FileFault { FileFault(reason, name: name) }
  /// The fault for the last error of the system.
  func fault() -> FileFault { FileFault(code: errno, name: name) }

  /// Returns the permissions of the file that will be replaced; nil if there is none.
  func check(replacesExisting: Bool) throws(FileFault) -> mode_t? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw fault()
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw fault(.isFolder)
    case S_IFLNK: throw fault(.isSymbolicLink)
    default: throw fault(.notARegularFile)
    }
    guard replacesExisting else { throw fault(.exists) }
    return status.st_mode & 0o777
  }

  /// Moves a file of the same folder to the target, unless the target exists by now.
  ///
  /// - Parameter makeLink: makes a hard link. Returns 0, or the error number of the system.
  func move(
    _ part: String, makeLink: (String, String) -> Int32 = { link($0, $1) == 0 ? 0 : errno }
  ) throws(FileFault) {
    // Unlike rename(2), link(2) fails if the target exists.
    let code = makeLink(part, path)
    guard code != 0 else {
      unlink(part)
      return
    }
    guard code != EEXIST else { throw FileFault(code: code, name: name) }
    // Some file systems have no hard links. There, an empty file is created with the name, unless the name is taken, and is
    // then replaced.
    let reserved = open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard reserved >= 0 else { throw fault() }
    close(reserved)
    guard rename(part, path) == 0 else {
      let error = fault()
      unlink(path)
      throw error
    }
  }
}

/// A hash that is the same in each process (FNV-1a, 64 bits, from two starts).
enum StableHash {
  static func text(of text: String) -> String {
    let starts: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142]
    return starts.map { start in
      String(text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
    }.joined(separator: "-")
  }
}
