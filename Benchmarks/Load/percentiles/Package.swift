// swift-tools-version: 6.2
import PackageDescription

// A tool with `load`, for the comparison of its percentiles with those of its raw data.
let package = Package(
  name: "Percentiles",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Refinery", path: "../../..", traits: ["CommandLine", "Curl", "Load"])],
  targets: [
    .executableTarget(
      name: "shop",
      dependencies: [
        .product(name: "Refinery", package: "Refinery"),
        .product(name: "RefineryCommand", package: "Refinery"),
        .product(name: "RefineryConcurrency", package: "Refinery"),
        .product(name: "RefineryCurl", package: "Refinery"),
        .product(name: "RefineryRateLimit", package: "Refinery"),
      ],
      path: "Sources/shop")
  ],
  swiftLanguageModes: [.v6]
)
