// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses Refinery downloads or builds its benchmarks.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    // The load command in `Load` counts by the same means.
    .library(name: "CAllocations", targets: ["CAllocations"])
  ],
  dependencies: [
    .package(name: "Refinery", path: ".."),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
  ],
  targets: [
    // Counts the allocations of the process by standing in front of malloc.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CAllocations",
        .product(name: "Refinery", package: "Refinery"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
