import FoundationEssentials
import RefineryCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The hidden file that receives a download, and becomes the target when it is complete.
actor PartFile {
  private let queue = FileQueue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let target: DownloadTarget
  private let options: DownloadOptions
  private let progress: (@Sendable (FileProgress) -> Void)?
  private let path: String
  private let source: String
  private var number: Int32 = -1
  private var record: PartRecord?
  /// The permissions of the complete file; nil if the system decides.
  private var permissions: mode_t?
  /// The largest file that the process may write.
  private let sizeLimit = PartFile.currentSizeLimit
  /// How far the download has come.
  private(set) var state = FileProgress(completed: 0)

  /// - Parameter source: the hash of what is downloaded.
  init(
    _ target: DownloadTarget, _ options: DownloadOptions, source: String, progress: (@Sendable (FileProgress) -> Void)?
  ) {
    self.target = target
    self.options = options
    self.source = source
    self.progress = progress
    path = options.keepsPart ? target.keptPartPath : target.ownPartPath
  }

  deinit { if number >= 0 { close(number) } }

  private static var currentSizeLimit: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
    #else
      let isKnown = getrlimit(RLIMIT_FSIZE, &limit) == 0
    #endif
    return isKnown ? Int(clamping: limit.rlim_cur) : .max
  }

  private var recordPath: String { path + ".json" }

  /// Creates the file, or opens a kept one. If a kept file can be continued, returns which version of the content it has, and
  /// how many bytes.
  func openPart() throws(FileFault) -> (representation: Representation, count: Int)? {
    let replaced = try target.check(replacesExisting: options.replacesExisting)
    permissions = options.permissions.map { mode_t($0) } ?? replaced
    // Until the download ends, this process must be able to read and write the file.
    let mode = permissions.map { $0 | 0o600 }
    // The file never has wider permissions than the complete file.
    number = try options.keepsPart ? lockedPart(mode ?? 0o666) : newPart(mode ?? 0o666)
    // The creation leaves out the bits of `umask`.
    if let mode, fchmod(number, mode) != 0 { throw target.fault() }
    guard options.keepsPart, let record = PartRecord.read(recordPath), record.source == source else { return nil }
    let count = record.usable(of: try size())
    // If the kept file is above the limit, the whole file is requested again, and that response is then refused.
    guard count > 0, record.representation.total ?? 0 <= options.limit ?? .max else { return nil }
    guard ftruncate(number, off_t(count)) == 0 else { throw target.fault() }
    self.record = record
    state = FileProgress(completed: count, total: record.representation.total, resumed: count)
    return (record.representation, count)
  }

  private func newPart(_ mode: mode_t) throws(FileFault) -> Int32 {
    let number = open(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, mode)
    guard number >= 0 else { throw target.fault() }
    return number
  }

  /// Opens the kept part and locks it, so that only this download uses it.
  private func lockedPart(_ mode: mode_t) throws(FileFault) -> Int32 {
    while true {
      // Without O_NONBLOCK, opening a pipe waits for its reader.
      let number = open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode)
      guard number >= 0 else { throw target.fault() }
      let (opened, named) = (status(of: number), status(at: path))
      guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
        let fault = errno == EWOULDBLOCK ? target.fault(.inUse) : target.fault()
        close(number)
        throw fault
      }
      // If a process ended between the two steps of its commit, the part is also the target.
      if let opened, opened.st_nlink > 1, status(at: path)?.st_ino == opened.st_ino,
        status(at: target.path)?.st_ino == opened.st_ino, unlink(path) == 0
      {
        close(number)
        continue
      }
      // In a folder that all users may write to, the file may belong to another user.
      guard let opened, opened.st_mode & S_IFMT == S_IFREG, opened.st_uid == geteuid(), opened.st_nlink <= 1 else {
        close(number)
        throw target.fault(.inUse)
      }
      // The previous owner of the lock may have moved its part to the target.
      if let named, named.st_ino == opened.st_ino, status(at: path)?.st_ino == opened.st_ino { return number }
      close(number)
    }
  }

  private func status(of number: Int32) -> stat? {
    var status = stat()
    return fstat(number, &status) == 0 ? status : nil
  }

  private func status(at path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private func size() throws(FileFault) -> Int {
    guard let status = status(of: number) else { throw target.fault() }
    return Int(status.st_size)
  }

  /// Empties the file for the content of a new response.
  func restart(_ representation: Representation) throws(FileFault) {
    guard ftruncate(number, 0) == 0 else { throw target.fault() }
    state = FileProgress(completed: 0, total: representation.total)
    record = nil
    if options.keepsPart {
      if representation.validator == nil {
        unlink(recordPath)
      } else {
        let record = PartRecord(source: source, representation: representation)
        guard record.write(recordPath) else { throw target.fault() }
        self.record = record
      }
    }
    progress?(state)
  }

  /// Reports how far the download has come.
  func reportProgress() { progress?(state) }

  /// Writes bytes at a position that no other task writes to.
  func write(_ data: Data, at position: Int) throws(FileFault) {
    // A process that writes beyond this limit is ended by the system.
    guard position + data.count <= sizeLimit else { throw FileFault(code: EFBIG, name: target.name) }
    let code = data.withUnsafeBytes { bytes -> Int32 in
      var rest = bytes[...]
      while !rest.isEmpty {
        let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
        let count = pwrite(number, start, rest.count, off_t(position + rest.startIndex))
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return count < 0 ? errno : ENOSPC }
        rest = rest.dropFirst(count)
      }
      return 0
    }
    guard code == 0 else { throw FileFault(code: code, name: target.name) }
    state.completed += data.count
    progress?(state)
  }

  /// Returns the digest of a range of the file, computed from the bytes that were written.
  func digest(_ algorithm: DigestAlgorithm, of range: Range<Int>) throws -> FileDigest {
    var position = range.lowerBound
    let digest = try algorithm.digest {
      try Task.checkCancellation()
      guard position < range.upperBound else { return nil }
      var chunk = Data(count: min(1024 * 1024, range.upperBound - position))
      var count = -1
      repeat {
        count = chunk.withUnsafeMutableBytes { pread(number, $0.baseAddress, $0.count, off_t(position)) }
      } while count < 0 && errno == EINTR
      guard count >= 0 else { throw target.fault() }
      // No other program should change the part.
      guard count > 0 else { throw target.fault(.changed) }
      position += count
      return chunk.prefix(count)
    }
    return FileDigest(algorithm.name, digest)
  }

  /// Writes the complete file to the disk, and replaces the target with it in one step.
  func commit() throws(FileFault) {
    guard try size() == state.completed else { throw target.fault(.changed) }
    if let permissions, fchmod(number, permissions) != 0 { throw target.fault() }
    guard fsync(number) == 0 else { throw target.fault() }
    _ = try target.check(replacesExisting: options.replacesExisting)
    if options.replacesExisting {
      guard rename(path, target.path) == 0 else { throw target.fault() }
    } else {
      try target.move(path)
    }
    if options.keepsPart { unlink(recordPath) }
    syncFolder()
    close(number)
    number = -1
  }

  /// Writes the new name of the file to the disk. Some file systems do not support this; the file is complete without it.
  private func syncFolder() {
    let folder = open(target.folder, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Ends a download that failed: removes the file, or keeps it for the next download.
  func abandon(keepsPart: Bool) {
    guard number >= 0 else { return }
    if keepsPart, var record, state.completed > 0, fsync(number) == 0 {
      record.synced = state.completed
      record.boot = PartRecord.currentBoot
      _ = record.write(recordPath)
    } else {
      unlink(path)
      if options.keepsPart { unlink(recordPath) }
    }
    close(number)
    number = -1
  }
}
