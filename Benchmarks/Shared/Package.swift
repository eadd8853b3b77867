// swift-tools-version: 6.2
import PackageDescription

// What the benchmark packages share.
let package = Package(
  name: "Shared",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "CAllocations", targets: ["CAllocations"]),
    .library(name: "Reports", targets: ["Reports"]),
  ],
  targets: [
    // Counts the allocations of the process by standing in front of malloc.
    .target(name: "CAllocations"),
    // Numbers and bars as people read them.
    .target(name: "Reports"),
  ],
  swiftLanguageModes: [.v6]
)
