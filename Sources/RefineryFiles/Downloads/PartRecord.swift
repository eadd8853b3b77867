import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The description of a kept part, in a file in the same folder.
struct PartRecord: Codable, Sendable, Equatable {
  /// The largest record that is read.
  private static let limit = 64 * 1024

  /// The hash of method and URL. The URL itself may hold a secret.
  var source: String
  var representation: Representation
  /// The identifier of the boot of the system in which the part was written; nil if it is not known.
  var boot = PartRecord.currentBoot
  /// How many bytes of the part were certainly on the disk when this record was written.
  var synced = 0

  /// Returns how many bytes of a part of this size can be used. After a crash of the system, a file may contain bytes that were
  /// never written.
  func usable(of size: Int) -> Int {
    let limit = boot != nil && boot == Self.currentBoot ? size : min(size, synced)
    // A part that is longer than the file belongs to another file.
    return representation.total.map { limit <= $0 } ?? false ? limit : 0
  }

  /// Reads a record; nil if there is none, or if it was not written completely.
  static func read(_ path: String) -> PartRecord? {
    read(bytes: path).flatMap { try? JSONDecoder().decode(PartRecord.self, from: $0) }
  }

  /// Writes the record to the disk. Returns false if it cannot be written.
  func write(_ path: String) -> Bool {
    guard let data = try? JSONEncoder().encode(self) else { return false }
    let number = open(path, O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard number >= 0 else { return false }
    defer { close(number) }
    var status = stat()
    guard fstat(number, &status) == 0 else { return false }
    // In a folder that all users may write to, this may be another file of the same user, or a file of another user.
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink <= 1 else {
      errno = EPERM
      return false
    }
    // A record is so short that the system writes it in one step. The earlier record stays if there is no space for this one.
    let count = data.withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, 0) }
    return count == data.count && ftruncate(number, off_t(count)) == 0 && fsync(number) == 0
  }

  private static func read(bytes path: String) -> Data? {
    let number = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var data = Data(count: limit)
    let count = data.withUnsafeMutableBytes { pread(number, $0.baseAddress, $0.count, 0) }
    return count > 0 ? data.prefix(count) : nil
  }

  static var currentBoot: String? {
    #if canImport(Darwin)
      var bytes = [UInt8](repeating: 0, count: 64)
      var size = bytes.count
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #else
      return read(bytes: "/proc/sys/kernel/random/boot_id").map { String(decoding: $0, as: UTF8.self) }
    #endif
  }
}
