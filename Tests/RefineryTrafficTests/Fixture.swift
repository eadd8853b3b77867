import Foundation
import RefineryTraffic

enum Fixture {
  /// A HAR that Chromium made: see `.ci/browser-har`.
  static func browser() throws -> Data { try data("browser.har") }

  static func data(_ name: String) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return try Data(contentsOf: folder.appending(path: name))
  }

  /// An entry of a HAR with these members.
  static func har(_ entries: String...) -> Data {
    Data(#"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[\#(entries.joined(separator: ","))]}}"#.utf8)
  }
}
