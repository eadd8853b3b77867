#if CommandLine && Import
  import Foundation
  import RefineryCore
  import RefineryOpenAPI
  import RefineryVerification

  extension Verification {
    /// The description of which an imported table was made; nil if the folder does not have it.
    func lockedDescription(in folder: String) throws -> RefineryOpenAPI.Description? {
      let file = URL(filePath: folder).appending(path: ".refinery-import.description.json")
      guard let data = try? Data(contentsOf: file) else { return nil }
      return try RefineryOpenAPI.Description(compact: JSONValue(parsing: data))
    }
  }
#endif
