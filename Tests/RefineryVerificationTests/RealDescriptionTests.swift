#if Import
  import Foundation
  import RefineryOpenAPI
  import Testing

  @testable import RefineryVerification

  @Suite("S06: real descriptions")
  struct RealDescriptionTests {
    /// The folder beside the package.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../shared/descriptions").standardized.path
    private static let isThere = FileManager.default.fileExists(atPath: folder)
    private static let reason: Comment = "the folder ../shared/descriptions is missing"

    private static let files = [
      "box.json", "discord.json", "openai.yaml", "kubernetes.swagger.json", "twilio-api-v2010.json",
      "twilio-messaging-v1.yaml", "xero-accounting.yaml", "adyen-checkout.yaml",
      "digitalocean/DigitalOcean-public.v2.yaml",
    ]

    @Test(
      "a description has no drift from itself, nor from its compact form, in linear work", .enabled(if: isThere, reason),
      arguments: files)
    func itself(_ file: String) throws {
      let description = try Description.reading(file: "\(Self.folder)/\(file)")

      let comparison = Comparison(description, description)

      #expect(comparison.drifts == [])
      #expect(comparison.notes == [])
      #expect(comparison.comparisons > description.operations.count)
      #expect(comparison.comparisons < 40 * (description.schemas.count + description.operations.count))
      let compact = try Description(compact: description.compact)
      #expect(Comparison(compact, description).drifts.map(\.sentence) == [])
      #expect(Comparison(description, compact).drifts.map(\.sentence) == [])
    }
  }
#endif
