// swift-tools-version: 6.2
import PackageDescription

// Tables that `refinery import` wrote from the descriptions of three real APIs: see README.md.
let core: [Target.Dependency] = [
  .product(name: "RefineryCore", package: "Refinery"), .product(name: "RefineryMultipart", package: "Refinery"),
]

let package = Package(
  name: "Imported",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "TwilioMessaging", targets: ["TwilioMessaging"]),
    .library(name: "Xero", targets: ["Xero"]),
    .library(name: "OpenAI", targets: ["OpenAI"]),
  ],
  dependencies: [.package(name: "Refinery", path: "../..", traits: [])],
  targets: [
    .target(name: "TwilioMessaging", dependencies: core),
    .target(name: "Xero", dependencies: core),
    .target(name: "OpenAI", dependencies: core),
    .testTarget(
      name: "ImportedTests",
      dependencies: ["OpenAI", "TwilioMessaging", "Xero", .product(name: "RefineryTesting", package: "Refinery")] + core),
  ],
  swiftLanguageModes: [.v6]
)
