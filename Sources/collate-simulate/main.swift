import LinuxSystem
import TestSupport

// Runs simulated days of the whole engine: `collate-simulate --seeds 1..2000`, or `--story 17` for
// one day told step by step. `--orders 4` goes through all orders of up to four operations.

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--orders", let most = arguments.last.flatMap({ Int($0) }), (1...6) ~= most {
  var (count, failed) = (0, 0)
  for order in (1...most).lazy.flatMap({ SmallOrder.all(of: $0) }) {
    let failures = order.failures()
    for failure in failures { print(failure) }
    count += 1
    failed += failures.isEmpty ? 0 : 1
  }
  print("\(count) orders of operations: \(failed) with failures")
  endProcess(failed == 0 ? 0 : 1)
}
let ends = (arguments.last ?? "").split(separator: ".").compactMap { UInt64($0) }
guard let option = arguments.first, let first = ends.first, let last = ends.last, first <= last,
  option == "--seeds" || option == "--story"
else {
  print("usage: collate-simulate --seeds FIRST..LAST | --story SEED | --orders COUNT")
  endProcess(64)
}

var failed = 0
for seed in first...last {
  var plan = SimulationPlan(seed: seed)
  plan.tellsStory = option == "--story"
  let report = SimulationRun(plan).run()
  for line in report.story + report.failures { print(line) }
  failed += report.failures.isEmpty ? 0 : 1
}
print("\(last - first + 1) days passed: \(failed) with failures")
endProcess(failed == 0 ? 0 : 1)
