// swift-tools-version: 6.2
import PackageDescription

// Measures and fuzzes RefineryJSON against Foundation: `run.sh`, `swift run -c release json-benchmark fuzz`.
let package = Package(
  name: "JSONBenchmark",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Refinery", path: "../..", traits: []),
    .package(path: "../Shared"),
  ],
  targets: [
    .executableTarget(
      name: "json-benchmark",
      dependencies: [
        .product(name: "CAllocations", package: "Shared"),
        .product(name: "Reports", package: "Shared"),
        .product(name: "RefineryJSON", package: "Refinery"),
      ],
      path: "Sources/JSONBenchmark")
  ],
  swiftLanguageModes: [.v6]
)
