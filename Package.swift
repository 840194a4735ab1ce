// swift-tools-version: 6.2
import PackageDescription

/// What reads bytes that anybody may have written.
let fuzzed: [Target.Dependency] = [
  "CollateDaemon", "Control", "Documents", "DocumentTypes", "LinuxSystem", "Reconciliation",
  "StateStore", "TestSupport",
]

/// The targets stand in import order: each imports only those above it.
/// `Tests/TidyTests` checks that, since SwiftPM does not.
let package = Package(
  name: "collate",
  products: [
    .library(name: "Documents", targets: ["Documents"]),
    .library(name: "CollateDaemon", targets: ["CollateDaemon"]),
    .executable(name: "collated", targets: ["collated"]),
    .executable(name: "collate", targets: ["collate"]),
    .executable(name: "collate-bench", targets: ["collate-bench"]),
  ],
  targets: [
    // MARK: C
    .target(name: "CLinux"),
    .target(name: "CSHA256"),

    // MARK: Core
    .target(name: "Reconciliation"),
    .target(name: "LinuxSystem", dependencies: ["CLinux"]),

    // MARK: Documents
    .target(name: "Documents", dependencies: ["Reconciliation", "LinuxSystem"]),
    .target(name: "DocumentTypes", dependencies: ["Documents", "Reconciliation"]),

    // MARK: Daemon
    .target(name: "StateStore", dependencies: ["CSHA256", "Reconciliation", "LinuxSystem"]),
    .target(
      name: "Engine",
      dependencies: [
        "Reconciliation", "LinuxSystem", "Documents", "DocumentTypes", "StateStore",
      ]),
    .target(name: "Control", dependencies: ["LinuxSystem"]),
    .target(
      name: "CollateDaemon",
      dependencies: [
        "Control", "Documents", "DocumentTypes", "Engine", "LinuxSystem", "Reconciliation",
        "StateStore",
      ]),
    .executableTarget(name: "collated", dependencies: ["CollateDaemon"]),
    .executableTarget(
      name: "collate",
      dependencies: [
        "Control", "Documents", "DocumentTypes", "Engine", "LinuxSystem", "Reconciliation",
        "StateStore",
      ]),

    // MARK: Proof
    .target(
      name: "TestSupport", dependencies: ["Engine", "LinuxSystem", "Reconciliation", "StateStore"]),
    .executableTarget(name: "collated-with-scores", dependencies: ["CollateDaemon", "Documents"]),
    .executableTarget(name: "collate-simulate", dependencies: ["LinuxSystem", "TestSupport"]),
    .executableTarget(
      name: "racing-writer",
      dependencies: ["LinuxSystem", "Reconciliation", "StateStore", "TestSupport"]),
    .executableTarget(
      name: "collate-bench",
      // The programs that it runs come first, so that they are built with it.
      dependencies: [
        "collate", "collated", "Control", "LinuxSystem", "Reconciliation", "StateStore",
        "TestSupport",
      ]),
    .testTarget(name: "ReconciliationTests", dependencies: ["Reconciliation", "TestSupport"]),
    .testTarget(name: "LinuxSystemTests", dependencies: ["LinuxSystem", "TestSupport"]),
    .testTarget(
      name: "DocumentsTests",
      dependencies: ["Documents", "LinuxSystem", "Reconciliation", "TestSupport"]),
    .testTarget(name: "DocumentModelsTests", dependencies: ["Documents"]),
    .testTarget(
      name: "DocumentTypesTests",
      dependencies: ["Documents", "DocumentTypes", "Reconciliation", "TestSupport"]),
    .testTarget(
      name: "StateStoreTests",
      dependencies: ["LinuxSystem", "StateStore", "Reconciliation", "TestSupport"]),
    .testTarget(
      name: "EngineTests",
      dependencies: ["Engine", "LinuxSystem", "Reconciliation", "StateStore", "TestSupport"]),
    .testTarget(name: "ControlTests", dependencies: ["Control", "LinuxSystem", "TestSupport"]),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["Engine", "Reconciliation", "StateStore", "TestSupport"]),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "collated", "collated-with-scores", "collate", "racing-writer", "Control", "LinuxSystem",
        "Reconciliation", "StateStore", "TestSupport",
      ]),
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed, exclude: ["LibFuzzer", "fuzz"]),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// The same sources as a program of libFuzzer's, which brings the `main`: `Tests/FuzzingTests/fuzz`.
if Context.environment["COLLATE_FUZZ"] == "build" {
  package.targets.removeAll { $0.name == "FuzzingTests" }
  package.targets.append(
    .executableTarget(
      name: "collate-fuzz", dependencies: fuzzed, path: "Tests/FuzzingTests",
      exclude: ["FuzzingTests.swift", "fuzz"], swiftSettings: [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}

// But for the models, which stand for other people's programs: those know nothing of these features.
for target in package.targets where target.name != "DocumentModelsTests" {
  var settings = target.swiftSettings ?? []
  for feature in [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "InferIsolatedConformances", "NonisolatedNonsendingByDefault", "ImmutableWeakCaptures",
  ] {
    settings.append(.enableUpcomingFeature(feature))
  }
  target.swiftSettings = settings
}
