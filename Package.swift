// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// A tracer that keeps its spans, for tests of plugins.
let inMemoryTracing: Target.Dependency =
  .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"]))

// SQLite, for those who switch the trait on; a target or test that takes it says `#if SQLite` around its use.
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"]))

// Digests and keys of signatures, for those who switch the trait on.
let signing: [Target.Dependency] = [
  .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Signing"])),
  .product(name: "CryptoExtras", package: "swift-crypto", condition: .when(traits: ["Signing"])),
]

// Keys that verify what RefineryJWT signs, for its tests.
let jwtVerification: [Target.Dependency] = [
  .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["JWT"])),
  .product(name: "CryptoExtras", package: "swift-crypto", condition: .when(traits: ["JWT"])),
]

// One row per middleware plugin: the folder below Plugins/, what it takes beyond the core, and the trait that switches
// that on. The loop below turns a row into a product, a target and a test target.
let plugins: [PluginRow] = [
  // Its tests run the contract of vaults on the vault in memory.
  PluginRow("Auth", takes: ["RefineryParts"], tests: ["RefineryContracts"]),
  // It takes the option by which a row names its credential: responses for different credentials are kept apart.
  PluginRow("Cache", isStandard: false, takes: ["RefineryAuth", "RefineryParts", grdb], tests: ["RefineryContracts"]),
  PluginRow("Chaos", isStandard: false),
  PluginRow(
    "CircuitBreaker", isStandard: false, takes: ["RefineryParts"], tests: ["RefineryContracts", "RefineryRetry"]),
  PluginRow("Coalescing", isStandard: false, takes: ["RefineryParts"]),
  PluginRow("Concurrency", isStandard: false, takes: ["RefineryParts"], tests: ["RefineryRetry"]),
  PluginRow("Gzip", takes: ["CZlib"]),
  PluginRow("Hedging", isStandard: false, tests: ["RefineryCircuitBreaker", "RefineryRetry"]),
  // It takes the option by which a request names further statuses that are retried.
  PluginRow("Idempotency", isStandard: false, takes: ["RefineryRetry"]),
  // It makes assertions for the providers of RefineryAuth.
  PluginRow(
    "JWT", isStandard: false,
    takes: ["RefineryAuth", .product(name: "JWTKit", package: "jwt-kit", condition: .when(traits: ["JWT"]))],
    tests: jwtVerification),
  PluginRow("Logging", takes: [.product(name: "Logging", package: "swift-log")]),
  PluginRow(
    "Metrics", isStandard: false,
    takes: [.product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"]))],
    // The agreement of metrics with logs and spans is tested here.
    tests: [
      "RefineryAuth", "RefineryLogging", "RefineryRetry", "RefineryTracing", inMemoryTracing,
      .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      .product(name: "Logging", package: "swift-log"),
    ]),
  PluginRow("RateLimit", isStandard: false, takes: ["RefineryParts"], tests: ["RefineryContracts", "RefineryRetry"]),
  PluginRow("Retry"),
  // It seals what instances of an app share through RefineryAuth.
  PluginRow("Signing", isStandard: false, takes: ["RefineryAuth", "RefineryParts"] + signing, tests: ["RefineryRetry"]),
  PluginRow(
    "Tracing", isStandard: false,
    takes: [.product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"]))],
    // One trace context on the wire of every transport.
    tests: [
      inMemoryTracing, "RefineryAsyncHTTPClient", "RefineryAuth", "RefineryContracts", "RefineryCurl", "RefineryRetry",
      "RefineryURLSession",
      .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["AsyncHTTPClient"])),
      .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
    ]),
]

// What every target may import: the currency types that stand in signatures.
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

// The configuration of an app, for those who switch the trait on.
let configuration: Target.Dependency =
  .product(name: "Configuration", package: "swift-configuration", condition: .when(traits: ["Configuration"]))

// Services that an app's service group runs, for those who switch the trait on.
let serviceLifecycle: Target.Dependency =
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"]))

// The engines of the two transports beside URLSession, each for those who switch its trait on.
let asyncHTTPClient: [Target.Dependency] = [
  .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["AsyncHTTPClient"])),
  .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
  .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
  .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
  .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: .when(traits: ["AsyncHTTPClient"])),
  .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["AsyncHTTPClient"])),
]

// Servers of TLS and HTTP/2 for the tests of those two.
let secureServers: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient", "Curl"])),
  .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient", "Curl"])),
  .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient", "Curl"])),
  .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: .when(traits: ["AsyncHTTPClient", "Curl"])),
  .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["AsyncHTTPClient", "Curl"])),
]

let package = Package(
  name: "Refinery",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Refinery", targets: ["Refinery"]),
    .library(name: "RefineryCore", targets: ["RefineryCore"]),
    .library(name: "RefineryURLSession", targets: ["RefineryURLSession"]),
    .library(name: "RefineryAsyncHTTPClient", targets: ["RefineryAsyncHTTPClient"]),
    .library(name: "RefineryCurl", targets: ["RefineryCurl"]),
    .library(name: "RefineryConfiguration", targets: ["RefineryConfiguration"]),
    .library(name: "RefineryLifecycle", targets: ["RefineryLifecycle"]),
    .library(name: "RefineryResilience", targets: ["RefineryResilience"]),
    .library(name: "RefineryTracking", targets: ["RefineryTracking"]),
    .library(name: "RefineryControl", targets: ["RefineryControl"]),
    .library(name: "RefineryEvents", targets: ["RefineryEvents"]),
    .library(name: "RefineryMultipart", targets: ["RefineryMultipart"]),
    .library(name: "RefineryFiles", targets: ["RefineryFiles"]),
    .library(name: "RefineryJSONAPI", targets: ["RefineryJSONAPI"]),
    .library(name: "RefineryJSON", targets: ["RefineryJSON"]),
    .library(name: "RefineryXML", targets: ["RefineryXML"]),
    .library(name: "RefineryStore", targets: ["RefineryStore"]),
    .library(name: "RefineryPostgreSQL", targets: ["RefineryPostgreSQL"]),
    .library(name: "RefineryRedis", targets: ["RefineryRedis"]),
    .library(name: "RefineryTesting", targets: ["RefineryTesting"]),
    .library(name: "RefineryContracts", targets: ["RefineryContracts"]),
    .library(name: "RefineryMock", targets: ["RefineryMock"]),
    .library(name: "RefineryTraffic", targets: ["RefineryTraffic"]),
    .library(name: "RefineryMacros", targets: ["RefineryMacros"]),
    .library(name: "RefineryCommand", targets: ["RefineryCommand"]),
    .executable(name: "refinery", targets: ["RefineryTool"]),
    .plugin(name: "JSONReadable", targets: ["JSONReadable"]),
    .plugin(name: "ImportEndpoints", targets: ["ImportEndpoints"]),
  ],
  traits: [
    .trait(name: "Tracing", description: "TracingMiddleware, on swift-distributed-tracing."),
    .trait(name: "Metrics", description: "MetricsMiddleware, on swift-metrics."),
    .trait(name: "Configuration", description: "Clients from an app's configuration, on swift-configuration."),
    .trait(name: "ServiceLifecycle", description: "Services for an app's service group, on swift-service-lifecycle."),
    .trait(
      name: "Signing", description: "AWS Signature Version 4, HTTP Message Signatures, digests of files, on swift-crypto."),
    .trait(name: "JWT", description: "Assertions for OAuth 2.0 clients and JWT bearer grants, on jwt-kit."),
    .trait(name: "CommandLine", description: "RefineryCommand and the tool `refinery`."),
    .trait(name: "AsyncHTTPClient", description: "AsyncHTTPClientTransport, on SwiftNIO."),
    .trait(name: "Curl", description: "CurlTransport, on the system's libcurl (Debian's libcurl4-openssl-dev)."),
    .trait(
      name: "Redis",
      description: "Shared limits, cache, circuits and credentials in Redis, on the system's hiredis (Debian's libhiredis-dev)."
    ),
    .trait(
      name: "SQLite",
      description: "SQLiteStore and SQLiteCacheStore, on GRDB; needs the system's SQLite (Debian's libsqlite3-dev)."),
    .trait(name: "PostgreSQL", description: "PostgreSQLStore, on the system's libpq (Debian's libpq-dev)."),
    .trait(name: "Macros", description: "Rows as functions, by macros on swift-syntax."),
    .trait(name: "XML", description: "XMLBodyCoder, which writes with XMLCoder."),
    .trait(name: "Import", description: "`refinery import` and `refinery verify`, which read OpenAPI descriptions, on Yams."),
    .trait(name: "Load", description: "`refinery load`, whose histogram is hdrhistogram-swift."),
    .trait(name: "CodeGeneration", description: "`swift package json-readable`, which writes JSONReadable conformances."),
    // At most one: with several, SwiftPM before 6.4 often compiles the whole package again (its issue 10525).
    .default(enabledTraits: ["CommandLine"]),
  ],
  dependencies: [
    // The currency types of HTTP in Swift: requests, responses and fields that middleware of any library can share.
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    // The logging API that every server-side Swift app already bootstraps; used by Plugins/Logging and RefineryConfiguration.
    // It is small and in every such app, so it needs no trait.
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
    // The tracing API of server-side Swift, which an app bootstraps with its own backend; used only by Plugins/Tracing.
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.0"),
    // The metrics API of server-side Swift, which an app bootstraps with its own backend; used only by Plugins/Metrics.
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
    // The configuration API of server-side Swift: an app chooses environment, files and precedence; used only by
    // RefineryConfiguration. Its traits are what the page of that module describes: JSON and YAML files, which may change.
    .package(
      url: "https://github.com/apple/swift-configuration.git", from: "1.4.0",
      traits: [
        .trait(name: "JSON", condition: .when(traits: ["Configuration"])),
        .trait(name: "YAML", condition: .when(traits: ["Configuration"])),
        .trait(name: "Reloading", condition: .when(traits: ["Configuration"])),
      ]),
    // File paths in swift-configuration's signatures; used only by tests.
    .package(url: "https://github.com/apple/swift-system.git", from: "1.8.0"),
    // The start and end of the services of server-side Swift apps; used only by RefineryLifecycle.
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    // Hashes, keys and signatures for Swift, on Linux by BoringSSL; used by Plugins/Signing, RefineryFiles and tests of
    // Plugins/JWT.
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.0"),
    // JSON Web Tokens of Vapor, signed with swift-crypto; used only by Plugins/JWT.
    .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
    // A second parser of structured fields (RFC 9651), to compare ours with, and the official test cases; used only by tests.
    .package(url: "https://github.com/apple/swift-http-structured-headers.git", from: "1.7.0"),
    // Parsing, help and completion of the command line; used only by RefineryCommand and RefineryImport.
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
    // SQLite with write-ahead logging, migrations and a pool of readers, proven in thousands of apps; used only by
    // SQLiteStore and SQLiteCacheStore.
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    // The HTTP client of the server-side Swift world; used only by RefineryAsyncHTTPClient.
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    // Event loops and buffers that stand in AsyncHTTPClient's signatures; used by RefineryAsyncHTTPClient and tests.
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    // Certificates in AsyncHTTPClient's signatures, and TLS servers of the tests.
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
    // Frames of HTTP/2 for the guards of RefineryAsyncHTTPClient, and an HTTP/2 server of the tests.
    .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
    // XML from `Encodable` models, with property wrappers for attributes; used only by RefineryXML.
    .package(url: "https://github.com/CoreOffice/XMLCoder.git", from: "0.18.2"),
    // Percentiles of latencies with a bound on their error, without a list of all values; used only by RefineryLoad.
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift.git", from: "0.2.0"),
    // YAML with its places, on libyaml; used only by RefineryOpenAPI.
    .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
    // Swift's own parser: models and rows are read as the compiler reads them. For RefineryJSONGeneration and RefineryMacros.
    .package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.1"),
  ],
  targets: [
    // Models from JSON and back. It does not depend on the core.
    .target(name: "RefineryJSON"),
    .target(name: "RefineryCore", dependencies: ["RefineryJSON", httpTypes]),
    // Partial updates: models that know what changed. Calls that can be paused and watched. Event streams. Multipart bodies.
    // Files. They use only public API and RefineryParts.
    .target(name: "RefineryTracking", dependencies: ["RefineryCore", httpTypes]),
    .target(name: "RefineryControl", dependencies: ["RefineryCore", "RefineryParts", httpTypes]),
    .target(name: "RefineryEvents", dependencies: ["RefineryCore", "RefineryParts", httpTypes]),
    .target(name: "RefineryMultipart", dependencies: ["RefineryCore", "RefineryFiles", "RefineryParts", httpTypes]),
    .target(
      name: "RefineryFiles",
      dependencies: [
        "RefineryCore", "RefineryParts", httpTypes,
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Signing"])),
      ]),
    // Clients from an app's configuration. It uses only public API.
    .target(
      name: "RefineryConfiguration",
      dependencies: [
        "RefineryCache", "RefineryCircuitBreaker", "RefineryConcurrency", "RefineryCore", "RefineryHedging",
        "RefineryIdempotency", "RefineryLogging", "RefineryRateLimit", "RefineryRetry", httpTypes, configuration,
        .product(name: "Logging", package: "swift-log"),
      ]),
    // Services for clients, credentials, stores and settings. It uses only public API.
    .target(
      name: "RefineryLifecycle",
      dependencies: ["RefineryAuth", "RefineryConfiguration", "RefineryCore", "RefineryStore", serviceLifecycle]),
    // Time limits and the links that protect both sides, checked together. It uses only public API.
    .target(
      name: "RefineryResilience",
      dependencies: [
        "RefineryCircuitBreaker", "RefineryConcurrency", "RefineryCore", "RefineryHedging", "RefineryRateLimit",
        "RefineryRetry",
      ]),
    // What several plugins and modules need, such as structured fields (RFC 9651). Not a product.
    .target(name: "RefineryParts", dependencies: ["RefineryCore"]),
    .target(name: "RefineryTransport", dependencies: ["RefineryCore", httpTypes]),
    .target(name: "RefineryURLSession", dependencies: ["RefineryCore", "RefineryTransport", "CSession", httpTypes]),
    // What libcurl calls inside a URLSession on Linux.
    .target(name: "CSession"),
    .target(
      name: "RefineryAsyncHTTPClient",
      dependencies: ["RefineryCore", "RefineryTransport", httpTypes] + asyncHTTPClient),
    .target(name: "RefineryCurl", dependencies: ["RefineryCore", "RefineryTransport", "CCurl", httpTypes]),
    // libcurl's variadic calls in a form that Swift can call: `apt-get install libcurl4-openssl-dev` on Debian and Ubuntu.
    .target(
      name: "CCurl",
      cSettings: [.define("REFINERY_CURL", .when(traits: ["Curl"]))],
      linkerSettings: [.linkedLibrary("curl", .when(traits: ["Curl"]))]),
    .target(
      name: "Refinery",
      dependencies: [
        "RefineryCore", "RefineryTracking", "RefineryControl", "RefineryEvents", "RefineryFiles", "RefineryMultipart",
        "RefineryURLSession", httpTypes,
      ]
        + plugins.filter(\.isStandard).map(\.library)),
    .target(name: "RefineryJSONAPI", dependencies: ["RefineryCore", "RefineryParts", httpTypes]),
    .target(
      name: "RefineryXML",
      dependencies: ["RefineryCore", .product(name: "XMLCoder", package: "XMLCoder", condition: .when(traits: ["XML"]))]),
    .target(name: "RefineryStore", dependencies: ["RefineryCore", "RefineryParts", "RefineryTracking", httpTypes, grdb]),
    // Records and the outbox in PostgreSQL, for several processes.
    .target(
      name: "RefineryPostgreSQL", dependencies: ["RefineryCore", "RefineryParts", "RefineryStore", "CPostgreSQL"]),
    // libpq behind a few calls with time limits: `apt-get install libpq-dev` on Debian and Ubuntu.
    .target(
      name: "CPostgreSQL",
      cSettings: [.define("REFINERY_POSTGRESQL", .when(traits: ["PostgreSQL"]))],
      linkerSettings: [.linkedLibrary("pq", .when(traits: ["PostgreSQL"]))]),
    // What the instances of an app share in Redis or Valkey.
    .target(
      name: "RefineryRedis",
      dependencies: [
        "CHiredis", "RefineryAuth", "RefineryCache", "RefineryCircuitBreaker", "RefineryCore", "RefineryParts",
        "RefineryRateLimit", httpTypes,
      ]),
    // hiredis's non-blocking connection without its types: `apt-get install libhiredis-dev` on Debian and Ubuntu.
    .target(
      name: "CHiredis",
      cSettings: [.define("REFINERY_REDIS", .when(traits: ["Redis"]))],
      linkerSettings: [.linkedLibrary("hiredis", .when(traits: ["Redis"]))]),
    .target(name: "RefineryTesting", dependencies: ["RefineryCore", "RefineryParts", httpTypes]),
    // A small HTTP server for tests, the demo and the mock server. In no product of its own; RefineryContracts exports it.
    .target(name: "RefineryLoopback", dependencies: ["RefineryCore", "RefineryTesting", httpTypes]),
    // Recorded traffic as HAR, curl commands and .http files, and the search for secrets in it.
    .target(
      name: "RefineryTraffic", dependencies: ["RefineryCore", "RefineryJSON", "RefineryParts", "RefineryTesting", httpTypes]),
    // What every transport, store and vault must do, and servers for them. Its checks pause calls, so it takes RefineryControl.
    .target(
      name: "RefineryContracts",
      dependencies: [
        "RefineryAuth", "RefineryCache", "RefineryCircuitBreaker", "RefineryControl", "RefineryCore", "RefineryLoopback",
        "RefineryRateLimit", "RefineryStore", "RefineryTesting", httpTypes,
      ]),
    // Example tables, for the tool and the tests. Not a product.
    .target(
      name: "Endpoints",
      dependencies: ["RefineryAuth", "RefineryCore", "RefineryRetry", "RefineryTracking", httpTypes], path: "Endpoints",
      exclude: ["Imported", "README.md"]),
    .target(
      name: "RefineryCommand",
      dependencies: [
        "Refinery", "RefineryJSON", "RefineryMock", "RefineryTraffic", httpTypes,
        .target(name: "RefineryImport", condition: .when(traits: ["Import"])),
        .target(name: "RefineryLoad", condition: .when(traits: ["Load"])),
        .target(name: "RefineryOpenAPI", condition: .when(traits: ["Import"])),
        .target(name: "RefineryVerification", condition: .when(traits: ["Import"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLine"])),
      ]),
    // The tool `refinery`: the example tables, and a demo with a server in its process.
    .executableTarget(
      name: "RefineryTool",
      dependencies: [
        "Endpoints", "Refinery", "RefineryCommand", "RefineryGzip", "RefineryJSON", "RefineryLoopback", "RefineryMock",
        httpTypes,
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLine"])),
      ]),
    // Rows as functions. Apps do not contain the plugin; the compiler runs it to expand the macros.
    .target(name: "RefineryMacros", dependencies: ["RefineryCore", "RefineryMacrosPlugin", httpTypes]),
    .macro(
      name: "RefineryMacrosPlugin",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftParser", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: .when(traits: ["Macros"])),
      ]),
    // Example tables whose rows are functions: the sources of the package Examples/Tables.
    .target(name: "Tables", dependencies: ["Refinery", "RefineryMacros", httpTypes], path: "Examples/Tables/Sources/Tables"),
    // The system's zlib: `apt-get install zlib1g-dev` on Debian and Ubuntu, `brew install zlib` on macOS.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // Reads models from source and writes how they read themselves from JSON; in no product, the plugin's tool runs it.
    .target(
      name: "RefineryJSONGeneration",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["CodeGeneration"])),
        .product(name: "SwiftParser", package: "swift-syntax", condition: .when(traits: ["CodeGeneration"])),
        .product(name: "SwiftParserDiagnostics", package: "swift-syntax", condition: .when(traits: ["CodeGeneration"])),
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: .when(traits: ["CodeGeneration"])),
      ]),
    .executableTarget(name: "JSONReadableTool", dependencies: ["RefineryJSONGeneration"]),
    .plugin(
      name: "JSONReadable",
      capability: .command(
        intent: .custom(verb: "json-readable", description: "Writes how models read themselves from JSON, as Swift."),
        permissions: [.writeToPackageDirectory(reason: "Writes JSONReadable+Generated.swift into a target.")]),
      dependencies: ["JSONReadableTool"],
      path: "Plugins/JSONReadable"),
    // Descriptions of APIs (OpenAPI 3.0 to 3.2, Swagger 2) in one form. In no product; the tool uses it.
    .target(
      name: "RefineryOpenAPI",
      dependencies: ["RefineryJSON", .product(name: "Yams", package: "Yams", condition: .when(traits: ["Import"]))]),
    // A description becomes a table with its models, as Swift. In no product; the tool uses it.
    .target(
      name: "RefineryImport",
      dependencies: [
        "RefineryJSON", "RefineryOpenAPI",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Import"])),
      ]),
    .executableTarget(
      name: "ImportTool",
      dependencies: [
        "RefineryImport",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Import"])),
      ]),
    .plugin(
      name: "ImportEndpoints",
      capability: .command(
        intent: .custom(verb: "import-endpoints", description: "Writes the table and the models of an OpenAPI description."),
        permissions: [.writeToPackageDirectory(reason: "Writes Swift files into the folder that --into names.")]),
      dependencies: ["ImportTool"],
      path: "Plugins/ImportEndpoints"),
    // Tables against descriptions, recorded calls and servers. In no product; the tool uses it.
    .target(
      name: "RefineryVerification",
      dependencies: ["RefineryCore", "RefineryJSON", "RefineryOpenAPI", "RefineryTesting", httpTypes]),
    // A server that responds from the rows of a table.
    .target(
      name: "RefineryMock",
      dependencies: [
        "RefineryCore", "RefineryGzip", "RefineryJSON", "RefineryJSONAPI", "RefineryLoopback", "RefineryOpenAPI",
        "RefineryParts", "RefineryTesting", "RefineryVerification", httpTypes,
      ]),
    // Load at a fixed rate, and its histogram. In no product; the tool uses it.
    .target(
      name: "RefineryLoad",
      dependencies: [
        "RefineryCore", httpTypes,
        .product(name: "Histogram", package: "hdrhistogram-swift", condition: .when(traits: ["Load"])),
      ]),
    .testTarget(
      name: "RefineryMockTests",
      dependencies: [
        "Endpoints", "RefineryJSON", "RefineryJSONAPI", "RefineryLoopback", "RefineryMock", "RefineryTesting",
        "RefineryURLSession",
      ]),
    .testTarget(
      name: "RefineryTrafficTests", dependencies: ["RefineryJSON", "RefineryTesting", "RefineryTraffic"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RefineryLoadTests",
      dependencies: [
        "RefineryLoad", "RefineryTesting",
        .product(name: "Histogram", package: "hdrhistogram-swift", condition: .when(traits: ["Load"])),
      ]),
    .testTarget(
      name: "RefineryOpenAPITests", dependencies: ["RefineryJSON", "RefineryOpenAPI"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RefineryImportTests",
      dependencies: ["RefineryImport", "RefineryJSON", "RefineryMultipart", "RefineryOpenAPI", "RefineryTesting", httpTypes],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RefineryVerificationTests",
      dependencies: ["Endpoints", "RefineryJSON", "RefineryOpenAPI", "RefineryTesting", "RefineryVerification"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RefineryCoreTests", dependencies: ["RefineryTesting"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RefineryPartsTests",
      dependencies: [
        "RefineryJSON", "RefineryParts", "RefineryTesting",
        .product(
          name: "RawStructuredFieldValues", package: "swift-http-structured-headers", condition: .when(traits: ["Signing"])),
      ]),
    .testTarget(name: "RefineryTrackingTests", dependencies: ["RefineryTracking", "RefineryTesting"]),
    .testTarget(name: "RefineryControlTests", dependencies: ["RefineryControl", "RefineryTesting"]),
    .testTarget(name: "RefineryEventsTests", dependencies: ["RefineryEvents", "RefineryTesting"]),
    .testTarget(
      name: "RefineryFilesTests", dependencies: ["RefineryFiles", "RefineryGzip", "RefineryRetry", "RefineryTesting"]),
    .testTarget(
      name: "RefineryMultipartTests",
      dependencies: ["RefineryFiles", "RefineryMultipart", "RefineryRetry", "RefineryAuth", "RefineryTesting"],
      resources: [.copy("Vectors")]),
    .testTarget(
      name: "RefineryConfigurationTests",
      dependencies: [
        "RefineryCache", "RefineryCircuitBreaker", "RefineryConcurrency", "RefineryConfiguration", "RefineryHedging",
        "RefineryIdempotency", "RefineryLogging", "RefineryRateLimit", "RefineryRetry", "RefineryTesting", configuration,
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Configuration"])),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(traits: ["Configuration"])),
      ]),
    .testTarget(
      name: "RefineryLifecycleTests",
      dependencies: [
        "LifecycleWorker", "RefineryAuth", "RefineryConfiguration", "RefineryContracts", "RefineryLifecycle", "RefineryRetry",
        "RefineryStore", "RefineryTesting", configuration, serviceLifecycle,
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
        .product(
          name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"])),
      ]),
    .testTarget(
      name: "RefineryResilienceTests",
      dependencies: [
        "RefineryAuth", "RefineryCircuitBreaker", "RefineryConcurrency", "RefineryHedging", "RefineryRateLimit",
        "RefineryResilience", "RefineryRetry", "RefineryTesting", "RefineryTransport",
      ]),
    // An app that ends by SIGTERM while calls are under way.
    .executableTarget(
      name: "LifecycleWorker",
      dependencies: [
        "RefineryAsyncHTTPClient", "RefineryCore", "RefineryCurl", "RefineryLifecycle", "RefineryURLSession", httpTypes,
        serviceLifecycle,
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"])),
      ],
      path: "Tests/LifecycleWorker"),
    // Small files that must not compile, and their corrected twins; the toolchain checks them while the tests run.
    .testTarget(
      name: "CompileTimeTests", dependencies: ["RefineryAuth", "RefineryJSONAPI", "RefineryMacros", "RefineryMultipart"],
      resources: [.copy("Fixtures")]),
    .testTarget(name: "RefineryJSONTests", dependencies: ["RefineryJSON", "RefineryTesting"], resources: [.copy("Vectors")]),
    .testTarget(name: "RefineryJSONGenerationTests", dependencies: ["RefineryJSONGeneration"], resources: [.copy("Fixtures")]),
    // Models whose way to read themselves is generated and committed.
    .testTarget(name: "GeneratedModelTests", dependencies: ["RefineryJSON"]),
    .testTarget(name: "RefineryJSONAPITests", dependencies: ["RefineryJSONAPI", "RefineryTracking", "RefineryTesting"]),
    // They start a Redis server of their own.
    .testTarget(
      name: "RefineryRedisTests",
      dependencies: [
        "FleetWorker", "RefineryAuth", "RefineryCache", "RefineryCircuitBreaker", "RefineryContracts", "RefineryLoopback",
        "RefineryRateLimit",
        "RefineryRedis", "RefinerySigning", "RefineryTesting",
      ] + signing),
    // An instance of an app that shares state, for tests to start and to kill.
    .executableTarget(
      name: "FleetWorker",
      dependencies: [
        "RefineryAuth", "RefineryCache", "RefineryCircuitBreaker", "RefineryCore", "RefineryRateLimit", "RefineryRedis",
        "RefineryURLSession", httpTypes,
      ],
      path: "Tests/FleetWorker"),
    .testTarget(
      name: "RefineryXMLTests",
      dependencies: [
        "RefineryTesting", "RefineryXML", .product(name: "XMLCoder", package: "XMLCoder", condition: .when(traits: ["XML"])),
      ]),
    .testTarget(
      name: "RefineryStoreTests",
      dependencies: ["RefineryContracts", "RefineryStore", "RefineryURLSession", "RefineryTesting", "StoreWorker", grdb]),
    // A program that synchronises a store on disk, for tests to kill.
    .executableTarget(
      name: "StoreWorker", dependencies: ["RefineryStore", "RefineryURLSession", grdb], path: "Tests/StoreWorker"),
    .testTarget(
      name: "RefineryPostgreSQLTests",
      dependencies: [
        "OutboxWorker", "RefineryContracts", "RefineryPostgreSQL", "RefineryStore", "RefineryTesting", "RefineryURLSession",
      ]),
    // A program that drains an outbox in PostgreSQL, for tests to kill.
    .executableTarget(
      name: "OutboxWorker", dependencies: ["RefineryCore", "RefineryPostgreSQL", "RefineryStore", "RefineryURLSession"],
      path: "Tests/OutboxWorker"),
    // Not the plugin: a test that depends on a macro itself is built for the host, and all that it uses a second time.
    .testTarget(
      name: "RefineryMacrosTests", dependencies: ["Refinery", "RefineryCommand", "RefineryMacros", "RefineryTesting"]),
    .testTarget(name: "RefineryTestingTests", dependencies: ["RefineryTesting", "RefineryEvents"]),
    .testTarget(
      name: "RefineryTests",
      // The pages of all plugins are compiled here.
      dependencies: [
        "Refinery", "RefineryAsyncHTTPClient", "RefineryConfiguration", "RefineryCurl", "RefineryJSON", "RefineryJSONAPI",
        "RefineryLifecycle", "RefineryRedis", "RefineryResilience", "RefineryStore", "RefineryTesting", "RefineryXML",
        "ServerNames", "VaporNames", configuration, serviceLifecycle,
        .product(name: "SystemPackage", package: "swift-system", condition: .when(traits: ["Configuration"])),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"])),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
        .product(name: "XMLCoder", package: "XMLCoder", condition: .when(traits: ["XML"])),
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Signing"])),
        .product(name: "Logging", package: "swift-log"),
      ] + plugins.map(\.library)),
    // That the work for each input that a server can send grows no faster than the input.
    .testTarget(
      name: "GrowthTests",
      dependencies: [
        "RefineryAuth", "RefineryCache", "RefineryEvents", "RefineryJSON", "RefineryJSONAPI", "RefineryMultipart",
        "RefineryParts", "RefineryRateLimit", "RefineryTesting", "RefineryTracking", "RefineryTraffic", "RefineryXML",
      ]),
    // What tests of several modules use: when a test begins, what they gather and wait for.
    .target(name: "TestSupport", dependencies: ["RefineryCore", "RefineryTesting", httpTypes], path: "Tests/TestSupport"),
    // Names of a server framework that the core has too, for the page "Within a server".
    .target(
      name: "ServerNames",
      dependencies: [httpTypes, .product(name: "Logging", package: "swift-log")],
      path: "Tests/ServerNames"),
    // Names of another server framework, for the tests that use both.
    .target(name: "VaporNames", path: "Tests/VaporNames"),
    .testTarget(name: "RefineryCommandTests", dependencies: ["RefineryCommand", "Refinery", "Endpoints", "RefineryTesting"]),
    .testTarget(
      name: "RefineryToolTests", dependencies: ["RefineryTool", "RefineryCommand", "Refinery", "Endpoints", "RefineryTesting"]),
    .testTarget(name: "EndpointsTests", dependencies: ["Endpoints", "Refinery", "RefineryTesting"]),
    // The same tests, with TABLES defined: of the tables whose rows are functions.
    .testTarget(name: "TablesTests", dependencies: ["Endpoints", "Refinery", "RefineryTesting", "Tables"]),
    .testTarget(
      name: "LoopbackTests",
      dependencies: [
        "RefineryURLSession", "RefineryAsyncHTTPClient", "RefineryCurl", "CCurl", "RefineryContracts", "RefineryTransport",
        "RefineryControl", "RefineryEvents", "RefineryFiles", "RefineryJSON", "RefineryLoopback", "RefineryMock",
        "RefineryMultipart", "RefineryTesting", "RefineryGzip", "RefineryRetry",
      ] + secureServers,
      resources: [.copy("Certificates")]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Refinery", "RefineryCurl", "RefineryJSONAPI", "RefineryStore", "RefineryTesting", "Endpoints", "RefineryCommand",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for plugin in plugins {
  package.products.append(.library(name: plugin.module, targets: [plugin.module]))
  package.targets += [
    .target(name: plugin.module, dependencies: ["RefineryCore", httpTypes] + plugin.takes, path: "Plugins/\(plugin.folder)"),
    .testTarget(
      name: "\(plugin.module)Tests",
      dependencies: [plugin.library, "RefineryTesting"] + plugin.takes + plugin.tests,
      path: "Tests/Plugins/\(plugin.folder)"),
  ]
}

for target in package.targets where [.regular, .executable, .macro, .test].contains(target.type) {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  if target.name == "TablesTests" { target.swiftSettings?.append(.define("TABLES", .when(traits: ["Macros"]))) }
  if target.type == .test { target.dependencies += ["RefineryCore", "TestSupport", httpTypes] }
}

// `REFINERY_TESTS=RefineryRetryTests swift test` builds and runs only these test targets (separate them by commas), and builds
// only the modules that they use. An empty value builds all modules and no tests.
if let names = Context.environment["REFINERY_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
  if !names.isEmpty {
    var used = Set(names)
    var added = used
    while !added.isEmpty {
      let dependencies = package.targets.filter { added.contains($0.name) }.flatMap(\.dependencies)
      added = Set(dependencies.compactMap(\.name)).subtracting(used)
      used.formUnion(added)
    }
    package.targets.removeAll { !used.contains($0.name) }
    package.products.removeAll { !used.isSuperset(of: $0.contents) }
  }
}

extension Target.Dependency {
  /// The name of a target of this package.
  var name: String? {
    switch self {
    case .targetItem(let name, _), .byNameItem(let name, _): name
    default: nil
    }
  }
}

extension Product {
  /// The names of its targets.
  var contents: [String] {
    switch self {
    case let library as Library: library.targets
    case let executable as Executable: executable.targets
    case let plugin as Plugin: plugin.targets
    default: []
    }
  }
}

struct PluginRow {
  let folder: String
  /// Whether Refinery contains it. The others are imported by their module.
  let isStandard: Bool
  let takes: [Target.Dependency]
  /// What its tests take beyond that.
  let tests: [Target.Dependency]
  var module: String { "Refinery\(folder)" }
  var library: Target.Dependency { .target(name: module) }

  init(_ folder: String, isStandard: Bool = true, takes: [Target.Dependency] = [], tests: [Target.Dependency] = []) {
    self.folder = folder
    self.isStandard = isStandard
    self.takes = takes
    self.tests = tests
  }
}
