#if CommandLine && Import
  import Foundation
  import RefineryCore
  import RefineryOpenAPI
  import RefineryVerification

  extension Verification {
    /// The description of which an imported table was made; nil if the folder does not have it.
    func lockedDescription(in folder: String) throws -> RefineryOpenAPI.Description? {
      let lock = URL(filePath: folder).appending(path: ".refinery-import.json")
      guard let data = try? Data(contentsOf: lock), let json = try? JSONValue(parsing: data) else { return nil }
      return try json["description"].map { try RefineryOpenAPI.Description(compact: $0) }
    }
  }
#endif
