// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of Refinery neither download nor build its benchmarks.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Refinery", path: "..", traits: ["Tracing", "Metrics"]),
    .package(path: "Shared"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "CAllocations", package: "Shared"),
        .product(name: "Refinery", package: "Refinery"),
        .product(name: "RefineryCache", package: "Refinery"),
        .product(name: "RefineryMetrics", package: "Refinery"),
        .product(name: "RefineryTracing", package: "Refinery"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    // Clients of a server that is overloaded, fails or slows down: in simulation, and on sockets.
    .executableTarget(
      name: "Resilience",
      dependencies: [
        .product(name: "Reports", package: "Shared"),
        .product(name: "RefineryCircuitBreaker", package: "Refinery"),
        .product(name: "RefineryConcurrency", package: "Refinery"),
        .product(name: "RefineryContracts", package: "Refinery"),
        .product(name: "RefineryCore", package: "Refinery"),
        .product(name: "RefineryHedging", package: "Refinery"),
        .product(name: "RefineryRateLimit", package: "Refinery"),
        .product(name: "RefineryResilience", package: "Refinery"),
        .product(name: "RefineryRetry", package: "Refinery"),
        .product(name: "RefineryURLSession", package: "Refinery"),
      ],
      path: "Resilience/Sources",
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
