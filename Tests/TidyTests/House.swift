/// The targets in import order, with all that each may import.
let house: [ImportRule.Target] = [
  .init(name: "CLinux", modules: []),
  .init(name: "CSHA256", modules: []),
  .init(name: "Reconciliation", modules: []),
  .init(name: "LinuxSystem", modules: ["CLinux"], system: ["Glibc", "Synchronization"]),
  .init(
    name: "Documents", modules: ["Reconciliation", "LinuxSystem"],
    system: ["FoundationEssentials", "Synchronization", "Observation"]),
  .init(
    name: "DocumentTypes", modules: ["Documents", "Reconciliation"],
    system: ["FoundationEssentials"]),
  .init(
    name: "StateStore", modules: ["CSHA256", "Reconciliation", "LinuxSystem"],
    system: ["Synchronization"]),
  .init(
    name: "Engine",
    modules: ["Reconciliation", "LinuxSystem", "Documents", "DocumentTypes", "StateStore"],
    system: ["FoundationEssentials", "Synchronization"]),
  .init(
    name: "Control", modules: ["LinuxSystem"], system: ["FoundationEssentials", "Synchronization"]
  ),
  .init(
    name: "CollateDaemon", modules: program.union(["Documents", "DocumentTypes"]),
    system: ["FoundationEssentials", "Synchronization"]),
  .init(name: "collated", modules: ["CollateDaemon"]),
  .init(
    name: "collate", modules: program.union(["Documents", "DocumentTypes"]),
    system: ["Dispatch", "FoundationEssentials", "Synchronization"]),
  .init(
    name: "TestSupport", modules: ["Engine", "LinuxSystem", "Reconciliation", "StateStore"],
    system: ["FoundationEssentials", "Synchronization"]),
  .init(name: "collated-with-scores", modules: ["CollateDaemon", "Documents"]),
  .init(name: "collate-simulate", modules: ["LinuxSystem", "TestSupport"]),
  .init(
    name: "racing-writer",
    modules: ["LinuxSystem", "Reconciliation", "StateStore", "TestSupport"]),
  .init(
    name: "collate-bench",
    modules: ["Control", "LinuxSystem", "Reconciliation", "StateStore", "TestSupport"],
    system: ["FoundationEssentials", "Synchronization"]),
]

private let program: Set<String> = [
  "Control", "Engine", "LinuxSystem", "Reconciliation", "StateStore",
]

/// What goes beyond the table, each with its reason.
let importExceptions: [ImportRule.Exception] = []
