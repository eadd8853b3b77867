// swift-tools-version: 6.2
import PackageDescription

// A separate package, because it needs hiredis and a Redis server.
let package = Package(
  name: "Fleet",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Refinery", path: "../..", traits: ["Redis"]),
    .package(path: "../Shared"),
  ],
  targets: [
    .executableTarget(
      name: "Fleet",
      dependencies: [
        .product(name: "Reports", package: "Shared"),
        .product(name: "RefineryAuth", package: "Refinery"),
        .product(name: "RefineryCache", package: "Refinery"),
        .product(name: "RefineryCore", package: "Refinery"),
        .product(name: "RefineryRateLimit", package: "Refinery"),
        .product(name: "RefineryRedis", package: "Refinery"),
      ],
      path: "Sources",
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
