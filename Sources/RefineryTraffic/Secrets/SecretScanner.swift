public import FoundationEssentials
public import RefineryCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds secrets in cassettes, HAR files, logs and any other text, before they are committed or sent to others.
///
/// ```swift
/// let findings = try SecretScanner().findings(in: URL(filePath: "Tests/Fixtures"))
/// #expect(findings.isEmpty)
/// ```
///
/// It finds about a hundred kinds of tokens by their form. It finds other secrets by the names of members, header fields,
/// parameters and options, and by the entropy of values whose names say nothing. JSON escapes, percent-encoding and Base64 are
/// decoded once. Marks of cassettes, placeholders and examples from documentation are not reported. Compressed content is not
/// searched. <doc:FindSecrets> has the details.
///
/// A file is read in chunks, so memory does not grow with its size.
public struct SecretScanner: Sendable {
  private let allowed: SecretAllowList

  /// A scanner that does not report the findings of a list.
  ///
  /// - Parameter allowed: the false alarms.
  public init(allowing allowed: SecretAllowList = SecretAllowList()) { self.allowed = allowed }

  /// The secrets in a text, in the order of the text: at most 10,000.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - name: the name of the text in the findings.
  public func findings(in text: String, named name: String = "text") -> [SecretFinding] {
    findings(in: Data(text.utf8), named: name)
  }

  /// The secrets in content, in the order of the content: at most 10,000.
  ///
  /// - Parameters:
  ///   - data: the content.
  ///   - name: the name of the content in the findings.
  public func findings(in data: Data, named name: String) -> [SecretFinding] {
    var stream = SecretStream(file: name, head: Array(data.prefix(8192))[...], allowing: allowed)
    var rest = data[...]
    repeat {
      let chunk = rest.prefix(SecretStream.chunk)
      rest = rest.dropFirst(chunk.count)
      stream.append(chunk, isLast: rest.isEmpty)
    } while !rest.isEmpty
    return stream.findings
  }

  /// The secrets in a file, or in all files of a folder and its folders, sorted by file, line and column.
  ///
  /// The folders `.git` and `.build`, and symbolic links in a folder, are skipped. At most 10,000 findings of a file are
  /// returned.
  ///
  /// - Throws: ``SecretScanError`` for a file that cannot be read.
  public func findings(in file: URL) throws(SecretScanError) -> [SecretFinding] {
    let (paths, errors) = files(at: file.path)
    if let error = errors.first { throw error }
    var findings: [SecretFinding] = []
    for path in paths { findings += try stream(of: path).findings }
    return findings
  }

  /// The files at a path: the path itself, or the files of a folder and its folders, sorted. There is an error for each folder
  /// or file that cannot be read, and if there is nothing at the path.
  package func files(at path: String) -> (files: [String], errors: [SecretScanError]) {
    var status = stat()
    guard stat(path, &status) == 0 else { return ([], [SecretScanError(path, errno)]) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return ([path], []) }
    var files: [String] = []
    var errors: [SecretScanError] = []
    var folders = [path]
    while let folder = folders.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        errors.append(SecretScanError(folder, EACCES))
        continue
      }
      for name in names {
        let inner = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        guard lstat(inner, &status) == 0 else {
          errors.append(SecretScanError(inner, errno))
          continue
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: if name != ".git", name != ".build" { folders.append(inner) }
        case S_IFREG: files.append(inner)
        default: break
        }
      }
    }
    return (files.sorted(), errors.sorted { $0.description < $1.description })
  }

  /// The secrets in one file, and an error if a part of it was not searched.
  package func findings(inFile path: String) -> (findings: [SecretFinding], error: SecretScanError?) {
    do throws(SecretScanError) {
      let search = try stream(of: path)
      let reason = "\(path) has more than \(SecretStream.mostFindings) findings: the others are not reported"
      return (search.findings, search.isCut ? SecretScanError(reason: reason) : nil)
    } catch {
      return ([], error)
    }
  }

  private func stream(of path: String) throws(SecretScanError) -> SecretStream {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SecretScanError(path, errno) }
    defer { close(descriptor) }
    var stream: SecretStream?
    var buffer = [UInt8](repeating: 0, count: SecretStream.chunk)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        guard errno == EINTR else { throw SecretScanError(path, errno) }
        continue
      }
      var search = stream ?? SecretStream(file: path, head: buffer[..<count], allowing: allowed)
      stream = nil
      search.append(buffer[..<count], isLast: count == 0)
      guard count > 0 else { return search }
      stream = search
    }
  }
}

/// A file that cannot be searched, and why.
public struct SecretScanError: SafelyDescribed, Equatable {
  /// The file and the reason, in one line.
  public let description: String

  init(_ path: String, _ code: Int32) {
    description = Redaction.escaped("\(path) cannot be read: \(String(cString: strerror(code)))")
  }

  init(reason: String) { description = Redaction.escaped(reason) }
}
