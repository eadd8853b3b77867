import Foundation

/// RESULTS.md has two parts, which are written by two runs. Each run keeps the part of the other.
struct ResultsFile {
  private static let heading = "## On sockets\n"
  private let url: URL
  private var simulation = ""
  private var sockets = ""

  init(in folder: URL) throws {
    url = folder.appending(path: "RESULTS.md")
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    let text = try String(contentsOf: url, encoding: .utf8)
    let start = text.range(of: Self.heading)?.lowerBound ?? text.endIndex
    (simulation, sockets) = (String(text[..<start]), String(text[start...]))
  }

  mutating func write(simulation text: String) throws {
    simulation = text + (sockets.isEmpty ? "" : "\n")
    try write()
  }

  mutating func write(sockets text: String) throws {
    sockets = text
    try write()
  }

  private func write() throws { try Data((simulation + sockets).utf8).write(to: url) }
}
