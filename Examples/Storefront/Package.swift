// swift-tools-version: 6.2
import PackageDescription

// A Hummingbird app that uses Refinery as the documentation recommends. It is a separate package, so that users of Refinery
// neither download nor build it.
let package = Package(
  name: "Storefront",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "Refinery", path: "../..",
      traits: ["AsyncHTTPClient", "Configuration", "Metrics", "ServiceLifecycle", "Tracing"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0"),
    .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0", traits: ["JSON", "Reloading"]),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-system.git", from: "1.8.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
  ],
  targets: [
    // The app: routes, models, the client.
    .target(
      name: "Storefront",
      dependencies: [
        "Backends",
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Refinery", package: "Refinery"),
        .product(name: "RefineryConfiguration", package: "Refinery"),
        .product(name: "RefineryIdempotency", package: "Refinery"),
        .product(name: "RefineryLifecycle", package: "Refinery"),
        .product(name: "RefineryMetrics", package: "Refinery"),
        .product(name: "RefineryTracing", package: "Refinery"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    // The backends for metrics, spans and log lines.
    .target(
      name: "Backends",
      dependencies: [
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "RefineryJSON", package: "Refinery"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    // The two services that the app calls, and their token endpoint. They record each request, and `PUT /faults` makes them
    // fail.
    .target(
      name: "Upstreams",
      dependencies: [
        "Backends",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "RefineryJSON", package: "Refinery"),
      ]),
    .executableTarget(
      name: "StorefrontServer",
      dependencies: [
        "Backends", "Storefront", "Upstreams",
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "RefineryAsyncHTTPClient", package: "Refinery"),
        .product(name: "RefineryConfiguration", package: "Refinery"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "StorefrontTests",
      dependencies: [
        "Backends", "Storefront",
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Refinery", package: "Refinery"),
        .product(name: "RefineryConfiguration", package: "Refinery"),
        .product(name: "RefineryTesting", package: "Refinery"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
