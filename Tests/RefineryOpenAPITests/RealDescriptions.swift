#if Import
  import Foundation
  import RefineryOpenAPI

  /// Descriptions of real APIs, which are not part of the project.
  enum RealDescriptions {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/descriptions")
      .standardizedFileURL.path

    static let areThere = FileManager.default.fileExists(atPath: folder + "/box.json")

    static let none = "../shared/descriptions is not there"

    struct Expected: Sendable, CustomStringConvertible {
      var file: String
      var format: String
      var operations: Int
      var schemas: Int?
      var description: String { file }
    }

    static let all = [
      Expected(file: "box.json", format: "OpenAPI 3.0.2", operations: 296, schemas: 305),
      Expected(file: "discord.json", format: "OpenAPI 3.1.0", operations: 242, schemas: 539),
      Expected(file: "openai.yaml", format: "OpenAPI 3.1.0", operations: 288, schemas: 1422),
      Expected(file: "kubernetes.swagger.json", format: "Swagger 2.0", operations: 1123, schemas: 771),
      Expected(file: "twilio-api-v2010.json", format: "OpenAPI 3.0.1", operations: 197, schemas: 148),
      Expected(file: "twilio-messaging-v1.yaml", format: "OpenAPI 3.0.1", operations: 58, schemas: 40),
      Expected(file: "xero-accounting.yaml", format: "OpenAPI 3.0.0", operations: 235, schemas: 140),
      Expected(file: "adyen-checkout.yaml", format: "OpenAPI 3.1.0", operations: 28, schemas: 250),
      Expected(file: "digitalocean/DigitalOcean-public.v2.yaml", format: "OpenAPI 3.0.0", operations: 659, schemas: nil),
    ]
  }
#endif
