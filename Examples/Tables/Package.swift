// swift-tools-version: 6.2
import PackageDescription

// Six of the tables in Endpoints/, whose rows are functions. It is a separate package, because only this example needs the
// macros.
let package = Package(
  name: "Tables",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Tables", targets: ["Tables"])],
  dependencies: [
    .package(name: "Refinery", path: "../..", traits: ["Macros"]),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
  ],
  targets: [
    .target(
      name: "Tables",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Refinery", package: "Refinery"),
        .product(name: "RefineryMacros", package: "Refinery"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    // Refinery compiles the same files for its tests, only with the trait of this name.
    .define("Macros"),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
