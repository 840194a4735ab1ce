import LinuxSystem

// Programs that race with a tool that keeps directories in agreement; it knows of no such tool.
//
//   racing-writer write DIRECTORY LOG NUMBER SECONDS [PAUSE]
//   racing-writer account LOG... -- DIRECTORY...
//
// The first rewrites documents in the directory in all the ways in which programs save, as fast as
// it can or with a pause of so many milliseconds, and logs each version that it completed. The
// second says what of all those is still there, once the directories have come to rest.

let words = CommandLine.arguments.dropFirst()
do {
  switch (words.first, words.count) {
  case ("write", 5...6):
    guard let number = Int(words[4]), let seconds = Int64(words[5]) else { endWithUsage() }
    let pause = words.count == 6 ? Int32(words[6]) : 0
    let race = try Race(
      in: Array(words[2].utf8), log: Array(words[3].utf8), writer: number, pause: pause ?? 0)
    try race.run(seconds: seconds)
  case ("account", 4...):
    let parts = words.dropFirst().split(separator: "--")
    guard parts.count == 2 else { endWithUsage() }
    var account = Account()
    for log in parts[0] { try account.read(log: log) }
    for directory in parts[1] { try account.search(Array(directory.utf8)) }
    let missing = account.missing
    print(account.summary)
    for version in missing { print("missing \(version)") }
    endProcess(missing.isEmpty ? 0 : 1)
  default: endWithUsage()
  }
} catch {
  print("\(error)")
  endProcess(1)
}

func endWithUsage() -> Never {
  print(
    """
    usage: racing-writer write DIRECTORY LOG NUMBER SECONDS [PAUSE]
           racing-writer account LOG... -- DIRECTORY...
    """)
  endProcess(64)
}
