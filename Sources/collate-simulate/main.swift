import LinuxSystem
import TestSupport

// Runs simulated days of the whole engine: `collate-simulate --seeds 1..2000`, or `--story 17` for
// one day told step by step. `--orders 4` goes through all orders of up to four operations, and
// `--directory-orders 3` through those of up to three on directories; `--directory-seeds 1..100` are
// days on which whole directories are rearranged.

let arguments = CommandLine.arguments.dropFirst()
if let most = arguments.last.flatMap({ Int($0) }), (1...6) ~= most {
  switch arguments.first {
  case "--orders":
    goThrough((1...most).lazy.flatMap { SmallOrder.all(of: $0) }) { $0.failures() }
  case "--directory-orders":
    goThrough((1...most).lazy.flatMap { SmallDirectoryOrder.all(of: $0) }) { $0.failures() }
  default: break
  }
}
let ends = (arguments.last ?? "").split(separator: ".").compactMap { UInt64($0) }
guard let option = arguments.first, let first = ends.first, let last = ends.last, first <= last,
  ["--seeds", "--story", "--directory-seeds", "--directory-story"].contains(option)
else {
  print(
    "usage: collate-simulate --seeds FIRST..LAST | --story SEED | --orders COUNT\n"
      + "       collate-simulate --directory-seeds FIRST..LAST | --directory-story SEED\n"
      + "       collate-simulate --directory-orders COUNT")
  endProcess(64)
}

var failed = 0
for seed in first...last {
  var plan = SimulationPlan(seed: seed)
  plan.tellsStory = option.hasSuffix("story")
  plan.movesDirectories = option.hasPrefix("--directory")
  let report = SimulationRun(plan).run()
  for line in report.story + report.failures { print(line) }
  failed += report.failures.isEmpty ? 0 : 1
}
print("\(last - first + 1) days passed: \(failed) with failures")
endProcess(failed == 0 ? 0 : 1)

/// Lives all of these orders, and ends the process.
func goThrough<Order>(_ orders: some Sequence<Order>, _ failures: (Order) -> [String]) -> Never {
  var (count, failed) = (0, 0)
  for order in orders {
    let found = failures(order)
    for failure in found { print(failure) }
    count += 1
    failed += found.isEmpty ? 0 : 1
  }
  print("\(count) orders of operations: \(failed) with failures")
  endProcess(failed == 0 ? 0 : 1)
}
