// swift-tools-version: 6.2
import PackageDescription

// Code that the benchmark packages share.
let package = Package(
  name: "Shared",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "CAllocations", targets: ["CAllocations"]),
    .library(name: "Reports", targets: ["Reports"]),
  ],
  targets: [
    // Counts the allocations of the process by replacing malloc.
    .target(name: "CAllocations"),
    // Formats numbers and bar charts for people.
    .target(name: "Reports"),
  ],
  swiftLanguageModes: [.v6]
)
