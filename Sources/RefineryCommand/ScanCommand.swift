#if CommandLine
  import ArgumentParser
  import Foundation
  import RefineryCore
  import RefineryTraffic

  struct ScanCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "scan", abstract: "Find secrets in cassettes, HAR files, logs and other text.",
      discussion: """
        Prints a line for each secret: the file, line and column, what it is and how it was found, at most four characters \
        of it, and a fingerprint. Folders are searched with their folders, except .git and .build. A line of the file for \
        --allow is a fingerprint and the reason why it is no secret. Exits with 8 if there are \
        findings, otherwise with 2 if a file cannot be read.
        """)

    @Argument(help: "The files and folders.", completion: .file())
    var files: [String]

    @Flag(help: "Print each finding as a line of JSON.")
    var json = false

    @Option(help: "A file with the fingerprints of false alarms.", completion: .file())
    var allow: String?

    func run(in session: Session) async throws -> ToolStatus {
      let allowed = try allow.map { try SecretAllowList(contentsOf: URL(filePath: $0)) } ?? SecretAllowList()
      let scanner = SecretScanner(allowing: allowed)
      // Bytes, because the names of two files can be canonically equal.
      var paths: Set<[UInt8]> = []
      var isUnreadable = false
      func complain(_ error: SecretScanError) {
        isUnreadable = true
        session.console.complain("scan: \(error.description)")
      }
      for file in files {
        let (inner, errors) = scanner.files(at: file)
        paths.formUnion(inner.map { Array($0.utf8) })
        for error in errors { complain(error) }
      }
      var count = 0
      for path in paths.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        try Task.checkCancellation()
        let (findings, error) = scanner.findings(inFile: String(decoding: path, as: UTF8.self))
        for finding in findings.sorted() {
          session.console.print(json ? finding.json.text() : Redaction.escaped(finding.description))
        }
        if let error { complain(error) }
        count += findings.count
      }
      if !json {
        let findings = count == 0 ? "no secrets" : count == 1 ? "1 finding" : "\(count) findings"
        session.console.print("\(findings) in \(paths.count) \(paths.count == 1 ? "file" : "files")")
      }
      return count > 0 ? .secrets : isUnreadable ? .usage : .okay
    }
  }

  extension SecretFinding {
    fileprivate var json: JSONValue {
      var members: [JSONValue.Object.Member] = [
        ("file", .string(file)), ("line", .number(line)), ("column", .number(column)),
      ]
      if let pointer { members.append(("pointer", .string(pointer))) }
      members += [("kind", .string(kind)), ("confidence", .string(confidence.rawValue))]
      switch method {
      case .format: members.append(("method", "format"))
      case .entropy: members.append(("method", "entropy"))
      case .name(let name): members += [("method", "name"), ("name", .string(name))]
      }
      members += [("masked", .string(masked)), ("fingerprint", .string(fingerprint))]
      return .object(members)
    }
  }
#endif
