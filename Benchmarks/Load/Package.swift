// swift-tools-version: 6.2
import PackageDescription

// A separate package beside `Benchmarks`, so that checks without a network do not build SwiftNIO.
let package = Package(
  name: "Load",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Refinery", path: "../..", traits: ["AsyncHTTPClient", "Curl"]),
    .package(path: "../Shared"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
  ],
  targets: [
    .executableTarget(
      name: "Load",
      dependencies: [
        .product(name: "CAllocations", package: "Shared"),
        .product(name: "Reports", package: "Shared"),
        .product(name: "Refinery", package: "Refinery"),
        .product(name: "RefineryAsyncHTTPClient", package: "Refinery"),
        .product(name: "RefineryCurl", package: "Refinery"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
    // Measures the cost of libcurl without Swift. Needs the system's libcurl (Debian's libcurl4-openssl-dev).
    .executableTarget(
      name: "CurlLoad",
      dependencies: [.product(name: "CAllocations", package: "Shared")],
      linkerSettings: [.linkedLibrary("curl")]),
  ],
  swiftLanguageModes: [.v6]
)
