// swift-tools-version: 6.2
import PackageDescription

// Measures and fuzzes RefineryJSON against Foundation: `swift run -c release json-benchmark`, `... json-benchmark fuzz`.
let package = Package(
  name: "JSONBenchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Refinery", path: "../..", traits: [])],
  targets: [
    // Counts the allocations of the process by standing in front of malloc.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "json-benchmark",
      dependencies: ["CAllocations", .product(name: "RefineryJSON", package: "Refinery")],
      path: "Sources/JSONBenchmark"),
  ],
  swiftLanguageModes: [.v6]
)
